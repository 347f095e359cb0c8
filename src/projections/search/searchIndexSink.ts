import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { LONG_STATEMENTS } from '../../platform/database/connectionOptions.js';
import { openPool } from '../../platform/database/openPool.js';
import type { IndexWriter } from '../../platform/search/elasticsearchIndex.js';
import {
  beginBuild,
  claimBuild,
  endBuild,
  forgetBuild,
  moveBuild,
  noteBuildStop,
  readBuilds,
  type Reached,
} from '../core/builds.js';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../core/checkpoints.js';
import { moveSetAside, pickSetAside, tellSetAside, unsetAside, type Target } from '../core/setAside.js';
import { MovesLost, type Build, type Sink } from '../core/sink.js';
import { createForgetting } from './forgetInOthers.js';
import { indexedStream } from './indexedStream.js';
import { noteAside, putAgain, putEvents, type PutDeps } from './putStreams.js';
import { allIndexes, searchedName, type SearchedKind } from './searchedKind.js';

/** What is built in another shape cannot be gone on with. */
const shapeOf = ({ kind }: SearchedKind): string => `${kind} 1`;

/** How often the name is put right while others change what it is to stand for. */
const TRIES = 3;

/** How long is looked, when the index is opened, for what can be shown again, and among how many: it waits for that. */
const LOOK_MS = 2_000;
const LOOK_AMONG = 1_000;

const live = ({ index }: SearchedKind): Target => ({ ...index, building: false });
const built = ({ index }: SearchedKind): Target => ({ ...index, building: true });

/** What the index is written with. */
export interface SearchIndexDeps extends PutDeps {
  database: { knex: Knex; url: string };
  eventStore: Pick<EventStore, 'readStream' | 'end'>;
  writer: IndexWriter;
  /** What the names of this installation's indexes begin with. */
  prefix: string;
  /** For tests: `PATIENCE_MS` of `createForgetting`. */
  forgetWithinMs?: number;
}

/**
 * The index of a kind as a sink. What it has of a thing is folded from the stream of that each time; of events, from the event alone. The
 * checkpoint, in the database, names the index that is written to; the name that is searched stands for it, before anything more is written to
 * it. Things of which a sealed value is lost, or that the index does not take, are not shown, and their streams are set aside.
 */
export function createSearchIndexSink(deps: SearchIndexDeps): Sink {
  const { writer, kind } = deps;
  const { knex } = deps.database;
  const of = kind.index;
  const searched = searchedName(kind, deps.prefix);
  const forgetInOthers = createForgetting(deps, allIndexes(kind.kind, deps.prefix), deps.forgetWithinMs);
  let stoodFor: string | undefined;
  /** Also where whoever put the index in place died before the name stood for it. */
  const standFor = async (index: string): Promise<void> => {
    if (index === stoodFor) return;
    await writer.stand(searched, index);
    stoodFor = index;
  };
  return {
    ...of,
    eventTypes: kind.states.eventTypes,
    prepare: () => prepare(deps),
    async take({ events, from, to }) {
      const { position: before = -1n, tables } = await readCheckpoint(knex, of);
      const index = tables[0];
      if (index === undefined || before < (from ?? -1n)) throw new MovesLost(of);
      await standFor(index);
      const put = await putEvents(deps, { target: live(kind), index }, events);
      if (put.count > 0) await writer.show(index);
      await forgetInOthers(index, put.gone);
      await knex.transaction(async (transaction) => {
        const { position = -1n, tables: now } = await lockCheckpoint(transaction, of);
        if (now[0] !== index) throw new MovesLost(of);
        await noteAside(transaction, live(kind), put);
        if (to > position) await moveCheckpoint(transaction, of, to);
      });
      if (put.before.length + put.aside.length > 0) await tellSetAside(knex, of);
    },
    openBuild: (fence) => openBuild(deps, fence),
    async dropBuild() {
      const tables = await forgetBuild(knex, of);
      await unsetAside(knex, built(kind));
      for (const index of tables ?? []) await writer.drop(index);
      return tables !== undefined;
    },
  };
}

/**
 * Makes the index where there is none, also where it was lost, or has what the log has not: then everything is read again.
 * @throws Error where others do so at this moment
 */
async function prepare(deps: SearchIndexDeps): Promise<void> {
  const { writer, kind } = deps;
  const { knex } = deps.database;
  const of = kind.index;
  const searched = searchedName(kind, deps.prefix);
  await knex('projection_checkpoints')
    .insert({ ...of, tables: [] })
    .onConflict(['name', 'version'])
    .ignore();
  for (let tries = 0; ; tries += 1) {
    if (tries === TRIES) throw new Error('Others change at this moment which index is searched');
    const { tables } = await readCheckpoint(knex, of);
    let [index] = tables;
    if (index === undefined || !(await isUsable(deps, index))) {
      index = `${searched}-${randomUUID()}`;
      // Before it is made: whatever dies in between, nobody believes it to hold what it does not.
      const changed = await knex('projection_checkpoints')
        .where(of)
        .whereRaw('tables = ?::text[]', [[...tables]])
        .update({ position: null, tables: [index] });
      if (changed === 0) continue;
      await unsetAside(knex, live(kind));
      await writer.make(index, kind.own);
    }
    await writer.stand(searched, index);
    if ((await readCheckpoint(knex, of)).tables[0] === index) break;
  }
  await dropStrays(deps);
  await showAgain(deps);
  await tellSetAside(knex, of);
}

/**
 * Whether an index is there, and of this log: once the log was put back to an earlier state, or lost its end with a server, what an index has
 * can be newer than the log, and what is written since would stand behind it and never be found.
 */
async function isUsable({ writer, eventStore, log }: SearchIndexDeps, index: string): Promise<boolean> {
  if (!(await writer.exists(index))) return false;
  const newest = await writer.newest(index);
  if (newest === undefined || newest <= ((await eventStore.end()) ?? -1n)) return true;
  log.error({ index }, 'an index has what the log has not, as after the log was put back; it is made anew');
  return false;
}

/** Shows what was set aside and can be shown now: what was lost is back, or the index takes it after all. */
async function showAgain(deps: SearchIndexDeps): Promise<void> {
  const { kind } = deps;
  const { knex } = deps.database;
  const deadline = performance.now() + LOOK_MS;
  const [index] = (await readCheckpoint(knex, kind.index)).tables;
  if (index === undefined) return;
  for (const stream of await pickSetAside(knex, live(kind), LOOK_AMONG)) {
    const inAllMs = deadline - performance.now();
    if (inAllMs <= 0) return;
    // One that cannot be read is looked at another time, and keeps none of the others.
    const folded = await indexedStream(deps, stream, { patience: { inAllMs } }).catch(() => undefined);
    if (!folded) continue;
    const put = await putAgain(deps, index, folded);
    await deps.writer.show(index);
    await knex.transaction((transaction) => noteAside(transaction, live(kind), put));
  }
}

/** Drops the indexes of this version that nobody names any more: no erasure would reach them. */
async function dropStrays({ database: { knex }, writer, kind, prefix }: SearchIndexDeps): Promise<void> {
  const there = await writer.named(`${searchedName(kind, prefix)}-`);
  const builds = (await readBuilds(knex)).filter(({ name }) => name === kind.index.name);
  const named = new Set([...builds, await readCheckpoint(knex, kind.index)].flatMap(({ tables }) => [...tables]));
  for (const index of there) if (!named.has(index)) await writer.drop(index);
}

/** One to hold what is searched still and one to write. */
const CONNECTIONS = 2;

/**
 * Opens an index beside the one that is searched. With connections of its own: the cluster is waited for while one of them holds what is
 * searched still, for longer than those of the pool may say nothing in a transaction.
 * @throws BuildLost
 */
async function openBuild(deps: SearchIndexDeps, fence: bigint): Promise<Build> {
  const { url } = deps.database;
  const knex = openPool({ url, name: 'attest-rebuild', limits: LONG_STATEMENTS, max: CONNECTIONS });
  try {
    return createBuild({ ...deps, database: { url, knex } }, fence, await claimIndex(deps, knex, fence));
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}

/** The index that is built, and how far it had come. */
interface Claimed {
  index: string;
  reached: Reached;
}

async function claimIndex({ writer, kind, prefix }: SearchIndexDeps, knex: Knex, fence: bigint): Promise<Claimed> {
  const of = kind.index;
  const index = `${searchedName(kind, prefix)}-${randomUUID()}`;
  const claim = { fence, shape: shapeOf(kind), tables: [index] };
  const reached = await knex.transaction((transaction) => claimBuild(transaction, of, claim));
  const build = (await readBuilds(knex)).find(({ name, version }) => name === of.name && version === of.version);
  const [begun] = build?.tables ?? [];
  if (reached && begun !== undefined && (await writer.exists(begun))) return { index: begun, reached };
  await knex.transaction(async (transaction) => {
    await unsetAside(transaction, built(kind));
    await beginBuild(transaction, of, claim);
  });
  await writer.make(index, kind.own);
  return { index, reached: { position: undefined, events: 0 } };
}

function createBuild(deps: SearchIndexDeps, fence: bigint, { index, reached }: Claimed): Build {
  const { writer, kind } = deps;
  const { knex } = deps.database;
  const of = kind.index;
  let { position } = reached;
  return {
    reached,
    async take({ events, from, to }) {
      const put = await putEvents(deps, { target: built(kind), index }, events);
      await knex.transaction(async (transaction) => {
        await moveBuild(transaction, of, { fence, from, to, events: events.length });
        await noteAside(transaction, built(kind), put);
      });
      position = to;
    },
    finish: () => writer.show(index),
    async swap(catchUp) {
      const old = await knex.transaction(async (transaction) => {
        const { position: live, tables } = await lockCheckpoint(transaction, of);
        await catchUp(live);
        await writer.show(index);
        await endBuild(transaction, of, { fence, position });
        await moveSetAside(transaction, of);
        await transaction('projection_checkpoints')
          .where(of)
          .update({ tables: [index] });
        if (position !== undefined) await moveCheckpoint(transaction, of, position);
        return tables[0];
      });
      // Once that is sure: what breaks off before leaves the name where it was, and after it whoever writes next lets it stand for the index.
      await writer.stand(searchedName(kind, deps.prefix), index);
      if (old !== undefined && old !== index) await writer.drop(old);
    },
    noteStop: (error) => noteBuildStop(knex, of, { fence, error }),
    close: () => knex.destroy(),
  };
}
