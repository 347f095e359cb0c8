import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../../../src/engines/documents/documentEngine.js';
import type { Bus, Message } from '../../../src/platform/bus/bus.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { dueMigrations } from '../../../src/workers/core/dueTable.js';
import { readDueBacklog } from '../../../src/workers/core/dueWork.js';
import type { Job } from '../../../src/workers/core/work.js';
import { startDatabaseProxy, type TcpProxy } from '../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';
import { until } from '../../support/until.js';
import { startTestWorker, WAITS, type TestWorker, type TestWorkerOptions } from './testWorker.js';

/** What the suite needs of a bus. */
export interface BusOfWorkers {
  bus: Bus;
  /** Settings a child process needs to make the same bus (`dyingWorker.mjs`). */
  settings: { [name: string]: string };
  /** Whether it has forgotten all that workers were to do of a topic: so many messages. */
  forgot(topic: string, messages: number): Promise<boolean>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const log = createLog('silent');

const eventually = (holds: () => boolean | Promise<boolean>): Promise<true> =>
  until(async () => (await holds()) || undefined, PATIENCE_MS);
const message = (key: string, n: number): Message => ({
  ...{ id: randomUUID(), key, type: 'Work', payload: { n }, correlation_id: 'c', causation_id: 'd' },
});
const numberIn = (payload: Message['payload']): number => Number(payload['n']);

/** What becomes of work that fails or is given back, whichever bus brought it. @param open A bus beside the database at a URL */
export function dueWorkContract(name: string, open: (url: string) => Promise<BusOfWorkers>): void {
  describe(`What is due later, over ${name}`, () => {
    let place: TestDatabase;
    let proxy: TcpProxy;
    let proxied: string;
    let under: BusOfWorkers;
    const opened: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      place = await createTestDatabase();
      ({ network: proxy, url: proxied } = await startDatabaseProxy(place.url));
      const database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 2, log });
      await migrate(database, dueMigrations);
      await database.close();
      under = await open(place.url);
    }, 90_000);
    afterEach(async () => {
      for (const close of opened.splice(0).reverse()) await close();
    });
    afterAll(async () => {
      await under.close();
      await proxy.close();
      await place.drop();
    });

    const topicName = (): string => `t-${randomUUID()}`;
    /** Its connections to the database go through the proxy. */
    const startWorker = (topic: string, work: Job['work'], options: TestWorkerOptions = {}): TestWorker => {
      const worker = startTestWorker({ bus: under.bus, databaseUrl: proxied, topic, work, ...options });
      opened.push(worker.stop);
      return worker;
    };

    test('work that fails is tried again after its delay, before the next of its key, and its key goes on', async () => {
      const topic = topicName();
      const seen: number[] = [];
      startWorker(topic, (_context, payload) => {
        seen.push(numberIn(payload));
        return seen.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      });
      await under.bus.publish(topic, [message('k', 1), message('k', 2), message('k', 3)]);
      await eventually(() => seen.length === 5);
      expect(seen).toEqual([1, 1, 1, 2, 3]);
    });

    test('work that always fails is parked once, with its last error, and the rest of its key is done', async () => {
      const topic = topicName();
      const done: number[] = [];
      const poison = message('k', 1);
      const { parked } = startWorker(topic, (_context, payload) => {
        if (numberIn(payload) === 1) return Promise.reject(new TypeError('poison'));
        return Promise.resolve(done.push(numberIn(payload)));
      });
      await under.bus.publish(topic, [poison, message('k', 2), message('k', 3)]);
      await eventually(() => done.length === 2);
      expect(parked).toMatchObject([{ message_id: poison.id, attempts: 3 }]);
      expect(parked[0]?.error).toMatch(/TypeError/);
      expect(done).toEqual([2, 3]);
    });

    test('a key whose work fails holds up no other, though one thing is done at a time', async () => {
      const topic = topicName();
      const done = new Set<number>();
      const waits = { ...WAITS, retries: [3_600_000] };
      startWorker(
        topic,
        (_context, payload) => {
          if (numberIn(payload) < 0) return Promise.reject(new Error('for hours'));
          return Promise.resolve(done.add(numberIn(payload)));
        },
        { concurrency: 1, waits },
      );
      const bad = Array.from({ length: 20 }, (_, n) => message('bad', -1 - n));
      const good = Array.from({ length: 20 }, (_, n) => message(`good-${String(n)}`, n));
      await under.bus.publish(topic, [...bad, ...good]);
      await eventually(() => done.size === good.length);
    });

    test('work for which there is no room was not tried, and is done in the end', async () => {
      const topic = topicName();
      let tries = 0;
      const { parked } = startWorker(topic, () =>
        ++tries <= 12 ? Promise.reject(new EngineUnavailable('full')) : Promise.resolve(),
      );
      await under.bus.publish(topic, [message('k', 1)]);
      await eventually(() => tries === 13);
      expect(parked).toEqual([]);
    });

    test('where there is no room what comes is kept, and is not tried in a circle', async () => {
      const topic = topicName();
      let tries = 0;
      const full = () => Promise.reject(new EngineUnavailable(`full ${String(tries++)}`));
      const { stop } = startWorker(topic, full, { concurrency: 2, waits: { ...WAITS, noRoom: 3_600_000 } });
      await under.bus.publish(
        topic,
        Array.from({ length: 40 }, (_, n) => message(`k-${String(n)}`, n)),
      );
      const database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 1, log });
      opened.push(() => database.close());
      await eventually(async () => (await readDueBacklog(database, [topic]))[0]?.waiting === 40);
      await stop();
      expect(tries).toBe(2);
    });

    test('attempts go on being counted when another worker goes on', async () => {
      const topic = topicName();
      let tries = 0;
      const fails = () => Promise.reject(new Error(`for the ${String(++tries)}. time`));
      const waits = { ...WAITS, retries: [2_000, 20] };
      const one = startWorker(topic, fails, { waits });
      await under.bus.publish(topic, [message('k', 1)]);
      await eventually(() => tries === 1);
      await one.stop();
      const other = startWorker(topic, fails, { waits });
      await eventually(() => other.parked.length === 1);
      expect([tries, other.parked[0]?.attempts]).toEqual([3, 3]);
    });

    test('work is done by another worker when the one that had it was killed, and parked when all who had it died of it', async () => {
      const topic = topicName();
      const path = fileURLToPath(new URL('dyingWorker.mjs', import.meta.url));
      const env = { ...process.env, ...under.settings, DATABASE_URL: place.url, TOPIC: topic };
      const deadly = message('k', 1);
      await under.bus.publish(topic, [deadly, message('k', 2)]);
      for (let death = 0; death < 3; death++) {
        const child = fork(path, { env });
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']); // of what it took in hand
      }
      const done: number[] = [];
      const { parked } = startWorker(topic, (_context, payload) => Promise.resolve(done.push(numberIn(payload))));
      // The bus brings what a killed consumer had in its own time; what was parked by then is not begun anew.
      await eventually(() => done.includes(2));
      expect(done).toEqual([2]);
      expect(parked).toMatchObject([{ message_id: deadly.id, attempts: 3 }]);
      expect(parked[0]?.error).toMatch(/died each time/);
    });

    test('what comes while the table cannot be reached is brought again by the bus, and the worker says so', async () => {
      const topic = topicName();
      const done = new Set<number>();
      const { complaint } = startWorker(topic, (_context, payload) => Promise.resolve(done.add(numberIn(payload))));
      await under.bus.publish(topic, [message('k', 1)]);
      await eventually(() => done.size === 1);
      await proxy.refuse();
      await under.bus.publish(topic, [message('k', 2), message('other', 3)]);
      await eventually(() => complaint().includes('What is due cannot be read'));
      expect([...done]).toEqual([1]);
      await proxy.allow();
      await eventually(() => done.size === 3 && complaint() === '');
    });

    test('what the bus delivers and what is due again share the slots of a job', async () => {
      const topic = topicName();
      let busy = 0;
      let most = 0;
      const tries = new Map<number, number>();
      // The first wait for one another: however slowly they come, all slots are taken once.
      let takeAll: () => void = () => undefined;
      const allTaken = new Promise<void>((resolve) => (takeAll = resolve));
      startWorker(
        topic,
        async (_context, payload) => {
          const n = numberIn(payload);
          most = Math.max(most, ++busy);
          if (busy === 3) takeAll();
          await allTaken;
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy--;
          tries.set(n, (tries.get(n) ?? 0) + 1);
          if (tries.get(n) === 1) throw new Error('at first');
        },
        { concurrency: 3 },
      );
      await under.bus.publish(
        topic,
        Array.from({ length: 60 }, (_, n) => message(`k-${String(n)}`, n)),
      );
      await eventually(() => tries.size === 60 && [...tries.values()].every((count) => count === 2));
      expect(most).toBe(3);
    });

    test('what is due is left to others by a worker whose slots are taken', async () => {
      const topic = topicName();
      const failed = new Set<number>();
      const sharing = new Set<string>();
      const done: number[] = [];
      const workOf =
        (worker: string): Job['work'] =>
        async (_context, payload) => {
          const n = numberIn(payload);
          if (!failed.has(n)) {
            failed.add(n);
            throw new Error('at first');
          }
          sharing.add(worker);
          await until(() => sharing.size === 2 || undefined, PATIENCE_MS); // for as long as the other has none
          done.push(n);
        };
      const options = { concurrency: 2, waits: { ...WAITS, retries: [1_500] } };
      for (const worker of ['one', 'two']) startWorker(topic, workOf(worker), options);
      await under.bus.publish(
        topic,
        Array.from({ length: 8 }, (_, n) => message(`k-${String(n)}`, n)),
      );
      await eventually(() => done.length === 8);
    });

    test('another group of the topic sees nothing of attempts', async () => {
      const topic = topicName();
      let tries = 0;
      const seen: string[] = [];
      const { complaint } = startWorker(topic, () =>
        ++tries < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
      );
      await eventually(() => complaint() === ''); // the group that is later sees nothing of before
      const group = await under.bus.consume({
        ...{ topic, group: 'others', concurrency: 1 },
        handle: ({ message: one }) => Promise.resolve(void seen.push(one.key)),
      });
      opened.push(() => group.stop());
      await under.bus.publish(topic, [message('k', 1)]);
      await eventually(() => tries === 3);
      await under.bus.publish(topic, [message('last', 2)]);
      await eventually(() => seen.includes('last'));
      expect(seen.filter((key) => key === 'k').length).toBeLessThanOrEqual(1);
    });

    test('everything is done, of each key in its order, by two workers while much of it fails', async () => {
      const topic = topicName();
      const done = new Map<string, number[]>();
      const failed = new Set<string>();
      const work: Job['work'] = ({ correlation_id: key }, payload) => {
        const n = numberIn(payload);
        if (n % 3 === 0 && !failed.has(`${key} ${String(n)}`)) {
          failed.add(`${key} ${String(n)}`);
          return Promise.reject(new Error('at first'));
        }
        done.set(key, [...(done.get(key) ?? []), n]);
        return Promise.resolve();
      };
      startWorker(topic, work);
      startWorker(topic, work);
      const keys = Array.from({ length: 10 }, (_, n) => `key-${String(n)}`);
      for (let n = 0; n < 12; n++)
        await under.bus.publish(
          topic,
          keys.map((key) => ({ ...message(key, n), correlation_id: key })),
        );
      const all = Array.from({ length: 12 }, (_, n) => n);
      await eventually(() => keys.every((key) => new Set(done.get(key)).size === all.length));
      // The bus may bring a message again; the first time each is done must be in order.
      for (const key of keys) expect([...new Set(done.get(key))]).toEqual(all);
    });
  });
}
