import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { DELIVER_AGAIN_MS } from './deliver.js';

/** Handles items one after the other within a key and side by side across keys. */
export interface InOrderPerKey<Item> {
  /** Resolves true when the item was handled, false when it was given up: closed, or no longer wanted. Never rejects. */
  add(key: string, item: Item, isWanted: () => boolean): Promise<boolean>;
  /** Gives up everything that has not begun. */
  close(): void;
}

/**
 * At most `concurrency` items are handled at once. One that was not (`handle` resolves with false, and must not reject) is
 * handled again after a pause: it keeps its place at the head of its key, and frees its slot meanwhile.
 */
export function inOrderPerKey<Item>(
  concurrency: number,
  handle: (item: Item) => Promise<boolean>,
  pauseMs = DELIVER_AGAIN_MS,
): InOrderPerKey<Item> {
  const slot = pLimit(concurrency);
  const last = new Map<string, Promise<boolean>>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one for each key that pauses

  const inTurn = async (before: Promise<boolean> | undefined, item: Item, isWanted: () => boolean) => {
    await before;
    const isGivenUp = (): boolean => closing.signal.aborted || !isWanted();
    while (!isGivenUp()) {
      // It may have been given up while it waited for its slot.
      if (await slot(() => !isGivenUp() && handle(item))) return true;
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    return false;
  };
  return {
    add(key, item, isWanted) {
      const turn = inTurn(last.get(key), item, isWanted);
      last.set(key, turn);
      void turn.then(() => {
        if (last.get(key) === turn) last.delete(key);
      });
      return turn;
    },
    close: () => closing.abort(),
  };
}
