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

/** All are free. @param share Most of them that one tenant has */
export function createSlots({ concurrency, share }: { concurrency: number; share: number }): Slots {
  const taken = createTally();
  let free = concurrency;
  let reserved = 0;
  const hasRoomFor = (tenant: string): boolean => free > 0 && taken.of(tenant) + reserved < share;
  const enter = (tenant: string): boolean => {
    if (!hasRoomFor(tenant)) return false;
    free--;
    taken.add(tenant, 1);
    return true;
  };
  return {
    taken: () => concurrency - free,
    mayHaveRoomFor: (tenant) => free + reserved > 0 && taken.of(tenant) < share,
    enter,
    leave(tenant) {
      free++;
      taken.add(tenant, -1);
    },
    reserve() {
      if (free === 0) return undefined;
      free--;
      reserved++;
      return {
        full: taken.names().filter((tenant) => taken.of(tenant) >= share),
        become(tenant) {
          free++;
          reserved--;
          if (tenant !== undefined) enter(tenant);
        },
      };
    },
  };
}
