import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoRoomNow, type Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import { createDueWork, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { createJobInHand, type JobInHandDeps } from '../../../../src/workers/core/jobInHand.js';
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

/** A process with one slot, whose work goes on until it is ended. */
function oneSlot(topic: string, given: Partial<Pick<JobInHandDeps, 'due' | 'looking'>> = {}) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const inHand = createJobInHand({
    ...{ due, log, looking: { dueIn: () => undefined, isFullOf: () => false }, ...given },
    parkedWork: { park: () => Promise.reject(new Error('nothing is parked here')) },
    job: {
      ...{ topic, actor: 'a', concurrency: 1, share: 1 },
      work: ({ causation_id }) => {
        begun.push(causation_id);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    },
  });
  return {
    ...{ inHand, begun },
    deliver: (id: string, tenant_id = '') =>
      inHand.deliver({ message: { ...messageOf(id), tenant_id }, signal: new AbortController().signal }),
    endNext: () => until(() => ends.shift()).then((end) => end()),
  };
}

const messageOf = (id: string): Message => ({
  ...{ id, key: id, type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' },
});
const rowsOf = (topic: string) =>
  database.knex('due_work').where({ topic }).orderBy('seq').select<{ held_by: number | null }[]>('held_by');
const HELD = { held_by: expect.any(Number) as number };

describe('a message that is in hand', () => {
  it('is forgotten by the bus as soon as it stands in the table, so that what is behind it and done is forgotten too', async () => {
    const { inHand, deliver, endNext } = oneSlot('t');
    await deliver('1');
    expect(await rowsOf('t')).toEqual([HELD]);
    await endNext();
    await inHand.stop();
    expect(await rowsOf('t')).toEqual([]);
  });
});

describe('a message that there is no slot for', () => {
  it('is left to the bus at once while the table is full of its tenant, and that of another stands in the table', async () => {
    const looking = { dueIn: () => undefined, isFullOf: (_topic: string, tenant: string) => tenant === 'many' };
    const { inHand, deliver, endNext } = oneSlot('full', { looking });
    await deliver('1', 'many');
    await expect(deliver('2', 'many')).rejects.toThrow(NoRoomNow);
    expect(await rowsOf('full')).toEqual([HELD]);
    await deliver('3', 'one');
    expect(await rowsOf('full')).toEqual([HELD, { held_by: null }]);
    await Promise.all([endNext(), inHand.stop()]);
  });

  it('is left to the bus by a process that stops', async () => {
    const { inHand, deliver } = oneSlot('stopping');
    await inHand.stop();
    await expect(deliver('1')).rejects.toThrow('stopping');
    expect(await rowsOf('stopping')).toEqual([]);
  });

  it('is taken at once where it came while nothing was found, and nobody looks again', async () => {
    let answer: (nothing: undefined) => void = () => undefined;
    const first = new Promise<undefined>((resolve) => (answer = resolve));
    let taken = 0;
    const take: DueWork['take'] = (...asked) => (++taken === 1 ? first : due.take(...asked));
    const { inHand, begun, deliver, endNext } = oneSlot('late', { due: { ...due, take } });
    inHand.takeDue();
    await deliver('1');
    answer(undefined);
    await endNext();
    expect(begun).toEqual(['1']);
    await inHand.stop();
  });
});
