import type { Knex } from 'knex';
import type { IndexWrite, IndexWriter, Refused } from '../../platform/search/elasticsearchIndex.js';
import type { Log } from '../../platform/log.js';
import { readSetAside, setAside, unsetAside, type SetAside, type Target } from '../core/setAside.js';
import type { SinkEvent } from '../core/sink.js';
import { goneOf, indexedCase, type CaseReading, type IndexedCase } from './indexedCase.js';
import { searchedDocumentsTable } from './searchedDocuments.js';

/** What cases are put into an index with. */
export interface PutDeps extends CaseReading {
  database: { knex: Knex };
  writer: Pick<IndexWriter, 'write'>;
  log: Pick<Log, 'error'>;
}

/** What was put into an index. */
export interface Put {
  /** How many documents were written. */
  count: number;
  /** Those of them that are no more, or are not shown. */
  gone: readonly IndexWrite[];
  /** Streams that were set aside before, and were read whole. */
  before: readonly string[];
  /** Streams of which something is not shown. */
  aside: readonly SetAside[];
}

/** Documents that are kept until they are written: one event can concern all of a case, and one batch many cases. */
const TOGETHER = 100;

/**
 * Writes what becomes of the documents that events concern. What the index does not take stands in it as if it were gone, and its stream is set
 * aside: the documents of all others go on, and what was there before is not shown as if nothing had come after it.
 * @throws FoldFailed, EventUnreadable, and Error where the index takes nothing, whatever is written
 */
export async function putEvents(
  deps: PutDeps,
  { target, index }: { target: Target; index: string },
  events: readonly SinkEvent[],
): Promise<Put> {
  const wanted = wantedOf(events);
  const before = (await readSetAside(deps.database.knex, target, [...wanted.keys()])).map(({ stream }) => stream);
  const putting = createPutting(deps, index, new Set(before));
  for (const [stream, keys] of wanted) {
    const all = before.includes(stream);
    await putting.add(await indexedCase(deps, stream, all ? {} : { wanted: keys }));
  }
  return { ...(await putting.end()), before };
}

/** Writes all documents of a case that was set aside, as `putEvents` does. */
export async function putAgain(deps: PutDeps, index: string, folded: IndexedCase): Promise<Put> {
  const putting = createPutting(deps, index, new Set([folded.stream]));
  await putting.add(folded);
  return { ...(await putting.end()), before: [folded.stream] };
}

/** Notes which streams are set aside now, and which are no more. */
export async function noteAside(transaction: Knex, target: Target, { before, aside }: Put): Promise<void> {
  if (before.length > 0) await unsetAside(transaction, target, before);
  await setAside(transaction, target, aside);
}

/** The documents that events concern, by the stream of their case. */
function wantedOf(events: readonly SinkEvent[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { event } of events) {
    const keys = searchedDocumentsTable.keys(event);
    if (keys.length === 0) continue;
    const ofStream = wanted.get(event.stream) ?? new Set();
    wanted.set(event.stream, ofStream);
    for (const key of keys) ofStream.add(key);
  }
  return wanted;
}

/** Writes cases one after the other, few documents at a time. */
function createPutting({ writer, log }: PutDeps, index: string, before: ReadonlySet<string>) {
  const aside = new Map<string, string>();
  const gone: IndexWrite[] = [];
  let count = 0;
  let waiting: { stream: string; write: IndexWrite }[] = [];

  const isAside = (stream: string, reason: string): void => {
    if (aside.has(stream)) return;
    aside.set(stream, reason);
    if (!before.has(stream)) log.error({ index, stream, reason }, 'documents of a case are set aside, and not found');
  };
  const flush = async (): Promise<void> => {
    const refused = await writer.write(
      index,
      waiting.map(({ write }) => write),
    );
    await putNothing(writer, index, { writes: waiting.map(({ write }) => write), refused });
    for (const { stream, write } of waiting) {
      const status = refused.get(write.key);
      if (status !== undefined) isAside(stream, `the search index refuses a document with ${status}`);
    }
    count += waiting.length;
    waiting = [];
  };

  return {
    async add({ stream, writes, lost }: IndexedCase): Promise<void> {
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

/** Puts nothing in the place of what is refused. Where that is refused too it is not for the document. */
async function putNothing(
  writer: PutDeps['writer'],
  index: string,
  { writes, refused }: { writes: readonly IndexWrite[]; refused: Refused },
): Promise<void> {
  const instead = writes.filter(({ key }) => refused.has(key));
  if (instead.length === 0) return;
  const [status] = (
    await writer.write(
      index,
      instead.map((write) => ({ ...write, ...goneOf({ ...write, tenant_id: write.thing.tenant_id }) })),
    )
  ).values();
  if (status !== undefined) throw new Error(`The search index takes no document: it answered ${status}`);
}
