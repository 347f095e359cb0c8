import type { DomainEvent } from '../../domain/core/event.js';
import { withoutSealed, type EventCodec, type KnownKeys } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { foldOne, storableJson } from './applyEvents.js';
import { createPartFold, type Parts } from './parts.js';
import type { ReadModelTable, StoredEvent, StoredRow } from './projection.js';
import type { Standing } from './rowSnapshots.js';

/** Where streams are read and opened. */
export interface FoldStreams {
  eventStore: Pick<EventStore, 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'decodeBatch'>;
}

/** A row by its key, and the stream that alone makes it. */
export interface FoldAsked<Row extends object> {
  table: ReadModelTable<Row>;
  /** What of other tables belongs to it. */
  parts: Parts;
  key: string;
  stream: string;
  /** Keeps whoever asks from the rows of some tenants. */
  maySee?: ((tenantId: string) => boolean) | undefined;
}

/** Where a fold begins, and what is made of it on the way. */
export interface Snapshots<Row extends object> {
  /** What the row was behind some event of its stream, which all that are folded come behind; none where they begin with its first. */
  from: Standing<Row> | undefined;
  every: bigint;
  /** Told of the row behind events that were opened together, where that many lie behind the last it was told. */
  note(standing: Standing<Row>): void;
}

/** Events that are opened together: their keys are asked for at once, and no more of a long stream is in memory. */
const OPENED_AT_ONCE = 200;

/**
 * The row that events of its stream make, by the table's own fold, as it would be if it had been written and read. Undefined where they
 * leave none, or are of a tenant that `maySee` keeps from; then none of them is opened.
 * @param recorded Events of the stream in their order, from its first on, or behind the snapshot
 * @throws EventStoreUnavailable, EventUnreadable
 */
export async function foldStream<Row extends object>(
  { codec }: FoldStreams,
  { table, parts, key, maySee }: FoldAsked<Row>,
  recorded: AsyncIterable<RecordedEvent>,
  snapshots?: Snapshots<Row>,
): Promise<StoredRow<Row> | undefined> {
  const from = snapshots?.from;
  if (from && maySee && !maySee(from.tenant_id)) return undefined;
  const tables = [table, ...Object.values(parts).map((part) => part.table)];
  const types = new Set(tables.flatMap((one) => one.eventTypes));
  const opened = new Set(tables.flatMap((one) => one.eventTypes.filter((type) => !one.closed?.includes(type))));
  const folds = Object.entries(parts).map(([name, part]) => [name, createPartFold(part)] as const);
  const columns = [...Object.keys(table.columns), ...Object.keys(parts)];
  let row: Row | undefined = from?.row;
  const take = (event: StoredEvent): void => {
    if (table.keys(event).includes(key)) row = foldOne(table, row, event) as Row | undefined;
    for (const [, fold] of folds) fold.take(event);
  };
  let last: RecordedEvent | undefined;
  let recorded_by = from?.recorded_by ?? '';
  let noted = from?.revision ?? -1n;
  const keys: KnownKeys = new Map();
  let waiting: RecordedEvent[] = [];
  /** Opens what waits, behind which the row is as of the last event. */
  const open = async (): Promise<void> => {
    (await codec.decodeBatch(waiting, keys)).forEach(take);
    waiting = [];
    if (!snapshots || !row || !last || last.revision - noted < snapshots.every) return;
    const { revision, position, metadata } = last;
    const standing = { tenant_id: metadata.tenant_id, revision, position, recorded_by };
    snapshots.note({ ...standing, row: asStored(columns, row, Number(revision)) });
    noted = revision;
  };
  for await (const event of recorded) {
    // Before any key is asked for.
    if (!last && maySee && !maySee(event.metadata.tenant_id)) return undefined;
    last = event;
    if (event.recorded_at > recorded_by) recorded_by = event.recorded_at;
    // The others change no row, and a newer version of the service can have written some that are not known here.
    if (types.has(event.type)) waiting.push(opened.has(event.type) ? event : withoutSealed(event));
    if (waiting.length >= OPENED_AT_ONCE) await open();
  }
  await open();
  if (!row) return undefined;
  const whole = { ...row, ...Object.fromEntries(folds.map(([name, fold]) => [name, fold.rows()])) };
  return asStored(columns, whole, Number(last?.revision ?? from?.revision ?? 0n));
}

/** What a row would be if it had been written and read. */
function asStored<Row extends object>(columns: readonly string[], row: Row, revision: number): StoredRow<Row> {
  const written = JSON.parse(storableJson(row)) as { [column: string]: unknown };
  const read = columns.map((column) => [column, written[column] ?? null] as const);
  return { ...(Object.fromEntries(read) as Row), revision };
}
