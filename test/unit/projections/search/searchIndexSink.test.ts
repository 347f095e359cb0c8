import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import type { IndexWrite } from '../../../../src/platform/search/elasticsearchIndex.js';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { countSetAside } from '../../../../src/projections/core/setAside.js';
import { opened, received } from '../../../support/caseStory.js';
import type { Core } from '../../../support/core.js';
import { DOCUMENT_INDEX, erased, nameRead, other, useIndexedLog } from '../../../support/indexedLog.js';
import { until } from '../../../support/until.js';

const { core, memory, projector, sinkOver, project, startAgain, happen, caughtUp, indexOf, found } = useIndexedLog();
const asideNow = async () => (await countSetAside(core().database.knex, [DOCUMENT_INDEX])).get(DOCUMENT_INDEX.name);
const isTooLarge = ({ key, thing }: IndexWrite) =>
  key === 's1/d1' && !('gone' in thing) && thing.source['status'] === 'done' ? 413 : undefined;

describe('a document that the index does not take', () => {
  it('is set aside, so that the documents of everybody else go on, and shows nothing of what it was before', async () => {
    memory().cluster.refuses = isTooLarge;
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
    memory().cluster.refuses = isTooLarge;
    project();
    await happen('case-s1', opened, received('d1', 0), received('d2', 1), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    memory().cluster.refuses = () => undefined;
    await startAgain();
    await until(async () => (await asideNow()) === 0 || undefined);
    expect(found()).toMatchObject({ 's1/d1': 'Lindqvist' });
    memory().cluster.refuses = isTooLarge;
    await happen('case-s1', nameRead('d1', 'Lindkvist'));
    await caughtUp();
    expect(found()).toMatchObject({ 's1/d1': 'gone' });
    memory().cluster.refuses = () => undefined;
    await happen('case-s1', nameRead('d2', 'Lind'));
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'Lindkvist', 's1/d2': 'Lind' });
    expect(await asideNow()).toBe(0);
  });

  it('is set aside by a rebuild too, and for what takes the place of the index', async () => {
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    memory().cluster.refuses = isTooLarge;
    await rebuild(core(), sink);
    expect(found()).toEqual({ 's1/d1': 'gone' });
    expect(await asideNow()).toBe(1);
  });

  it('keeps nothing aside of a case that is erased', async () => {
    memory().cluster.refuses = isTooLarge;
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
    const before = await readCheckpoint(core().database.knex, DOCUMENT_INDEX);
    memory().cluster.refuses = () => 400;
    await happen('case-s1', nameRead('d1', 'Lindqvist'));
    await until(() => Promise.resolve(projector()?.status()[0]?.state === 'retrying' || undefined));
    expect((await readCheckpoint(core().database.knex, DOCUMENT_INDEX)).position).toBe(before.position);
    expect(await asideNow()).toBe(0);
  });
});

describe('what makes an index of another kind', () => {
  it('is set aside where the index does not take it, an event with those after it in its stream alone, and is shown later', async () => {
    const actions = () =>
      [...(indexOf('events')?.values() ?? [])].map(({ thing }) => ('gone' in thing ? 'gone' : thing.source['action']));
    memory().cluster.refuses = ({ thing }) =>
      !('gone' in thing) && thing.source['action'] === 'DocumentReceived' ? 400 : undefined;
    const sink = project(sinkOver(core().codec, 'events'));
    await happen('case-s1', opened, received('d1', 0));
    await caughtUp(sink.name);
    await happen('case-s1', nameRead('d1', 'Lindqvist'));
    await happen('case-s2', other.opened);
    await caughtUp(sink.name);
    expect(actions()).toEqual(['CaseOpened', 'gone', 'DocumentProcessed', 'CaseOpened']);
    memory().cluster.refuses = () => undefined;
    await startAgain(sinkOver(core().codec, 'events'));
    await until(() => Promise.resolve(!actions().includes('gone') || undefined));
    expect(actions()).toEqual(['CaseOpened', 'DocumentReceived', 'DocumentProcessed', 'CaseOpened']);
  });

  it('reads an event alone, whether or not a value in it is lost, and a case whole', async () => {
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await core().database.knex('subject_keys').where({ subject: 'case-s1' }).delete();
    const openBatch: Core['codec']['openBatch'] = () => Promise.reject(new Error('Not to be read'));
    const ofEvents = project(sinkOver({ openBatch }, 'events'));
    await caughtUp(ofEvents.name);
    expect([...(indexOf('events')?.values() ?? [])].some(({ thing }) => 'gone' in thing)).toBe(false);
    const ofCases = sinkOver(core().codec, 'cases');
    await startAgain(ofCases);
    await caughtUp(ofCases.name);
    expect(indexOf('cases')?.get('s1')).toMatchObject({ thing: { id: 's1', gone: true } });
  });
});

describe('a document of which a sealed value is lost', () => {
  it('is not shown, is told of as set aside, and is there again once the value is', async () => {
    const keys = () => core().database.knex('subject_keys').where({ subject: 'case-s1' });
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    const key = await keys().first<object>();
    await keys().delete();
    project();
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'gone' });
    expect(await asideNow()).toBe(1);
    await core().database.knex('subject_keys').insert(key);
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
      return core().codec.openBatch(events, patience);
    };
    await happen('case-s1', opened, received('d1', 0), received('d2', 1), nameRead('d1', 'Lindqvist'));
    project();
    await caughtUp();
    await projector()?.stop();
    await happen('case-s1', nameRead('d2', 'Lind'));
    project(sinkOver({ openBatch }));
    await caughtUp();
    expect(asked.flatMap(({ events }) => events.map(({ data }) => data['doc_id']))).toEqual(['d2', 'd2']);
    expect(asked.map(({ patience }) => patience)).toEqual([{ patienceMs: expect.any(Number) as number }]);
  });
});
