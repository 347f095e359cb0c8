import type { Position } from '../../platform/eventStore/eventStore.js';

interface Waiter {
  /** Projections that are not there yet. */
  missing: Set<string>;
  position: Position;
  resolve(): void;
}

/** How far each projection is known to have come, and a way to wait for it. One per process. */
export class CheckpointSignal {
  readonly #positions = new Map<string, Position>();
  readonly #waiters = new Set<Waiter>();

  /** A projection has come at least this far. */
  moved(name: string, position: Position): void {
    const known = this.#positions.get(name);
    if (known !== undefined && known >= position) return;
    this.#positions.set(name, position);
    for (const waiter of this.#waiters) {
      if (waiter.position <= position && waiter.missing.delete(name) && waiter.missing.size === 0) waiter.resolve();
    }
  }

  /** Resolves true once all the projections have passed the position, or false after `timeoutMs`. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean> {
    const missing = new Set(names.filter((name) => (this.#positions.get(name) ?? -1n) < position));
    if (missing.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (seen: boolean): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(seen);
      };
      const timer = setTimeout(() => done(false), timeoutMs);
      const waiter: Waiter = { missing, position, resolve: () => done(true) };
      this.#waiters.add(waiter);
    });
  }
}
