import { EventEmitter } from 'node:events';

/** Lets any number of waiting subscriptions know that there may be something new. */
export interface Wake {
  /** How many calls there were so far; hand it to `wait`, so that none between looking and waiting is missed. */
  count(): number;
  call(): void;
  /** Resolves at once when there were calls after the `seen`-th; else at the next, after `timeoutMs`, or on abort. */
  wait(seen: number, timeoutMs: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Creates a wake that nobody has called yet. */
export function createWake(): Wake {
  const calls = new EventEmitter().setMaxListeners(0);
  let count = 0;
  return {
    count: () => count,

    call() {
      count++;
      calls.emit('call');
    },

    wait(seen, timeoutMs, signal) {
      if (count !== seen || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          calls.off('call', done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        calls.once('call', done);
        signal?.addEventListener('abort', done);
      });
    },
  };
}
