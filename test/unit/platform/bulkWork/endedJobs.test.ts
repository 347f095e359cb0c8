import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkWorkMigrations } from '../../../../src/platform/bulkWork/bulkTables.js';
import {
  BULK_CHANNEL,
  createBulkJobs,
  type BulkJob,
  type BulkKind,
} from '../../../../src/platform/bulkWork/bulkWork.js';
import { createBulkWorker } from '../../../../src/platform/bulkWork/bulkWorker.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
const never = new AbortController().signal;
const timing = { holdSeconds: 30, retrySeconds: 0 };

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

const jobs = () => createBulkJobs(database);

/** A kind over three items in chunks of two, and the ends that it was told of. */
function aKind(name: string, answers: () => Promise<void> = () => Promise.resolve(), over: Partial<BulkKind> = {}) {
  const told: { parameters: unknown; job: BulkJob }[] = [];
  const kind: BulkKind = {
    ...{ name, chunkItems: 2 },
    next: (_, after, limit) => Promise.resolve(['a', 'b', 'c'].filter((item) => item > (after ?? '')).slice(0, limit)),
    work: () => Promise.resolve([]),
    ended: (parameters, job) => {
      told.push({ parameters, job });
      return answers();
    },
    ...over,
  };
  const worker = () => createBulkWorker({ database, kinds: [kind], log, timing });
  return { kind, told, worker };
}

/** Steps until there is nothing to do for now. */
async function toRest(worker: ReturnType<typeof createBulkWorker>): Promise<void> {
  while (await worker.step(never));
}

describe('the end of a job', () => {
  it('is told to its kind once, with its parameters and what came of it', async () => {
    const { kind, told, worker } = aKind('told', undefined, {
      work: (_, items) => Promise.resolve(items.filter((item) => item === 'b').map((item) => ({ item, error: 'no' }))),
    });
    const id = await jobs().start(kind, { of: 'it' });
    await Promise.all([toRest(worker()), toRest(worker())]);
    expect(told).toEqual([{ parameters: { of: 'it' }, job: await jobs().find(id) }]);
    expect(told[0]?.job).toMatchObject({ id, state: 'completed', items_done: 2, items_failed: 1, total: 3 });
  });

  it('is told where there was nothing to do, where its items cannot be read, and where it is cancelled', async () => {
    const empty = aKind('told-empty', undefined, { next: () => Promise.resolve([]) });
    await jobs().start(empty.kind, {});
    await toRest(empty.worker());
    expect(empty.told.map(({ job }) => job)).toMatchObject([{ state: 'completed', total: 0 }]);

    const unread = aKind('told-unread', undefined, { next: () => Promise.reject(new Error('nobody answers')) });
    await jobs().start(unread.kind, {});
    await toRest(unread.worker());
    expect(unread.told.map(({ job }) => job)).toMatchObject([{ state: 'failed', total: null }]);

    const cancelled = aKind('told-cancelled');
    await jobs().cancel(await jobs().start(cancelled.kind, {}));
    await toRest(cancelled.worker());
    expect(cancelled.told.map(({ job }) => job)).toMatchObject([{ state: 'failed', reason: 'cancelled' }]);
  });

  it('is told again until the kind took it, and other jobs go on meanwhile', async () => {
    let refused = 0;
    const { kind, told, worker } = aKind('told-again', () =>
      refused++ < 3 ? Promise.reject(new Error('not now')) : Promise.resolve(),
    );
    const id = await jobs().start(kind, {});
    await toRest(worker());
    expect(told.map(({ job }) => job.id)).toEqual([id, id, id, id]);
  });

  it('is told by another process where the one that told it died', async () => {
    const { kind, told, worker } = aKind('told-by-another');
    const id = await jobs().start(kind, {});
    const dies = aKind('told-by-another', () => new Promise(() => undefined));
    const dying = (async () => {
      while (dies.told.length === 0) await dies.worker().step(never);
    })();
    await until(() => Promise.resolve(dies.told.length > 0 || undefined));
    await toRest(worker());
    expect(told).toEqual([]);
    await database.knex('bulk_jobs').where({ id }).update({ tell_after: database.knex.fn.now() });
    await toRest(worker());
    expect(told.map(({ job }) => job.id)).toEqual([id]);
    void dying;
  });

  it('of a cancelled job is announced to the workers that wait', async () => {
    const { kind } = aKind('announced');
    const id = await jobs().start(kind, {});
    const heard: string[] = [];
    const stop = await database.listen(BULK_CHANNEL, (payload = '') => void heard.push(payload));
    await jobs().cancel(id);
    await until(() => Promise.resolve(heard.includes(id) || undefined));
    await stop();
  });
});

describe('a chunk', () => {
  it('says which it is of which job, and a job how many items it has once all were read', async () => {
    const seen: unknown[] = [];
    const { kind, worker } = aKind('numbered', undefined, {
      work: (_, items, __, chunk) => (seen.push([chunk, items]), Promise.resolve([])),
    });
    const id = await jobs().start(kind, {});
    await worker().step(never);
    expect(await jobs().find(id)).toMatchObject({ items_done: 2, total: null });
    await toRest(worker());
    expect(await jobs().find(id)).toMatchObject({ items_done: 3, total: 3 });
    expect(seen).toEqual([
      [{ job_id: id, number: 1, isLast: false }, ['a', 'b']],
      [{ job_id: id, number: 2, isLast: false }, ['c']],
    ]);
  });
});
