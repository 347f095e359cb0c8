import type { DeliveryOutcome } from './handleDelivery.js';

interface Waiting<Item> {
  item: Item;
  attempt: number;
  isWanted: () => boolean;
  settle: (handled: boolean) => void;
}

/**
 * Handles items one after the other within a key and side by side across keys, at most `concurrency` at once. An item
 * to be retried keeps its place at the head of its key and frees its slot meanwhile.
 */
export class KeyedQueue<Item> {
  readonly #keys = new Map<string, Waiting<Item>[]>();
  readonly #ready: string[] = [];
  readonly #sleeping = new Map<NodeJS.Timeout, string>();
  #busy = 0;
  #closed = false;

  constructor(
    readonly concurrency: number,
    readonly handle: (item: Item, attempt: number) => Promise<DeliveryOutcome>,
  ) {}

  /** Resolves true when the item was handled for good, false when it was given up: closed, or no longer wanted. */
  add(key: string, item: Item, isWanted: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = { item, attempt: 1, isWanted, settle: resolve };
      const queue = this.#keys.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.#keys.set(key, [waiting]);
      this.#ready.push(key);
      this.#next();
    });
  }

  /** Gives up everything that has not begun. */
  close(): void {
    this.#closed = true;
    for (const [timer, key] of this.#sleeping) {
      clearTimeout(timer);
      this.#ready.push(key);
    }
    this.#sleeping.clear();
    this.#next();
  }

  #next(): void {
    while (this.#busy < this.concurrency || this.#closed) {
      const key = this.#ready.shift();
      if (key === undefined) return;
      const head = this.#keys.get(key)?.[0];
      if (!head) continue;
      if (this.#closed || !head.isWanted()) {
        this.#finish(key, head, false);
        continue;
      }
      this.#busy++;
      void this.#run(key, head);
    }
  }

  async #run(key: string, head: Waiting<Item>): Promise<void> {
    const { retryInMs, givenBack } = await this.handle(head.item, head.attempt);
    this.#busy--;
    if (retryInMs === undefined) {
      this.#finish(key, head, true);
    } else if (this.#closed) {
      this.#finish(key, head, false);
    } else {
      if (!givenBack) head.attempt++;
      const timer = setTimeout(() => {
        this.#sleeping.delete(timer);
        this.#ready.push(key);
        this.#next();
      }, retryInMs);
      this.#sleeping.set(timer, key);
    }
    this.#next();
  }

  #finish(key: string, head: Waiting<Item>, handled: boolean): void {
    const queue = this.#keys.get(key) ?? [];
    queue.shift();
    if (queue.length === 0) this.#keys.delete(key);
    else this.#ready.push(key);
    head.settle(handled);
  }
}
