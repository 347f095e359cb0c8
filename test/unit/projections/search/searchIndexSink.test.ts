import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import type { IndexWrite } from '../../../../src/platform/search/elasticsearchIndex.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { readCheckpoint, readCheckpoints } from '../../../../src/projections/core/checkpoints.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { countSetAside } from '../../../../src/projections/core/setAside.js';
import type { SearchKind } from '../../../../src/platform/search/search.js';
import { searchedName } from '../../../../src/projections/search/searchedKind.js';
import { createSearchIndexSink } from '../../../../src/projections/search/searchIndexSink.js';
import { searchedKinds } from '../../../../src/start/stored.js';
import { nine, ofCase, opened, opening, read, received, ten } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { createMemoryIndexes } from '../../../support/memoryIndexes.js';
import { until } from '../../../support/until.js';

const SEARCHED_NAME = searchedName(searchedKinds.documents);

let core: Core;
let memory: ReturnType<typeof createMemoryIndexes>;
let projector: Projector | undefined;
let revisions: Map<string, bigint>;
beforeEach(async () => {
  core = await openCore();
  memory = createMemoryIndexes();
  revisions = new Map();
});
afterEach(async () => {
  await projector?.stop();
  projector = undefined;
  await core.close();
});

const sinkOver = (codec: Pick<Core['codec'], 'openBatch'> = core.codec, kind: SearchKind = 'documents') =>
  createSearchIndexSink({ ...core, kind: searchedKinds[kind], codec, writer: memory.writer });
const project = (sink = sinkOver()) => {
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  return sink;
};
const startAgain = async (sink = sinkOver()) => {
  await projector?.stop();
  project(sink);
};
const happen = async (stream: string, ...events: CaseEvent[]): Promise<void> => {
  const caused = { actor: 'system', correlation_id: 'c', causation_id: 'c' };
  const metadata = { tenant_id: 'acme', mode: 'live' as const, occurred_at: nine, ...caused };
  const encoded = await core.codec.encode(stream, core.codec.check(events), metadata);
  const revision = revisions.get(stream) ?? -1n;
  await core.eventStore.append(stream, encoded, revision < 0n ? 'no_stream' : revision);
  revisions.set(stream, revision + BigInt(events.length));
};
const [name, version] = ['search_index', 1] as const;
const caughtUp = async (of: string = name): Promise<void> => {
  const head = await core.eventStore.head();
  await until(async () => {
    const stands = (await readCheckpoints(core.database.knex)).find((one) => one.name === of);
    return (stands?.position ?? -1n) >= (head ?? -1n) || undefined;
  });
};
const indexOf = (kind: SearchKind) =>
  memory.cluster.indexes.get(memory.cluster.aliases.get(searchedName(searchedKinds[kind])) ?? '');
/** What the index that is searched has, by key: the name that was read, or that it is gone. */
const found = () => {
  const index = indexOf('documents');
  const told = ({ thing }: IndexWrite) =>
    'gone' in thing ? 'gone' : (thing.source['extracted'] as { name?: string }).name;
  return Object.fromEntries([...(index ?? [])].map(([key, write]) => [key, told(write)]));
};
const asideNow = async () => (await countSetAside(core.database.knex, [{ name, version }])).get(name);
const nameRead = (doc_id: string, said: string) => read(doc_id, 'passport', { name: said });
const ofOther = { session_id: 's2' };
const other = {
  opened: { ...opened, data: { ...opening, ...ofOther, opened_at: nine } } as CaseEvent,
  received: received('d9', 0, ofOther),
  read: {
    ...read('d9', 'passport', { name: 'Berg' }),
    data: { ...nameRead('d9', 'Berg').data, ...ofOther },
  } as CaseEvent,
};
const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: ['d1', 'd2'], message_count: 0, reason: 'person_asked', erased_at: ten },
};
const isTooLarge = ({ key, thing }: IndexWrite) =>
  key === 's1/d1' && !('gone' in thing) && thing.source['status'] === 'done' ? 413 : undefined;

describe('a document that the index does not take', () => {
  it('is set aside, so that the documents of everybody else go on, and shows nothing of what it was before', async () => {
    memory.cluster.refuses = isTooLarge;
    project();
    await happen('case-s1', opened, received('d1', 0), received('d2', 1));
    await caughtUp();
    await happen('case-s1', nameRead('d1', 'Lindqvist'), nameRead('d2', 'Lind'));
    await happen('case-s2', other.opened, other.received, other.read);
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'gone', 's1/d2': 'Lind', 's2/d9': 'Berg' });
    expect(await asideNow()).toBe(1);
  });

  it('is shown once the index takes it: when a process starts, or something happens in its case', async () => {
    memory.cluster.refuses = isTooLarge;
    project();
    await happen('case-s1', opened, received('d1', 0), received('d2', 1), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    memory.cluster.refuses = () => undefined;
    await startAgain();
    await until(async () => (await asideNow()) === 0 || undefined);
    expect(found()).toMatchObject({ 's1/d1': 'Lindqvist' });
    memory.cluster.refuses = isTooLarge;
    await happen('case-s1', nameRead('d1', 'Lindkvist'));
    await caughtUp();
    expect(found()).toMatchObject({ 's1/d1': 'gone' });
    memory.cluster.refuses = () => undefined;
    await happen('case-s1', nameRead('d2', 'Lind'));
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'Lindkvist', 's1/d2': 'Lind' });
    expect(await asideNow()).toBe(0);
  });

  it('is set aside by a rebuild too, and for what takes the place of the index', async () => {
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    memory.cluster.refuses = isTooLarge;
    await rebuild(core, sink);
    expect(found()).toEqual({ 's1/d1': 'gone' });
    expect(await asideNow()).toBe(1);
  });

  it('keeps nothing aside of a case that is erased', async () => {
    memory.cluster.refuses = isTooLarge;
    project();
    await happen('case-s1', opened, received('d1', 0), received('d2', 1), nameRead('d1', 'Lindqvist'));
    await happen('case-s1', erased);
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'gone', 's1/d2': 'gone' });
    expect(await asideNow()).toBe(0);
  });

  it('is not the reason where the index takes nothing at all: nothing is passed over then', async () => {
    project();
    await happen('case-s1', opened, received('d1', 0));
    await caughtUp();
    const before = await readCheckpoint(core.database.knex, { name, version });
    memory.cluster.refuses = () => 400;
    await happen('case-s1', nameRead('d1', 'Lindqvist'));
    await until(() => Promise.resolve(projector?.status()[0]?.state === 'retrying' || undefined));
    expect((await readCheckpoint(core.database.knex, { name, version })).position).toBe(before.position);
    expect(await asideNow()).toBe(0);
  });
});

describe('what makes an index of another kind', () => {
  it('is set aside where the index does not take it, an event with those after it in its stream alone, and is shown later', async () => {
    const actions = () =>
      [...(indexOf('events')?.values() ?? [])].map(({ thing }) => ('gone' in thing ? 'gone' : thing.source['action']));
    memory.cluster.refuses = ({ thing }) =>
      !('gone' in thing) && thing.source['action'] === 'DocumentReceived' ? 400 : undefined;
    const sink = project(sinkOver(core.codec, 'events'));
    await happen('case-s1', opened, received('d1', 0));
    await caughtUp(sink.name);
    await happen('case-s1', nameRead('d1', 'Lindqvist'));
    await happen('case-s2', other.opened);
    await caughtUp(sink.name);
    expect(actions()).toEqual(['CaseOpened', 'gone', 'DocumentProcessed', 'CaseOpened']);
    memory.cluster.refuses = () => undefined;
    await startAgain(sinkOver(core.codec, 'events'));
    await until(() => Promise.resolve(!actions().includes('gone') || undefined));
    expect(actions()).toEqual(['CaseOpened', 'DocumentReceived', 'DocumentProcessed', 'CaseOpened']);
  });

  it('reads an event alone, whether or not a value in it is lost, and a case whole', async () => {
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await core.database.knex('subject_keys').where({ subject: 'case-s1' }).delete();
    const openBatch: Core['codec']['openBatch'] = () => Promise.reject(new Error('Not to be read'));
    const ofEvents = project(sinkOver({ openBatch }, 'events'));
    await caughtUp(ofEvents.name);
    expect([...(indexOf('events')?.values() ?? [])].some(({ thing }) => 'gone' in thing)).toBe(false);
    const ofCases = sinkOver(core.codec, 'cases');
    await startAgain(ofCases);
    await caughtUp(ofCases.name);
    expect(indexOf('cases')?.get('s1')).toMatchObject({ thing: { id: 's1', gone: true } });
  });
});

describe('a document of which a sealed value is lost', () => {
  it('is not shown, is told of as set aside, and is there again once the value is', async () => {
    const keys = () => core.database.knex('subject_keys').where({ subject: 'case-s1' });
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    const key = await keys().first<object>();
    await keys().delete();
    project();
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'gone' });
    expect(await asideNow()).toBe(1);
    await core.database.knex('subject_keys').insert(key);
    await startAgain();
    await until(async () => (await asideNow()) === 0 || undefined);
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
  });
});

describe('what is read of a case for the index', () => {
  it('is opened for the documents alone that something happened to, and waited for only so long', async () => {
    const asked: { events: readonly RecordedEvent[]; patience: unknown }[] = [];
    const openBatch: Core['codec']['openBatch'] = (events, patience) => {
      asked.push({ events, patience });
      return core.codec.openBatch(events, patience);
    };
    await happen('case-s1', opened, received('d1', 0), received('d2', 1), nameRead('d1', 'Lindqvist'));
    project();
    await caughtUp();
    await projector?.stop();
    await happen('case-s1', nameRead('d2', 'Lind'));
    project(sinkOver({ openBatch }));
    await caughtUp();
    expect(asked.flatMap(({ events }) => events.map(({ data }) => data['doc_id']))).toEqual(['d2', 'd2']);
    expect(asked.map(({ patience }) => patience)).toEqual([{ patienceMs: expect.any(Number) as number }]);
  });
});

describe('the name that is searched', () => {
  it('stands for the index that is written to, though others make one at the same time', async () => {
    const { make } = memory.writer;
    let others = 5;
    memory.writer.make = async (index, own) => {
      await make(index, own);
      if (others-- === 0) return;
      await core.database
        .knex('projection_checkpoints')
        .where({ name })
        .update({ tables: [`attest-documents-v1-${others}`] });
    };
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const { tables } = await readCheckpoint(core.database.knex, sink);
    expect(tables).toEqual([memory.cluster.aliases.get(SEARCHED_NAME)]);
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
  });
});

describe('a rebuild of the index', () => {
  /** The connections that say nothing in a transaction. */
  const silent = () =>
    core.database
      .knex('pg_stat_activity')
      .where({ state: 'idle in transaction' })
      .whereRaw('datname = current_database()');
  const written = async () => (await readCheckpoint(core.database.knex, { name, version })).tables;
  const searched = () => memory.cluster.aliases.get(SEARCHED_NAME);
  const begin = async () => {
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    return sink;
  };

  it('waits for the cluster over no connection that is for short statements', async () => {
    const sink = await begin();
    await projector?.stop();
    const { show } = memory.writer;
    const names: unknown[] = [];
    memory.writer.show = async (index) => {
      names.push(...(await silent().pluck<string[]>('application_name')));
      await show(index);
    };
    await rebuild(core, sink);
    expect(names).toEqual(['attest-rebuild']);
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
  });

  it('that breaks off before its index is written to leaves the name where it was, and is gone on with', async () => {
    const sink = await begin();
    await projector?.stop();
    const before = searched();
    const { show } = memory.writer;
    memory.writer.show = async (index) => {
      await show(index);
      // Waits for its end.
      await silent().select(core.database.knex.raw('pg_terminate_backend(pid, 10000)'));
    };
    await expect(rebuild(core, sink)).rejects.toThrow();
    expect([searched(), await written()]).toEqual([before, [before]]);
    memory.writer.show = show;
    await rebuild(core, sink);
    expect(await written()).toEqual([searched()]);
    expect(searched()).not.toBe(before);
    expect([...memory.cluster.indexes.keys()]).toEqual([searched()]);
  });

  it('that breaks off after that leaves the name to whoever writes next', async () => {
    const sink = await begin();
    const { stand } = memory.writer;
    memory.writer.stand = () => Promise.reject(new Error('The cluster is away'));
    await expect(rebuild(core, sink)).rejects.toThrow('The cluster is away');
    memory.writer.stand = stand;
    await happen('case-s1', nameRead('d1', 'Lindkvist'));
    await caughtUp();
    expect(await written()).toEqual([searched()]);
    expect(found()).toEqual({ 's1/d1': 'Lindkvist' });
    await startAgain();
    await until(() => Promise.resolve(memory.cluster.indexes.size === 1 || undefined));
  });
});

describe('an erasure', () => {
  it('reaches every index that takes it, though one takes nothing, and is told to that one again', async () => {
    project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const live = memory.cluster.aliases.get(SEARCHED_NAME) ?? expect.unreachable();
    const [older, newer] = ['attest-documents-v0-a', 'attest-documents-v9-a'];
    for (const index of [older, newer]) {
      memory.cluster.indexes.set(index, new Map(memory.cluster.indexes.get(live)));
    }
    memory.cluster.broken.add(older);
    await happen('case-s1', erased);
    const isGone = (index: string) => 'gone' in (memory.cluster.indexes.get(index)?.get('s1/d1')?.thing ?? {});
    await until(() => Promise.resolve((isGone(live) && isGone(newer)) || undefined));
    expect(isGone(older)).toBe(false);
    memory.cluster.broken.clear();
    await caughtUp();
    expect(isGone(older)).toBe(true);
  });

  it('deletes an index of another version that goes on to take nothing, and what happens later is searched', async () => {
    const forgetting = { writer: memory.writer, forgetWithinMs: 0 };
    project(createSearchIndexSink({ ...core, kind: searchedKinds.documents, ...forgetting }));
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const older = 'attest-documents-v0-a';
    memory.cluster.indexes.set(older, new Map());
    memory.cluster.broken.add(older);
    await happen('case-s1', erased);
    await happen('case-s2', other.opened, other.received, other.read);
    await caughtUp();
    expect([...memory.cluster.indexes.keys()]).toEqual([memory.cluster.aliases.get(SEARCHED_NAME)]);
    expect(found()).toEqual({ 's1/d1': 'gone', 's1/d2': 'gone', 's2/d9': 'Berg' });
  });
});
