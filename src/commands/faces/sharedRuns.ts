/**
 * Runs work once at a time for all who ask: who asks while it runs gets the run after that, which began when they had asked. A run that fails fails
 * those alone who wait for it.
 */
export function sharedRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> =>
    (running = work().finally(() => {
      // The next one takes its place at once: nobody may begin another beside it.
      if (!next) running = undefined;
    }));
  const runNext = (): Promise<void> => {
    next = undefined;
    return run();
  };
  return () => {
    if (!running) return run();
    return (next ??= running.catch(() => undefined).then(runNext));
  };
}
