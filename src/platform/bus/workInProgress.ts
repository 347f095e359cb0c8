/** How long a stopping consumer waits for work that is under way before it tells it to give up. */
const PATIENCE_MS = 20_000;

/** The deliveries a consumer has under way, and how they are brought to an end. */
export class WorkInProgress {
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  /** Number of deliveries under way. */
  get size(): number {
    return this.#running.size;
  }

  /** Aborted when patience has run out while stopping. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Keeps track of work until it ends. It must not reject. */
  add(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Resolves when nothing is under way; after a while the work is told to give up. */
  async drain(): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), PATIENCE_MS);
    await Promise.allSettled([...this.#running]);
    clearTimeout(timer);
  }
}
