import { createTenantTurns } from './tenantTurns.js';
import { createUsedTime } from './usedTime.js';

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
export function createTimeShares({ most, refuse, now }: TimeSharesOptions): TimeShares {
  const turns = createTenantTurns<Waiting>();
  const used = createUsedTime(now);
  let working = false;

  const doAll = async (): Promise<void> => {
    if (working) return;
    working = true;
    while (turns.size > 0) {
      const { tenant, work } = turns.next(used.leastOf(turns.waiting.keys()))!;
      used.begin(tenant);
      await work();
      used.end(tenant);
    }
    used.forget();
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
