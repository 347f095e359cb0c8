import { EventEmitter } from 'node:events';

/** Tells any number of waiting subscriptions that something was appended. */
export interface Wake {
  /** How many calls there were so far; hand it to `wait`, so that none between reading and waiting is missed. */
  count(): number;
  /** Resolves at the first call after the `seen`-th one, after `timeoutMs`, or when the signal is aborted. */
  wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Starts listening; `listen` is given what to call and returns how to stop. */
export async function createWake(listen: (wake: () => void) => Promise<() => Promise<void>>): Promise<Wake> {
  const calls = new EventEmitter().setMaxListeners(0);
  let count = 0;
  const stop = await listen(() => {
    count++;
    calls.emit('call');
  });
  return {
    count: () => count,
    wait: (seen, timeoutMs, signal) =>
      new Promise((resolve) => {
        if (count !== seen || signal.aborted) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          calls.off('call', done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        calls.once('call', done);
        signal.addEventListener('abort', done);
      }),
    close: stop,
  };
}
