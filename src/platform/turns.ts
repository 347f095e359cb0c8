/** Work that is done one at a time, whoever asks for it. */
export interface Turns {
  /** Does the work when it is its turn: the oldest of one who asks, after one of each other who asks. */
  take<Value>(who: string, work: () => Promise<Value>): Promise<Value>;
}

/** Nobody waits yet. */
export function createTurns(): Turns {
  /** What waits of each; who stands first is next. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  let working = false;
  const next = async (): Promise<void> => {
    if (working) return;
    working = true;
    for (let [first] = waiting; first; [first] = waiting) {
      const [who, [work, ...rest]] = first;
      waiting.delete(who);
      if (rest.length > 0) waiting.set(who, rest);
      await work?.();
    }
    working = false;
  };
  return {
    take: (who, work) =>
      new Promise((resolve, reject) => {
        waiting.set(who, [...(waiting.get(who) ?? []), () => work().then(resolve, reject)]);
        void next();
      }),
  };
}
