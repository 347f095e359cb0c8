import { EventEmitter } from 'node:events';

/** Lets any number of waiting subscriptions know that there may be something new. */
export class Wake {
  readonly #calls = new EventEmitter().setMaxListeners(0);
  #count = 0;

  /** How many calls there were so far; hand it to `wait`, so that none between looking and waiting is missed. */
  get count(): number {
    return this.#count;
  }

  /** Bound, so that it can be handed over as a listener. */
  readonly call = (): void => {
    this.#count++;
    this.#calls.emit('call');
  };

  /** Resolves at once when there were calls after the `seen`-th; else at the next, after `timeoutMs`, or on abort. */
  wait(seen: number, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#count !== seen || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#calls.off('call', done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#calls.once('call', done);
      signal?.addEventListener('abort', done);
    });
  }
}
