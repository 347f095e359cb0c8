import { createTally } from '../../platform/tally.js';

/** Places for work in hand, of which each tenant has its share. */
export interface Slots {
  /** Takes a place; whether there was one for the tenant. */
  enter(tenant: string): boolean;
  /** Gives a place back. */
  leave(tenant: string): void;
  /**
   * Takes a place for whoever comes: work that is taken turns out to be a tenant's. Until that is said, each tenant has one
   * less. Undefined where there is none. */
  reserve(): { full: readonly string[]; become(tenant: string | undefined): void } | undefined;
  /** How many are taken or reserved. */
  taken(): number;
  /** Whether there is a place for a tenant, or may be, as one that is reserved need not be for it. */
  mayHaveRoomFor(tenant: string): boolean;
}

/** How many places there are, and for whom. */
export interface SlotsOptions {
  concurrency: number;
  /** Most of them that one tenant has. */
  share: number;
  /** So many tenants have one at least: a second one is given only of those that are not kept for them. 1 when absent. */
  tenants?: number;
}

/** All are free. */
export function createSlots({ concurrency, share, tenants = 1 }: SlotsOptions): Slots {
  const taken = createTally();
  let free = concurrency;
  let reserved = 0;
  /** Whether a tenant that would have `has` places already may have one of so many. */
  const mayHave = (tenant: string, has: number, places: number): boolean => {
    if (has === 0) return places > 0;
    const served = new Set([...taken.names(), tenant]).size;
    return has < share && places > Math.max(0, tenants - served);
  };
  const take = (tenant: string): void => {
    free--;
    taken.add(tenant, 1);
  };
  return {
    taken: () => concurrency - free,
    mayHaveRoomFor: (tenant) => mayHave(tenant, taken.of(tenant), free + reserved),
    enter(tenant) {
      // What is reserved may turn out to be for it.
      if (!mayHave(tenant, taken.of(tenant) + reserved, free)) return false;
      take(tenant);
      return true;
    },
    leave(tenant) {
      free++;
      taken.add(tenant, -1);
    },
    reserve() {
      if (free === 0) return undefined;
      free--;
      reserved++;
      return {
        full: taken.names().filter((tenant) => !mayHave(tenant, taken.of(tenant), free + 1)),
        become(tenant) {
          free++;
          reserved--;
          if (tenant !== undefined) take(tenant);
        },
      };
    },
  };
}
