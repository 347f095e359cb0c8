import type { Bounds } from '../../../platform/config.js';
import { createTally } from '../../../platform/tally.js';

/** Whose bound does not allow for more. */
export type Exceeded = 'all' | 'each';

/** What somebody has of it. */
export interface SharePlace {
  /** Takes so much more, or nothing of it where that is too much. */
  take(amount: number): Exceeded | undefined;
  /** Gives all of it back, once; nothing can be taken from then on. */
  giveBack(): void;
}

/** Something in this process of which nobody may have so much that nothing is left for others. */
export interface Shares {
  /** How much of all is taken, 0 to 1. */
  readonly takenRatio: number;
  /** Nothing yet, for whoever goes by that name. */
  hold(name: string): SharePlace;
}

/** Creates what is shared. */
export function createShares({ all, each }: Bounds): Shares {
  let taken = 0;
  const takenBy = createTally();
  const add = (name: string, amount: number): void => {
    taken += amount;
    takenBy.add(name, amount);
  };
  return {
    get takenRatio() {
      return taken / all;
    },
    hold(name) {
      let own = 0;
      let ended = false;
      return {
        take(amount) {
          if (ended) return undefined;
          // One's own bound first: only who keeps to it is told that others have too much.
          if (takenBy.of(name) + amount > each) return 'each';
          if (taken + amount > all) return 'all';
          own += amount;
          add(name, amount);
          return undefined;
        },
        giveBack() {
          if (!ended) add(name, -own);
          ended = true;
        },
      };
    },
  };
}
