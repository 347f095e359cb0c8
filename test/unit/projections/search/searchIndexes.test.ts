import { describe, expect, it } from 'vitest';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { createSearchIndexSink } from '../../../../src/projections/search/searchIndexSink.js';
import { searchedKinds } from '../../../../src/start/stored.js';
import { opened, received } from '../../../support/caseStory.js';
import { DOCUMENT_INDEX, erased, nameRead, other, SEARCHED_NAME, useIndexedLog } from '../../../support/indexedLog.js';
import { until } from '../../../support/until.js';

const { core, memory, projector, project, startAgain, happen, caughtUp, found } = useIndexedLog();

describe('the name that is searched', () => {
  it('stands for the index that is written to, though others make one at the same time', async () => {
    const { make } = memory().writer;
    let others = 5;
    memory().writer.make = async (index, own) => {
      await make(index, own);
      if (others-- === 0) return;
      await core()
        .database.knex('projection_checkpoints')
        .where({ name: DOCUMENT_INDEX.name })
        .update({ tables: [`tests-documents-v1-${others}`] });
    };
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const { tables } = await readCheckpoint(core().database.knex, sink);
    expect(tables).toEqual([memory().cluster.aliases.get(SEARCHED_NAME)]);
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
  });
});

describe('a rebuild of the index', () => {
  /** The connections that say nothing in a transaction. */
  const silent = () =>
    core()
      .database.knex('pg_stat_activity')
      .where({ state: 'idle in transaction' })
      .whereRaw('datname = current_database()');
  const written = async () => (await readCheckpoint(core().database.knex, DOCUMENT_INDEX)).tables;
  const searched = () => memory().cluster.aliases.get(SEARCHED_NAME);
  const begin = async () => {
    const sink = project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    return sink;
  };

  it('waits for the cluster over no connection that is for short statements', async () => {
    const sink = await begin();
    await projector()?.stop();
    const { show } = memory().writer;
    const names: unknown[] = [];
    memory().writer.show = async (index) => {
      names.push(...(await silent().pluck<string[]>('application_name')));
      await show(index);
    };
    await rebuild(core(), sink);
    expect(names).toEqual(['attest-rebuild']);
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
  });

  it('that breaks off before its index is written to leaves the name where it was, and is gone on with', async () => {
    const sink = await begin();
    await projector()?.stop();
    const before = searched();
    const { show } = memory().writer;
    memory().writer.show = async (index) => {
      await show(index);
      // Waits for its end.
      await silent().select(core().database.knex.raw('pg_terminate_backend(pid, 10000)'));
    };
    await expect(rebuild(core(), sink)).rejects.toThrow();
    expect([searched(), await written()]).toEqual([before, [before]]);
    memory().writer.show = show;
    await rebuild(core(), sink);
    expect(await written()).toEqual([searched()]);
    expect(searched()).not.toBe(before);
    expect([...memory().cluster.indexes.keys()]).toEqual([searched()]);
  });

  it('that breaks off after that leaves the name to whoever writes next', async () => {
    const sink = await begin();
    const { stand } = memory().writer;
    memory().writer.stand = () => Promise.reject(new Error('The cluster is away'));
    await expect(rebuild(core(), sink)).rejects.toThrow('The cluster is away');
    memory().writer.stand = stand;
    await happen('case-s1', nameRead('d1', 'Lindkvist'));
    await caughtUp();
    expect(await written()).toEqual([searched()]);
    expect(found()).toEqual({ 's1/d1': 'Lindkvist' });
    await startAgain();
    await until(() => Promise.resolve(memory().cluster.indexes.size === 1 || undefined));
  });
});

describe('an erasure', () => {
  it('reaches every index that takes it, though one takes nothing, and is told to that one again', async () => {
    project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const live = memory().cluster.aliases.get(SEARCHED_NAME) ?? expect.unreachable();
    const [older, newer] = ['tests-documents-v0-a', 'tests-documents-v9-a'];
    for (const index of [older, newer]) {
      memory().cluster.indexes.set(index, new Map(memory().cluster.indexes.get(live)));
    }
    memory().cluster.broken.add(older);
    await happen('case-s1', erased);
    const isGone = (index: string) => 'gone' in (memory().cluster.indexes.get(index)?.get('s1/d1')?.thing ?? {});
    await until(() => Promise.resolve((isGone(live) && isGone(newer)) || undefined));
    expect(isGone(older)).toBe(false);
    memory().cluster.broken.clear();
    await caughtUp();
    expect(isGone(older)).toBe(true);
  });

  it('deletes an index of another version that goes on to take nothing, and what happens later is searched', async () => {
    const forgetting = { writer: memory().writer, prefix: 'tests', forgetWithinMs: 0 };
    project(createSearchIndexSink({ ...core(), kind: searchedKinds.documents, ...forgetting }));
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const older = 'tests-documents-v0-a';
    memory().cluster.indexes.set(older, new Map());
    memory().cluster.broken.add(older);
    await happen('case-s1', erased);
    await happen('case-s2', other.opened, other.received, other.read);
    await caughtUp();
    expect([...memory().cluster.indexes.keys()]).toEqual([memory().cluster.aliases.get(SEARCHED_NAME)]);
    expect(found()).toEqual({ 's1/d1': 'gone', 's1/d2': 'gone', 's2/d9': 'Berg' });
  });
});

describe('an index that is newer than the log', () => {
  it('is made anew once the log was put back to an earlier state: what is written since is found, and nothing that it has lost', async () => {
    project();
    await happen('case-s1', opened, received('d1', 0), nameRead('d1', 'Lindqvist'));
    await caughtUp();
    const before = await readCheckpoint(core().database.knex, DOCUMENT_INDEX);
    await happen('case-s2', other.opened, other.received, other.read);
    await caughtUp();
    await projector()?.stop();
    const { knex } = core().database;
    await knex('events').where('position', '>', String(before.position)).delete();
    await knex('projection_checkpoints')
      .where({ name: DOCUMENT_INDEX.name })
      .update({ position: String(before.position) });
    const lost = memory().cluster.aliases.get(SEARCHED_NAME);
    project();
    await until(() => Promise.resolve(memory().cluster.aliases.get(SEARCHED_NAME) !== lost || undefined));
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'Lindqvist' });
    await happen('case-s1', received('d2', 1), nameRead('d2', 'Berg'));
    await caughtUp();
    expect(found()).toEqual({ 's1/d1': 'Lindqvist', 's1/d2': 'Berg' });
  });
});
