import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../../src/platform/bus/bus.js';
import type { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { dueMigrations } from '../../../src/workers/core/dueTable.js';
import { readDueBacklog, WORKERS } from '../../../src/workers/core/dueWork.js';
import type { Job } from '../../../src/workers/core/work.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';
import { until } from '../../support/until.js';
import type { BusOfWorkers } from './dueWorkContract.js';
import { startTestWorker, type TestWorker, type TestWorkerOptions } from './testWorker.js';

const PATIENCE_MS = 60_000;
const log = createLog('silent');

const eventually = (holds: () => boolean | Promise<boolean>): Promise<true> =>
  until(async () => (await holds()) || undefined, PATIENCE_MS);
const message = (key: string, n: number): Message => ({
  ...{ id: randomUUID(), key, type: 'Work', payload: { n }, correlation_id: 'c', causation_id: 'd' },
});

/** How tenants share workers, whichever bus brings the work. @param open A bus beside the database at a URL */
export function sharesContract(name: string, open: (url: string) => Promise<BusOfWorkers>): void {
  describe(`Tenants share workers, over ${name}`, () => {
    let place: TestDatabase;
    let database: Database;
    let under: BusOfWorkers;
    const opened: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      place = await createTestDatabase();
      database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 2, log });
      await migrate(database, dueMigrations);
      under = await open(place.url);
    }, 90_000);
    afterEach(async () => {
      for (const close of opened.splice(0).reverse()) await close();
    });
    afterAll(async () => {
      await under.close();
      await database.close();
      await place.drop();
    });

    const topicName = (): string => `t-${randomUUID()}`;
    const startWorker = (topic: string, work: Job['work'], options: TestWorkerOptions): TestWorker => {
      const worker = startTestWorker({ bus: under.bus, databaseUrl: place.url, topic, work, ...options });
      opened.push(worker.stop);
      return worker;
    };

    /** Work of the tenant `many` goes on until that of the tenant `one` is done. Says of whom work was begun, in its order. */
    const startWorkerOfMany = (topic: string, options: TestWorkerOptions) => {
      const begun: (string | undefined)[] = [];
      let release: () => void = () => undefined;
      const theOthersIsDone = new Promise<void>((resolve) => (release = resolve));
      const work: Job['work'] = ({ tenant_id }) => {
        begun.push(tenant_id);
        if (tenant_id === 'many') return theOthersIsDone;
        if (tenant_id === 'one') release();
        return Promise.resolve();
      };
      startWorker(topic, work, options);
      return { begun, theOthersIsDone };
    };

    test('one thing of a tenant is done when another has its share in hand, of a thousand that came before it', async () => {
      const topic = topicName();
      const { begun, theOthersIsDone } = startWorkerOfMany(topic, { concurrency: 8, share: 2 });
      const many = Array.from({ length: 1_000 }, (_, n) => ({ ...message(`many-${String(n)}`, n), tenant_id: 'many' }));
      await under.bus.publish(topic, [...many, { ...message('one', 0), tenant_id: 'one' }]);
      await theOthersIsDone;
      // No more of the other than its share was begun before it.
      expect(begun.indexOf('one')).toBeLessThanOrEqual(2);
      await eventually(() => begun.length === 1_001);
    });

    test('one thing of a tenant is done while the table is full of another, of whom more waits on the bus', async () => {
      const topic = topicName();
      await database.knex.raw(
        `insert into due_work (topic, group_name, tenant, key, message_id, message, due_at)
         select ?, ?, 'many', 'k' || n, 'm' || n, '{}', now() + interval '1 hour' from generate_series(1, 10001) n`,
        [topic, WORKERS],
      );
      // Of somebody who is gone: it is begun by who has looked, and knows then how full the table is.
      await database.knex.raw(
        `insert into due_work (topic, group_name, key, message_id, message, due_at, held_by) values (?, ?, 'k', 'm', ?, now(), 999999999)`,
        [topic, WORKERS, JSON.stringify({ ...message('k', 0), tenant_id: 'gone' })],
      );
      const { begun, theOthersIsDone } = startWorkerOfMany(topic, { concurrency: 2, share: 1 });
      const many = Array.from({ length: 8 }, (_, n) => ({ ...message(`many-${String(n)}`, n), tenant_id: 'many' }));
      await eventually(() => begun.length === 1);
      await under.bus.publish(topic, many);
      await eventually(() => begun.length === 2);
      await under.bus.publish(topic, [{ ...message('one', 0), tenant_id: 'one' }]);
      await theOthersIsDone;
      expect(begun.slice(0, 3)).toEqual(['gone', 'many', 'one']);
      await eventually(() => begun.length === 10);
    });

    test('what was done behind work that goes on is not done again when its worker is killed', async () => {
      const topic = topicName();
      await under.bus.publish(
        topic,
        Array.from({ length: 201 }, (_, n) => message(`k-${String(n)}`, n)),
      );
      const env = { ...process.env, ...under.settings, DATABASE_URL: place.url, TOPIC: topic, HOLDS: 'yes' };
      const child = fork(fileURLToPath(new URL('dyingWorker.mjs', import.meta.url)), { env });
      const doneBefore = new Set<unknown>();
      child.on('message', (n) => doneBefore.add(n));
      await eventually(async () => doneBefore.size === 200 && (await under.forgot(topic, 201)));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const done: unknown[] = [];
      startWorker(topic, (_context, { n }) => Promise.resolve(done.push(n)), {});
      await under.bus.publish(topic, [message('behind', 1_000)]);
      await eventually(() => done.includes(0) && done.includes(1_000));
      expect(done).toHaveLength(2);
    });

    test('tenants that all have more than their share take turns', async () => {
      const topic = topicName();
      const begun: (string | undefined)[] = [];
      const inHand: (() => void)[] = [];
      const { stop } = startWorker(
        topic,
        ({ tenant_id }) => {
          begun.push(tenant_id);
          return new Promise<void>((resolve) => inHand.push(resolve));
        },
        { concurrency: 1 },
      );
      const tenants = ['a', 'b', '', 'c'];
      for (const tenant_id of tenants)
        await under.bus.publish(
          topic,
          Array.from({ length: 3 }, (_, n) => ({ ...message(`${tenant_id}-${String(n)}`, n), tenant_id })),
        );
      await eventually(async () => (await readDueBacklog(database, [topic]))[0]?.waiting === 11);
      while (begun.length < 12) {
        const before = begun.length;
        inHand.shift()?.();
        await eventually(() => begun.length > before);
      }
      inHand.shift()?.();
      await stop();
      for (const round of [0, 4, 8]) expect(new Set(begun.slice(round, round + 4))).toEqual(new Set(tenants));
    });
  });
}
