import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkWorkMigrations } from '../../../../src/platform/bulkWork/bulkTables.js';
import {
  createBulkJobs,
  forgetEndedJobs,
  type BulkJob,
  type BulkKind,
} from '../../../../src/platform/bulkWork/bulkWork.js';
import { createBulkWorker } from '../../../../src/platform/bulkWork/bulkWorker.js';
import { NotYet } from '../../../../src/platform/bulkWork/notYet.js';
import { orTryAgain } from '../../../../src/platform/bulkWork/orTryAgain.js';
import { createChunks } from '../../../../src/platform/bulkWork/chunks.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
const never = new AbortController().signal;
const timing = { holdSeconds: 0.5, retrySeconds: 0 };
const ITEMS = Array.from({ length: 95 }, (_, index) => `item-${String(index).padStart(3, '0')}`);

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 6, log });
  await migrate(database, bulkWorkMigrations);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** A kind of its own for each test, over `ITEMS`, and what was done of them. */
function aKind(name: string, work?: BulkKind['work']) {
  const done: string[] = [];
  const kind: BulkKind = {
    ...{ name, chunkItems: 10 },
    next: (_, after, limit) => Promise.resolve(ITEMS.filter((item) => item > (after ?? '')).slice(0, limit)),
    work: async (parameters, items, signal, chunk) => {
      const failures = (await work?.(parameters, items, signal, chunk)) ?? [];
      done.push(...items);
      return failures;
    },
  };
  const worker = () => createBulkWorker({ database, kinds: [kind], log, timing });
  return { kind, done, worker };
}

const jobs = () => createBulkJobs(database);
const ended = (id: string): Promise<BulkJob | undefined> =>
  jobs()
    .find(id)
    .then((job) => (job?.state === 'running' ? undefined : job));
const toTheEnd = (id: string, worker: ReturnType<typeof createBulkWorker>): Promise<BulkJob> =>
  until(async () => (await worker.step(never), ended(id)));

describe('bulk work', () => {
  it('is shared by two workers, and each item is done once', async () => {
    const { kind, done, worker } = aKind('shared');
    const id = await jobs().start(kind, {});
    const [job] = await Promise.all([toTheEnd(id, worker()), toTheEnd(id, worker())]);
    expect(job).toMatchObject({ state: 'completed', items_done: 95, items_failed: 0 });
    expect(done.toSorted()).toEqual(ITEMS);
  });

  it('is completed at once where there is nothing to do', async () => {
    const { kind, worker } = aKind('empty');
    const id = await jobs().start(kind, {});
    expect(
      await toTheEnd(id, createBulkWorker({ database, kinds: [{ ...kind, next: () => Promise.resolve([]) }], log })),
    ).toMatchObject({
      ...{ state: 'completed', items_done: 0 },
    });
    expect(await worker().step(never)).toBe(false);
  });

  it('goes on where it was when a worker dies in a chunk', async () => {
    const { kind, done, worker } = aKind('killed');
    const id = await jobs().start(kind, {});
    await worker().step(never);
    await createChunks(database.knex, [kind], timing).take(); // and is never heard of again
    expect(await toTheEnd(id, worker())).toMatchObject({ state: 'completed', items_done: 95 });
    expect(done.toSorted()).toEqual(ITEMS);
  });

  it('counts a chunk once when its holder stalls, another does it, and the first comes back', async () => {
    const { kind, worker } = aKind('stalled');
    const id = await jobs().start(kind, {});
    const chunks = createChunks(database.knex, [kind], timing);
    const stalled = await chunks.take();
    if (!stalled) throw new Error('there was a chunk to take');
    expect(await toTheEnd(id, worker())).toMatchObject({ state: 'completed', items_done: 95 });
    expect(await chunks.renew(stalled)).toBe(false);
    await chunks.finish(stalled, [{ item: 'item-000', error: 'too late' }]);
    expect(await jobs().find(id)).toMatchObject({ items_done: 95, items_failed: 0 });
  });

  it('names the items of a chunk that always throws, and does all others', async () => {
    const { kind, worker } = aKind('throwing', (_, items) =>
      items.includes('item-015') ? Promise.reject(new Error('it cannot be done')) : Promise.resolve([]),
    );
    const id = await jobs().start(kind, {});
    expect(await toTheEnd(id, worker())).toMatchObject({ state: 'completed', items_done: 85, items_failed: 10 });
    const failures = ITEMS.slice(10, 20).map((item) => ({ item, error: 'it cannot be done' }));
    expect(await jobs().failures(id, 100)).toEqual(failures);
  });

  it('tells the last attempt at a chunk from those before, so that an outage fails nothing and what is broken fails alone', async () => {
    let attempts = 0;
    const { kind, worker } = aKind('outage', (_, items, __, chunk) => {
      if (chunk.number === 1 && attempts++ < 2) orTryAgain(chunk, new Error('away'));
      if (items.includes('item-015')) orTryAgain(chunk, new Error('broken'));
      return Promise.resolve(items.filter((item) => item === 'item-015').map((item) => ({ item, error: 'broken' })));
    });
    const id = await jobs().start(kind, {});
    expect(await toTheEnd(id, worker())).toMatchObject({ state: 'completed', items_done: 94, items_failed: 1 });
    expect(await jobs().failures(id, 100)).toEqual([{ item: 'item-015', error: 'broken' }]);
  });

  it('gives up a chunk that its processes die of again and again', async () => {
    const { kind, worker } = aKind('deadly');
    const id = await jobs().start(kind, {});
    const chunks = createChunks(database.knex, [kind], { holdSeconds: 0, retrySeconds: 0 });
    for (let deaths = 0; deaths < 5; deaths++) expect((await chunks.take())?.number).toBe(1);
    expect(await toTheEnd(id, worker())).toMatchObject({ state: 'completed', items_done: 85, items_failed: 10 });
  });

  it('ends as failed when it is cancelled, and the chunk that runs is told', async () => {
    let begun = false;
    const { kind, worker } = aKind('cancelled', async (_, __, signal) => {
      begun = true;
      await until(() => Promise.resolve(signal.aborted || undefined));
      throw new Error('was told');
    });
    const id = await jobs().start(kind, {});
    const step = worker().step(never);
    await until(() => Promise.resolve(begun || undefined));
    expect(await jobs().cancel(id)).toBe(true);
    await step;
    expect(await worker().step(never)).toBe(false);
    expect(await jobs().find(id)).toMatchObject({
      state: 'failed',
      reason: 'cancelled',
      items_done: 0,
      items_failed: 0,
    });
    expect(await jobs().cancel(id)).toBe(false);
  });

  it('is one job however often it is started by one id', async () => {
    const { kind, done, worker } = aKind('named');
    const id = randomUUID();
    expect(await Promise.all([jobs().start(kind, {}, id), jobs().start(kind, {}, id)])).toEqual([id, id]);
    await toTheEnd(id, worker());
    expect(await jobs().start(kind, {}, id)).toBe(id);
    expect(await worker().step(never)).toBe(false);
    expect(await ended(id)).toMatchObject({ state: 'completed', items_done: 95 });
    expect(done.toSorted()).toEqual(ITEMS);
  });

  it('goes on with other jobs where the items of one cannot be read, which fails in the end and says why', async () => {
    const broken: BulkKind = {
      ...{ name: 'unread', chunkItems: 10, work: () => Promise.resolve([]) },
      next: () => Promise.reject(new Error('nobody answers')),
    };
    const { kind, done } = aKind('beside');
    const bad = await jobs().start(broken, {});
    const good = await jobs().start(kind, {});
    const worker = createBulkWorker({ database, kinds: [broken, kind], log, timing });
    expect(await toTheEnd(good, worker)).toMatchObject({ state: 'completed', items_done: 95 });
    expect(done.toSorted()).toEqual(ITEMS);
    const reason = 'What is to be done cannot be read: nobody answers';
    expect(await toTheEnd(bad, worker)).toMatchObject({ state: 'failed', reason, items_done: 0 });
  });

  it('waits, however often it is asked, for items that cannot be told yet, and for a day at most', async () => {
    const { kind, done } = aKind('yet');
    let asked = 0;
    const next: BulkKind['next'] = (parameters, after, limit) =>
      asked++ < 20 ? Promise.reject(new NotYet('it is behind')) : kind.next(parameters, after, limit);
    const worker = createBulkWorker({ database, kinds: [{ ...kind, next }], log, timing });
    expect(await toTheEnd(await jobs().start(kind, {}), worker)).toMatchObject({ state: 'completed', items_done: 95 });
    expect(done.toSorted()).toEqual(ITEMS);
    asked = Number.NEGATIVE_INFINITY;
    const id = await jobs().start(kind, {});
    await database
      .knex('bulk_jobs')
      .where({ id })
      .update({ created_at: database.knex.raw(`now() - interval '25 hours'`) });
    const reason = 'What is to be done cannot be read: it is behind';
    expect(await toTheEnd(id, worker)).toMatchObject({ state: 'failed', reason });
  });

  it('is asked later for items that could not be read, and nothing is left out or done twice', async () => {
    const { kind, done } = aKind('later');
    let asked = 0;
    const next: BulkKind['next'] = (parameters, after, limit) =>
      asked++ % 2 === 0 ? Promise.reject(new Error('not now')) : kind.next(parameters, after, limit);
    const id = await jobs().start(kind, {});
    const worker = createBulkWorker({ database, kinds: [{ ...kind, next }], log, timing });
    expect(await toTheEnd(id, worker)).toMatchObject({ state: 'completed', items_done: 95 });
    expect(done.toSorted()).toEqual(ITEMS);
  });

  it('is forgotten four weeks after its end, with what could not be done, and what runs never is', async () => {
    const { kind, worker } = aKind('forgotten', (_, [item = '']) =>
      Promise.resolve([{ item, error: 'cannot be done' }]),
    );
    const [old = '', young = '', cancelled = ''] = await Promise.all(
      Array.from({ length: 3 }, async () => jobs().start(kind, {})),
    );
    await jobs().cancel(cancelled);
    for (const id of [old, young]) await toTheEnd(id, worker());
    const running = await jobs().start(kind, {});
    const later = (id: string, days: number) =>
      database
        .knex('bulk_jobs')
        .where({ id })
        .update({
          ...{ created_at: database.knex.raw(`now() - interval '90 days'`) },
          finished_at: database.knex.raw(`finished_at - ? * interval '1 day'`, [days]),
        });
    for (const [id, days] of [
      [old, 29],
      [cancelled, 29],
      [young, 27],
      [running, 29],
    ] as const)
      await later(id, days);

    await forgetEndedJobs(database);
    const left = await database.knex('bulk_jobs').where({ kind: kind.name }).pluck<string[]>('id');
    expect(new Set(left)).toEqual(new Set([young, running]));
    expect((await jobs().failures(young, 100)).length).toBe(10);
    expect(await jobs().failures(old, 100)).toEqual([]);
    await jobs().cancel(running);
  });
});
