import { isAskedFor, type SubscribeOptions } from './eventStore.js';
import { createWake, type Wake } from './wake.js';

/** Who in this process is woken when something was appended. */
export interface Appended {
  /** Events of these types were appended by this process. */
  call(types: readonly string[]): void;
  /** Something was appended elsewhere. */
  callAll(): void;
  /** What wakes a subscription, until it has left. */
  join(of: Pick<SubscribeOptions, 'typePrefixes' | 'movesLate'>): { wake: Wake; leave(): void };
}

/** Nobody is to be woken yet. */
export function createAppended(): Appended {
  const joined = new Map<Wake, (type: string) => boolean>();
  return {
    call(types) {
      for (const [wake, wants] of joined) if (types.some(wants)) wake.call();
    },
    callAll() {
      for (const wake of joined.keys()) wake.call();
    },
    join(of) {
      const wake = createWake();
      joined.set(wake, (type) => !of.movesLate || isAskedFor(type, of));
      return { wake, leave: () => void joined.delete(wake) };
    },
  };
}
