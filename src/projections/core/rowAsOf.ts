import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { AsOf } from './asOf.js';
import { foldStream, type FoldAsked, type FoldStreams } from './foldStream.js';
import type { StoredRow } from './projection.js';
import type { RowSnapshots, Standing } from './rowSnapshots.js';

/** Whether an event had happened by then. */
const isBy = (asOf: AsOf, { position, recorded_at }: Pick<RecordedEvent, 'position' | 'recorded_at'>): boolean =>
  'position' in asOf ? position <= asOf.position : recorded_at <= asOf.time;

/**
 * A row as it was: folded by the table's own fold from the events that its stream had by then. What was erased since is erased in it too.
 * Undefined where there was none, or `maySee` keeps from it.
 * @param snapshots Of the table, where rows of it are kept on the way
 * @param latest The row as it is now, which is asked for where nothing has happened to it since
 * @throws EventStoreUnavailable, EventUnreadable
 */
export async function rowAsOf<Row extends object>(
  streams: FoldStreams,
  asked: FoldAsked<Row> & { snapshots: RowSnapshots | undefined },
  asOf: AsOf,
  latest: () => Promise<StoredRow<Row> | undefined>,
): Promise<StoredRow<Row> | undefined> {
  const { stream } = asked;
  for await (const last of streams.eventStore.readStream(stream, { direction: 'backwards', limit: 1 })) {
    if (isBy(asOf, last)) return latest();
    if (asked.snapshots) return foldOn(streams, { ...asked, snapshots: asked.snapshots }, asOf);
    const erasure = await erasureIn(streams, asked, last);
    return foldStream(streams, asked, until(streams.eventStore.readStream(stream), asOf, erasure));
  }
  return undefined;
}

/** What erased a stream, looked for from its end on: behind it stands at most what a model was shown meanwhile. */
async function erasureIn<Row extends object>(
  { eventStore }: FoldStreams,
  { table: { erasedBy, behindErasure = [] }, stream }: FoldAsked<Row>,
  last: RecordedEvent,
): Promise<RecordedEvent | undefined> {
  if (last.type === erasedBy) return last;
  if (!behindErasure.includes(last.type)) return undefined;
  for await (const event of eventStore.readStream(stream, { direction: 'backwards' })) {
    if (event.type === erasedBy) return event;
    if (!behindErasure.includes(event.type)) return undefined;
  }
  return undefined;
}

/** From the last snapshot on, and with those that were missing kept for whoever reads the past next. */
async function foldOn<Row extends object>(
  streams: FoldStreams,
  asked: FoldAsked<Row> & { snapshots: RowSnapshots },
  asOf: AsOf,
): Promise<StoredRow<Row> | undefined> {
  const { key, stream, snapshots } = asked;
  const from = await snapshots.before<Row>(key, asOf);
  const made: Standing<Row>[] = [];
  const behind = streams.eventStore.readStream(stream, { from: from ? from.revision + 1n : 0n });
  const note = (standing: Standing<Row>): void => void made.push(standing);
  const row = await foldStream(streams, asked, until(behind, asOf, undefined), { from, every: snapshots.every, note });
  await snapshots.keep(key, made);
  return row;
}

/** The events until then, and behind them the one that erased what they say: its values are gone, and the row is to say so. */
async function* until(
  recorded: AsyncIterable<RecordedEvent>,
  asOf: AsOf,
  erasure: RecordedEvent | undefined,
): AsyncGenerator<RecordedEvent> {
  let isThere = false;
  for await (const event of recorded) {
    if (!isBy(asOf, event)) break;
    isThere = true;
    yield event;
  }
  if (isThere && erasure) yield erasure;
}
