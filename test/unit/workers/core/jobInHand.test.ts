import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import { createDueWork, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { createJobInHand } from '../../../../src/workers/core/jobInHand.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
let due: DueWork;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 4, log });
  await migrate(database, dueMigrations);
  due = createDueWork({ database, log });
});
afterAll(async () => {
  await due.leave();
  await database.close();
  await place.drop();
});

describe('a message that is in hand', () => {
  it('is forgotten by the bus as soon as it stands in the table, so that what is behind it and done is forgotten too', async () => {
    const message: Message = { id: '1', key: 'k', type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' };
    let end: (() => void) | undefined;
    const inHand = createJobInHand({
      ...{ due, log, looking: { dueIn: () => undefined } },
      parkedWork: { park: () => Promise.reject(new Error('nothing is parked here')) },
      job: {
        ...{ topic: 't', actor: 'a', concurrency: 1, share: 1 },
        work: () => new Promise<void>((resolve) => (end = resolve)),
      },
    });
    await inHand.deliver({ message, signal: new AbortController().signal });
    const rows = () => database.knex('due_work').where({ topic: 't' }).select<{ held_by: number | null }[]>('held_by');
    expect(await rows()).toEqual([{ held_by: expect.any(Number) as number }]);
    await until(() => end);
    end?.();
    await inHand.stop();
    expect(await rows()).toEqual([]);
  });
});
