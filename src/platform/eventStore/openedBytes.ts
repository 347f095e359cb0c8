import { BATCH_BYTES, type EventBatch, type RecordedEvent } from './eventStore.js';
import { isSealedField } from './unseal.js';

/** What an event brings into memory from the blob store when it is opened, in bytes. */
const blobBytes = ({ data }: RecordedEvent): number =>
  Object.values(data).reduce<number>((bytes, value) => {
    if (!isSealedField(value) || !('$sealed_blob' in value)) return bytes;
    return bytes + value.$sealed_blob.size;
  }, 0);

/**
 * Batches of which no more than `most` bytes lie in the blob store, but for a single event with more: what is opened at once
 * takes that and the batch's own bytes, which the event store bounds. Each piece is safe to resume from, as a batch is.
 */
export async function* cutByOpenedBytes(
  batches: AsyncIterable<EventBatch>,
  most = BATCH_BYTES,
): AsyncGenerator<EventBatch> {
  for await (const batch of batches) {
    let begin = 0;
    let bytes = 0;
    for (const [n, event] of batch.events.entries()) {
      const before = batch.events[n - 1];
      const own = blobBytes(event);
      if (before && n > begin && bytes + own > most) {
        yield { events: batch.events.slice(begin, n), position: before.position, live: false };
        [begin, bytes] = [n, 0];
      }
      bytes += own;
    }
    yield begin === 0 ? batch : { ...batch, events: batch.events.slice(begin) };
  }
}
