import { createTenantTurns } from './tenantTurns.js';

/** Work that is done one at a time, whoever asks for it: tenants share the time that it takes. */
export interface TimeShares {
  /**
   * Does the work when it is its turn: next is the oldest of the tenant that has used the least time, of those who have something to do.
   * @throws what `refuse` makes where too much of this tenant waits already
   */
  take<Value>(tenant: string, work: () => Promise<Value>): Promise<Value>;
}

/** How the time is shared out. */
export interface TimeSharesOptions {
  /** Most work of one tenant that waits. */
  most: number;
  /** What is said to who has more. */
  refuse: () => Error;
  /** Milliseconds since any beginning. */
  now?: () => number;
}

interface Waiting {
  tenant: string;
  work: () => Promise<unknown>;
}

/** Nobody waits yet. */
export function createTimeShares({ most, refuse, now = () => performance.now() }: TimeSharesOptions): TimeShares {
  const turns = createTenantTurns<Waiting>();
  /** Milliseconds that each tenant used. Nobody counts for less than `least`: who comes new has no time in hand for having been away. */
  const used = new Map<string, number>();
  /** What the tenant had used that has its turn. */
  let least = 0;
  let working = false;
  const usedBy = (tenant: string): number => Math.max(used.get(tenant) ?? 0, least);

  const doAll = async (): Promise<void> => {
    if (working) return;
    working = true;
    while (turns.size > 0) {
      least = Math.min(...[...turns.waiting.keys()].map(usedBy));
      for (const [tenant, ms] of used) if (ms <= least) used.delete(tenant);
      const { tenant, work } = turns.next((one) => usedBy(one) === least)!;
      const began = now();
      await work();
      used.set(tenant, least + now() - began);
    }
    used.clear();
    least = 0;
    working = false;
  };

  return {
    take: (tenant, work) =>
      new Promise((resolve, reject) => {
        if ((turns.waiting.get(tenant)?.length ?? 0) >= most) return reject(refuse());
        turns.push(tenant, { tenant, work: () => work().then(resolve, reject) });
        void doAll();
      }),
  };
}
