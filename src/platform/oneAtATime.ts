/**
 * Runs work once at a time, and again when it was called meanwhile; resolves when it has come to rest. The work must not
 * reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let called = 0;
  const run = async (): Promise<void> => {
    for (let before = -1; before !== called;) {
      before = called;
      await work();
    }
    running = undefined;
  };
  return () => {
    called++;
    return (running ??= run());
  };
}
