import { deserialize, serialize } from 'node:v8';
import type { PageReading } from '../reading/pageReading.js';
import type { ReadingTurns } from '../reading/readDocument.js';

/**
 * Most bytes that a document may hand over when it gives way: hundreds of pages of ordinary text. A file can say that it has millions of
 * words, and the service copies what is handed over, for every turn, and keeps it while the document waits.
 */
export const MOST_HANDED_OVER = 2 * 1024 ** 2;

/** What was read, as bytes: the service keeps it and passes it on, and never builds what a hostile file made of it. */
export const packReadings = (read: readonly PageReading[]): Uint8Array => serialize(read);

/**
 * The turns of a document in an engine process. One of which more was read than may be handed over goes on to its end.
 * @param handedOver what was read of it before it gave way; absent where it is begun
 * @param service `opened`: is told so; `mayGoOn`: is asked whether the next page may be read now
 */
export function createReadingTurns(
  handedOver: Uint8Array | undefined,
  service: { opened: () => void; mayGoOn: () => Promise<boolean> },
): ReadingTurns {
  let isTooMuch = false;
  return {
    read: handedOver ? (deserialize(handedOver) as PageReading[]) : [],
    opened: () => service.opened(),
    async mayGoOn(read) {
      // Once it is too much it stays so, and is not counted again.
      isTooMuch ||= packReadings(read).byteLength > MOST_HANDED_OVER;
      return isTooMuch || service.mayGoOn();
    },
  };
}
