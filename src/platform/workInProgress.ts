/** How long a process that stops waits for work that is under way before the work is told to give up. */
export const PATIENCE_MS = 15_000;

/** The pieces of work that are under way, and how they are brought to an end. */
export class WorkInProgress {
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  /** Number of pieces under way. */
  get size(): number {
    return this.#running.size;
  }

  /** Aborted when patience has run out while stopping. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Keeps track of work, which must not reject, until it ends; then calls back, when it is no longer counted. */
  add(work: Promise<void>, onEnded?: () => void): void {
    const tracked = work.finally(() => {
      this.#running.delete(tracked);
      onEnded?.();
    });
    this.#running.add(tracked);
  }

  /** Resolves when nothing is under way; after a while the work is told to give up. */
  async drain(patienceMs = PATIENCE_MS): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), patienceMs);
    while (this.#running.size > 0) await Promise.allSettled([...this.#running]);
    clearTimeout(timer);
  }
}
