import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, Position } from '../../platform/eventStore/eventStore.js';
import type { IndexWrite, IndexWriter } from '../../platform/search/elasticsearchIndex.js';
import type { Log } from '../../platform/log.js';
import { foldOne } from '../core/applyEvents.js';
import { beginBuild, claimBuild, endBuild, forgetBuild, moveBuild, readBuilds } from '../core/builds.js';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../core/checkpoints.js';
import { MovesLost, type Build, type Sink, type SinkEvent } from '../core/sink.js';
import { searchedDocumentsTable } from './searchedDocuments.js';

/** The read model that is an index of documents outside of the database. Its version follows what makes its documents. */
const searchIndex = { name: 'search_index', version: 1 };

/** Fields of documents that the index keeps by themselves. */
export const OWN_FIELDS: ReadonlySet<string> = new Set(['document_type', 'status']);

/** What all indexes of documents are called first, and the name of the one that is searched. Versions are searched each by itself. */
const ALL_INDEXES = 'attest-documents-v';
export const SEARCHED_NAME = `${ALL_INDEXES}${searchIndex.version}`;

/** What is built in another shape cannot be gone on with. */
const SHAPE = 'documents 1';

/** Events of a stream that are opened together. */
const OPENED_AT_ONCE = 200;

/** How often the name is put right while others change what it is to stand for. */
const TRIES = 3;

/** What the index is written with. */
export interface SearchIndexDeps {
  database: { knex: Knex };
  eventStore: Pick<EventStore, 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
  writer: IndexWriter;
  log: Pick<Log, 'error'>;
}

/**
 * The index of documents as a sink. What it has of a document is folded from the whole stream of its case, since what a mask hides is
 * needed for that and is not in the index. The checkpoint, in the database, names the index that is written to; the name that is searched
 * stands for it. Streams of which a sealed value is lost are shown as if they were erased.
 */
export function createSearchIndexSink(deps: SearchIndexDeps): Sink {
  const { writer } = deps;
  const { knex } = deps.database;
  const of = searchIndex;
  const liveIndex = async (): Promise<string | undefined> => (await readCheckpoint(knex, of)).tables[0];
  return {
    ...of,
    eventTypes: searchedDocumentsTable.eventTypes,
    prepare: () => prepare(deps),
    async take({ events, from, to }) {
      const { position: before = -1n, tables } = await readCheckpoint(knex, of);
      const index = tables[0];
      if (index === undefined || before < (from ?? -1n)) throw new MovesLost(of);
      const writes = await writesOf(deps, events);
      await writer.write(index, writes);
      if (writes.length > 0) await writer.show(index);
      await forgetInOthers(deps, index, writes);
      await knex.transaction(async (transaction) => {
        const { position = -1n, tables: now } = await lockCheckpoint(transaction, of);
        if (now[0] !== index) throw new MovesLost(of);
        if (to > position) await moveCheckpoint(transaction, of, to);
      });
    },
    openBuild: (fence) => openBuild(deps, fence, liveIndex),
    async dropBuild() {
      const tables = await forgetBuild(knex, of);
      for (const index of tables ?? []) await writer.drop(index);
      return tables !== undefined;
    },
  };
}

/** Makes the index where there is none, also where it was lost: then everything is read again. */
async function prepare(deps: SearchIndexDeps): Promise<void> {
  const { writer } = deps;
  const { knex } = deps.database;
  const of = searchIndex;
  await knex('projection_checkpoints')
    .insert({ ...of, tables: [] })
    .onConflict(['name', 'version'])
    .ignore();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { tables } = await readCheckpoint(knex, of);
    let [index] = tables;
    if (index === undefined || !(await writer.exists(index))) {
      index = `${SEARCHED_NAME}-${randomUUID()}`;
      // Before it is made: whatever dies in between, nobody believes it to hold what it does not.
      const changed = await knex('projection_checkpoints')
        .where(of)
        .whereRaw('tables = ?::text[]', [[...tables]])
        .update({ position: null, tables: [index] });
      if (changed === 0) continue;
      await writer.make(index, OWN_FIELDS);
    }
    await writer.stand(SEARCHED_NAME, index);
    if ((await readCheckpoint(knex, of)).tables[0] === index) break;
  }
  await dropStrays(deps);
}

/** Drops the indexes of this version that nobody names any more: no erasure would reach them. */
async function dropStrays({ database: { knex }, writer }: SearchIndexDeps): Promise<void> {
  const there = await writer.named(`${SEARCHED_NAME}-`);
  const builds = (await readBuilds(knex)).filter(({ name }) => name === searchIndex.name);
  const named = new Set([...builds, await readCheckpoint(knex, searchIndex)].flatMap(({ tables }) => [...tables]));
  for (const index of there) if (!named.has(index)) await writer.drop(index);
}

/** What is no more is no more in what is built, or was left, either: an index of another version, one that is not searched yet. */
async function forgetInOthers({ writer }: SearchIndexDeps, live: string, writes: readonly IndexWrite[]): Promise<void> {
  const gone = writes.filter(({ thing }) => 'gone' in thing);
  if (gone.length === 0) return;
  for (const index of await writer.named(ALL_INDEXES)) {
    if (index !== live) await writer.write(index, gone);
  }
}

/** What becomes of the documents that events concern, each as the last event of its case left it. @throws FoldFailed, EventUnreadable */
async function writesOf(deps: SearchIndexDeps, events: readonly SinkEvent[]): Promise<IndexWrite[]> {
  const keys = new Map<string, Set<string>>();
  for (const { event } of events) {
    const ofStream = keys.get(event.stream) ?? new Set();
    keys.set(event.stream, ofStream);
    for (const key of searchedDocumentsTable.keys(event)) ofStream.add(key);
  }
  const writes: IndexWrite[] = [];
  for (const [stream, wanted] of keys) if (wanted.size > 0) writes.push(...(await foldCase(deps, stream, wanted)));
  return writes;
}

type Row = NonNullable<ReturnType<typeof searchedDocumentsTable.fold>>;

/** The documents of a case. */
async function foldCase(
  { eventStore, codec, log }: SearchIndexDeps,
  stream: string,
  wanted: ReadonlySet<string>,
): Promise<IndexWrite[]> {
  const rows = new Map<string, { row: Row | undefined; version: Position; tenant_id: string }>();
  const lostIn = new Set<string>();
  const open = async (recorded: Parameters<typeof codec.openBatch>[0]): Promise<void> => {
    for (const { event, lost } of (await codec.openBatch(recorded)).map(openedOrThrow)) {
      if (lost) lostIn.add(event.id);
      for (const key of searchedDocumentsTable.keys(event)) {
        const row = foldOne(searchedDocumentsTable, rows.get(key)?.row, event) as Row | undefined;
        rows.set(key, { row, version: event.position, tenant_id: event.metadata.tenant_id });
      }
    }
  };
  const types = new Set(searchedDocumentsTable.eventTypes);
  let waiting: Parameters<typeof codec.openBatch>[0][number][] = [];
  for await (const event of eventStore.readStream(stream)) {
    if (types.has(event.type)) waiting.push(event);
    if (waiting.length < OPENED_AT_ONCE) continue;
    await open(waiting);
    waiting = [];
  }
  await open(waiting);
  const isLost = lostIn.size > 0;
  if (isLost)
    log.error(
      { projection: searchIndex.name, stream },
      'a value that is sealed is lost: what its stream makes is not shown',
    );
  return [...rows]
    .filter(([key]) => wanted.has(key))
    .map(([key, { row, version, tenant_id }]): IndexWrite => {
      if (row && !isLost) return { key, version, thing: thingOf(row) };
      return { key, version, thing: { id: key.split('/')[1] ?? '', tenant_id, gone: true } };
    });
}

/** What is found of a document: what a mask hides is not in it. */
function thingOf({ id, tenant_id, at, document_type, status, source, text, terms, fields, nested }: Row) {
  const own = { document_type, status };
  return { id, tenant_id, at, source: { ...source }, own, text, terms, fields, nested };
}

async function openBuild(
  deps: SearchIndexDeps,
  fence: bigint,
  liveIndex: () => Promise<string | undefined>,
): Promise<Build> {
  const { writer } = deps;
  const { knex } = deps.database;
  const of = searchIndex;
  const claim = { fence, shape: SHAPE, tables: [`${SEARCHED_NAME}-${randomUUID()}`] };
  let begun = await knex.transaction((transaction) => claimBuild(transaction, of, claim));
  const named = (await readBuilds(knex)).find(({ name, version }) => name === of.name && version === of.version);
  let index = named?.tables[0] ?? '';
  if (!begun || !(await writer.exists(index))) {
    begun = undefined;
    index = claim.tables[0] ?? '';
    await knex.transaction((transaction) => beginBuild(transaction, of, claim));
    await writer.make(index, OWN_FIELDS);
  }
  let position = begun?.position;
  return {
    reached: begun ?? { position: undefined, events: 0 },
    async take({ events, from, to }) {
      await writer.write(index, await writesOf(deps, events));
      await knex.transaction((transaction) => moveBuild(transaction, of, { fence, from, to, events: events.length }));
      position = to;
    },
    finish: () => writer.show(index),
    async swap(catchUp) {
      const old = await liveIndex();
      await knex.transaction(async (transaction) => {
        await catchUp((await lockCheckpoint(transaction, of)).position);
        await writer.show(index);
        await endBuild(transaction, of, { fence, position });
        await transaction('projection_checkpoints')
          .where(of)
          .update({ tables: [index] });
        if (position !== undefined) await moveCheckpoint(transaction, of, position);
        await writer.stand(SEARCHED_NAME, index);
      });
      if (old !== undefined && old !== index) await writer.drop(old);
    },
    close: () => Promise.resolve(),
  };
}
