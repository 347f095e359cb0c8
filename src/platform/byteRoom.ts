/** Room in memory for work that holds many bytes. */
export interface ByteRoom {
  /**
   * Does work once there is room for what it holds; whoever came first is first. What is larger than the whole room has it to itself.
   * Rejects as the work does.
   */
  hold<Done>(bytes: number, work: () => Promise<Done>): Promise<Done>;
}

/** Nothing is held. @param most bytes that are held at the same time */
export function createByteRoom(most: number): ByteRoom {
  const waiting: { bytes: number; enter: () => void }[] = [];
  let held = 0;
  const serve = (): void => {
    for (let next = waiting[0]; next && held + next.bytes <= most; next = waiting[0]) {
      waiting.shift();
      held += next.bytes;
      next.enter();
    }
  };
  return {
    async hold(wanted, work) {
      const bytes = Math.min(wanted, most);
      await new Promise<void>((enter) => {
        waiting.push({ bytes, enter });
        serve();
      });
      try {
        return await work();
      } finally {
        held -= bytes;
        serve();
      }
    },
  };
}
