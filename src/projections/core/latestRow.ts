import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { foldStream, type FoldAsked, type FoldStreams } from './foldStream.js';
import type { StoredRow } from './projection.js';

/** Where streams are read, for what read models do not show yet. */
export interface Streams extends FoldStreams {
  eventStore: Pick<EventStore, 'readStream' | 'lastRevision'>;
}

/** A row by its key, and the stream that alone makes it. */
export interface RowAsked<Row extends object> extends FoldAsked<Row> {
  /** The row as its table has it, or will say that it has none. */
  stored: Promise<StoredRow<Row> | undefined>;
}

/**
 * A row as the last event of its stream left it: the stored one where it stands at that event, else folded from the stream
 * by the table's own fold, so that both are the same. What was acknowledged is there and up to date however late the
 * projection is. Undefined where the stream does not exist, or left no row.
 * @throws EventStoreUnavailable, EventUnreadable
 */
export async function latestRow<Row extends object>(
  streams: Streams,
  asked: RowAsked<Row>,
): Promise<StoredRow<Row> | undefined> {
  const { stream } = asked;
  const [row, last] = await Promise.all([asked.stored, streams.eventStore.lastRevision(stream)]);
  if (last === undefined) return undefined;
  if (row && BigInt(row.revision) >= last) return row;
  return foldStream(streams, asked, streams.eventStore.readStream(stream));
}
