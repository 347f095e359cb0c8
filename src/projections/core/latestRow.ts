import type { DomainEvent } from '../../domain/core/event.js';
import type { EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { foldOne, storableJson } from './applyEvents.js';
import { foldPart, type Parts } from './parts.js';
import type { ReadModelTable, StoredRow } from './projection.js';

/** Where streams are read, for what read models do not show yet. */
export interface Streams {
  eventStore: Pick<EventStore, 'readStream' | 'lastRevision'>;
  codec: Pick<EventCodec<DomainEvent>, 'decodeBatch'>;
}

/** A row by its key, and the stream that alone makes it. */
export interface RowAsked<Row extends object> {
  table: ReadModelTable<Row>;
  /** What of other tables belongs to it. */
  parts: Parts;
  key: string;
  stream: string;
  /** The row as its table has it, or will say that it has none. */
  stored: Promise<StoredRow<Row> | undefined>;
  /** Keeps whoever asks from the rows of some tenants. */
  maySee?: ((tenantId: string) => boolean) | undefined;
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
  return foldedRow(streams, asked);
}

async function foldedRow<Row extends object>(
  { eventStore, codec }: Streams,
  { table, parts, key, stream, maySee }: RowAsked<Row>,
): Promise<StoredRow<Row> | undefined> {
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) recorded.push(event);
  // Before any key is asked for.
  if (maySee && recorded[0] && !maySee(recorded[0].metadata.tenant_id)) return undefined;
  const types = new Set([table, ...Object.values(parts).map((part) => part.table)].flatMap((one) => one.eventTypes));
  // The others change no row, and a newer version of the service can have written some that are not known here.
  const events = await codec.decodeBatch(recorded.filter(({ type }) => types.has(type)));
  let row: Row | undefined;
  for (const event of events) if (table.keys(event).includes(key)) row = foldOne(table, row, event) as Row | undefined;
  if (!row) return undefined;
  const belonging = Object.entries(parts).map(([name, part]) => [name, foldPart(part, events)] as const);
  const whole = { ...row, ...Object.fromEntries(belonging) };
  const columns = [...Object.keys(table.columns), ...Object.keys(parts)];
  return asStored(columns, whole, Number(recorded.at(-1)?.revision ?? 0n));
}

/** What a row would be if it had been written and read. */
function asStored<Row extends object>(columns: readonly string[], row: Row, revision: number): StoredRow<Row> {
  const written = JSON.parse(storableJson(row)) as { [column: string]: unknown };
  const read = columns.map((column) => [column, written[column] ?? null] as const);
  return { ...(Object.fromEntries(read) as Row), revision };
}
