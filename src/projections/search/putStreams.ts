import type { Knex } from 'knex';
import type { IndexWrite, IndexWriter, Refused } from '../../platform/search/elasticsearchIndex.js';
import type { Log } from '../../platform/log.js';
import { readSetAside, setAside, unsetAside, type SetAside, type Target } from '../core/setAside.js';
import type { StoredEvent } from '../core/projection.js';
import type { SinkEvent } from '../core/sink.js';
import { goneOf, indexedEvents, indexedStream, type IndexedStream, type StreamReading } from './indexedStream.js';
import type { SearchedKind } from './searchedKind.js';

/** What streams are put into an index with. */
export interface PutDeps extends StreamReading {
  database: { knex: Knex };
  writer: Pick<IndexWriter, 'write'>;
  log: Pick<Log, 'error'>;
}

/** What was put into an index. */
export interface Put {
  /** How many things were written. */
  count: number;
  /** Those of them that are no more, or are not shown. */
  gone: readonly IndexWrite[];
  /** Streams that were set aside before, and were read whole. */
  before: readonly string[];
  /** Streams of which something is not shown. */
  aside: readonly SetAside[];
}

/** Things that are kept until they are written: one event can concern all of a case, and one batch many cases. */
const TOGETHER = 100;

/**
 * Writes what becomes of the things that events concern. What the index does not take stands in it as if it were gone, and its stream is set
 * aside: the things of all others go on, and what was there before is not shown as if nothing had come after it.
 * @throws FoldFailed, EventUnreadable, and Error where the index takes nothing, whatever is written
 */
export async function putEvents(
  deps: PutDeps,
  { target, index }: { target: Target; index: string },
  events: readonly SinkEvent[],
): Promise<Put> {
  const wanted = wantedOf(deps.kind, events);
  const before = (await readSetAside(deps.database.knex, target, [...wanted.keys()])).map(({ stream }) => stream);
  const putting = createPutting(deps, index, new Set(before));
  for (const [stream, concerned] of wanted) {
    const isAside = before.includes(stream);
    const direct = deps.kind.ofOneEvent && !isAside;
    await putting.add(
      direct
        ? indexedEvents(deps.kind, stream, concerned.events)
        : await indexedStream(deps, stream, isAside ? {} : { wanted: concerned.keys }),
    );
  }
  return { ...(await putting.end()), before };
}

/** Writes all things of a stream that was set aside, as `putEvents` does. */
export async function putAgain(deps: PutDeps, index: string, folded: IndexedStream): Promise<Put> {
  const putting = createPutting(deps, index, new Set([folded.stream]));
  await putting.add(folded);
  return { ...(await putting.end()), before: [folded.stream] };
}

/** Notes which streams are set aside now, and which are no more. */
export async function noteAside(transaction: Knex, target: Target, { before, aside }: Put): Promise<void> {
  if (before.length > 0) await unsetAside(transaction, target, before);
  await setAside(transaction, target, aside);
}

/** The things that events concern, by their stream, and these events. */
function wantedOf(
  { states }: SearchedKind,
  events: readonly SinkEvent[],
): Map<string, { keys: Set<string>; events: StoredEvent[] }> {
  const wanted = new Map<string, { keys: Set<string>; events: StoredEvent[] }>();
  for (const { event } of events) {
    const keys = states.keys(event);
    if (keys.length === 0) continue;
    const ofStream = wanted.get(event.stream) ?? { keys: new Set(), events: [] };
    wanted.set(event.stream, ofStream);
    for (const key of keys) ofStream.keys.add(key);
    ofStream.events.push(event);
  }
  return wanted;
}

/** Writes streams one after the other, few things at a time. */
function createPutting({ kind, writer, log }: PutDeps, index: string, before: ReadonlySet<string>) {
  const aside = new Map<string, string>();
  const gone: IndexWrite[] = [];
  let count = 0;
  let waiting: { stream: string; write: IndexWrite }[] = [];

  const isAside = (stream: string, reason: string): void => {
    if (aside.has(stream)) return;
    aside.set(stream, reason);
    if (!before.has(stream)) log.error({ index, stream, reason }, 'what a stream makes is set aside, and not found');
  };
  const flush = async (): Promise<void> => {
    const refused = await writer.write(
      index,
      waiting.map(({ write }) => write),
    );
    await putNothing({ kind, writer }, index, { writes: waiting.map(({ write }) => write), refused });
    for (const { stream, write } of waiting) {
      const status = refused.get(write.key);
      if (status !== undefined) isAside(stream, `the search index refuses what it makes with ${status}`);
    }
    count += waiting.length;
    waiting = [];
  };

  return {
    async add({ stream, writes, lost }: IndexedStream): Promise<void> {
      if (lost !== undefined) isAside(stream, lost);
      for (const write of writes) {
        waiting.push({ stream, write: before.has(stream) ? { ...write, again: true } : write });
        if ('gone' in write.thing) gone.push(write);
      }
      if (waiting.length >= TOGETHER) await flush();
    },
    async end(): Promise<Omit<Put, 'before'>> {
      if (waiting.length > 0) await flush();
      // From their beginning: a stream is always read whole.
      return { count, gone, aside: [...aside].map(([stream, reason]) => ({ stream, revision: 0n, reason })) };
    },
  };
}

/** Puts nothing in the place of what is refused. Where that is refused too it is not for the thing. */
async function putNothing(
  { kind, writer }: Pick<PutDeps, 'kind' | 'writer'>,
  index: string,
  { writes, refused }: { writes: readonly IndexWrite[]; refused: Refused },
): Promise<void> {
  const instead = writes.filter(({ key }) => refused.has(key));
  if (instead.length === 0) return;
  const [status] = (
    await writer.write(
      index,
      instead.map((write) => ({ ...write, ...goneOf(kind, { ...write, tenant_id: write.thing.tenant_id }) })),
    )
  ).values();
  if (status !== undefined) throw new Error(`The search index takes nothing: it answered ${status}`);
}
