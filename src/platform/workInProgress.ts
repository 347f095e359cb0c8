import { setMaxListeners } from 'node:events';

/** How long a process that stops waits for work that is under way before the work is told to give up. */
export const FINISH_MS = 15_000;

/** The pieces of work that are under way, and how they are brought to an end. */
export interface WorkInProgress {
  /** Number of pieces under way. */
  readonly size: number;
  /** Aborted when patience has run out while stopping. */
  readonly signal: AbortSignal;
  /** Keeps track of work, which must not reject, until it ends; then calls back, when it is no longer counted. */
  add(work: Promise<void>, onEnded?: () => void): void;
  /** Resolves when nothing is under way; after a while the work is told to give up. */
  drain(patienceMs?: number): Promise<void>;
}

/** Creates what keeps track of work; nothing is under way yet. */
export function createWorkInProgress(): WorkInProgress {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // one for each piece
  return {
    get size() {
      return running.size;
    },
    signal: stop.signal,
    add(work, onEnded) {
      const tracked = work.finally(() => {
        running.delete(tracked);
        onEnded?.();
      });
      running.add(tracked);
    },
    async drain(patienceMs = FINISH_MS) {
      const timer = setTimeout(() => stop.abort(), patienceMs);
      while (running.size > 0) await Promise.allSettled([...running]);
      clearTimeout(timer);
    },
  };
}
