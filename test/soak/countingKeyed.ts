import type { Callers } from '../chaos/callers.js';

/** Callers who count what they send with an idempotency key. */
export function countingKeyed(callers: Callers): { callers: Callers; keyed: () => number } {
  let keyed = 0;
  const counted = <Asked extends { idempotencyKey?: string }>(ask: Asked): Asked => {
    if (ask.idempotencyKey !== undefined) keyed++;
    return ask;
  };
  return {
    callers: {
      ...callers,
      once: (ask) => callers.once(counted(ask)),
      untilAnswered: (ask) => callers.untilAnswered(counted(ask)),
    },
    keyed: () => keyed,
  };
}
