import type { DomainEvent } from '../../domain/core/event.js';
import type { EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { foldOne, storableJson } from './applyEvents.js';
import type { ReadModelTable, StoredRow } from './projection.js';

/** Where streams are read, for what read models do not show yet. */
export interface Streams {
  eventStore: Pick<EventStore, 'readStream' | 'lastRevision'>;
  codec: Pick<EventCodec<DomainEvent>, 'decodeBatch'>;
}

/** A row by its key, and the stream that alone makes it. */
export interface RowAsked<Row extends object> {
  table: ReadModelTable<Row>;
  key: string;
  stream: string;
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
  { table, key, stream, stored }: RowAsked<Row>,
): Promise<StoredRow<Row> | undefined> {
  const [row, last] = await Promise.all([stored, streams.eventStore.lastRevision(stream)]);
  if (last === undefined) return undefined;
  if (row && BigInt(row.revision) >= last) return row;
  return foldedRow(streams, table, key, stream);
}

async function foldedRow<Row extends object>(
  { eventStore, codec }: Streams,
  table: ReadModelTable<Row>,
  key: string,
  stream: string,
): Promise<StoredRow<Row> | undefined> {
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) recorded.push(event);
  // The others change no row, and a newer version of the service can have written some that are not known here.
  const events = await codec.decodeBatch(recorded.filter(({ type }) => table.eventTypes.includes(type)));
  let row: Row | undefined;
  for (const event of events) if (table.keys(event).includes(key)) row = foldOne(table, row, event) as Row | undefined;
  return row && asStored(table, row, Number(recorded.at(-1)?.revision ?? 0n));
}

/** What a row would be if it had been written and read. */
function asStored<Row extends object>(table: ReadModelTable<Row>, row: Row, revision: number): StoredRow<Row> {
  const written = JSON.parse(storableJson(row)) as { [column: string]: unknown };
  const columns = Object.keys(table.columns).map((column) => [column, written[column] ?? null] as const);
  return { ...(Object.fromEntries(columns) as Row), revision };
}
