import type { Position } from '../../platform/eventStore/eventStore.js';

interface Waiter {
  /** Projections that are not there yet. */
  missing: Set<string>;
  position: Position;
  resolve(): void;
}

/** How far each projection is known to have come, and a way to wait for it. One per process. */
export interface CheckpointSignal {
  /** A projection has come at least this far. */
  moved(name: string, position: Position): void;
  /** Resolves true once all the projections have passed the position, or false after `timeoutMs`. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
}

/** Creates a signal that knows of no projection yet. */
export function createCheckpointSignal(): CheckpointSignal {
  const positions = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  return {
    moved(name, position) {
      const known = positions.get(name);
      if (known !== undefined && known >= position) return;
      positions.set(name, position);
      for (const waiter of waiters) {
        if (waiter.position <= position && waiter.missing.delete(name) && waiter.missing.size === 0) waiter.resolve();
      }
    },

    waitFor(names, position, timeoutMs) {
      const missing = new Set(names.filter((name) => (positions.get(name) ?? -1n) < position));
      if (missing.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const done = (seen: boolean): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(seen);
        };
        const timer = setTimeout(() => done(false), timeoutMs);
        const waiter: Waiter = { missing, position, resolve: () => done(true) };
        waiters.add(waiter);
      });
    },
  };
}
