import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BusUnavailable,
  type Bus,
  type ConsumerOptions,
  type Delivery,
  type Message,
} from '../../../src/platform/bus/bus.js';
import { until } from '../../support/until.js';

/** What the suite needs of an adapter. */
export interface BusUnderTest {
  bus: Bus;
  /** Another connection to the same bus, as another process would have it. */
  another(): Bus;
  /** Settings a child process needs to make the same bus (`crashingConsumer.mjs`). */
  settings: { [name: string]: string };
  /** Takes the broker away, and brings it back with what it had. */
  outage: { begin(): Promise<void>; end(): Promise<void> };
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

function message(key: string, n: number): Message {
  return { id: randomUUID(), key, type: 'Work', payload: { n }, correlation_id: 'c', causation_id: 'd' };
}

const eventually = (holds: () => boolean | Promise<boolean>): Promise<true> =>
  until(async () => (await holds()) || undefined, PATIENCE_MS);

const numberOf = (m: Message): number => Number(m.payload['n']);

/** The promises of `bus.ts`, held against one adapter. */
export function busContract(name: string, open: () => Promise<BusUnderTest>): void {
  describe(`${name} keeps the promises of the bus`, () => {
    let under: BusUnderTest;
    beforeAll(async () => {
      under = await open();
    }, 90_000);
    afterAll(() => under.close());

    const topic = (): string => `t-${randomUUID()}`;
    const consume = (
      to: string,
      options: Partial<ConsumerOptions> & Pick<ConsumerOptions, 'handle'>,
      bus = under.bus,
    ) => bus.consume({ topic: to, group: 'g', concurrency: 8, ...options });

    test('everything that was published is handled, also what was published before anyone listened', async () => {
      const to = topic();
      const seen = new Set<string>();
      const early = [message('a', 1), message('b', 2)];
      await under.bus.publish(to, early);
      const consumer = await consume(to, { handle: ({ message: m }) => Promise.resolve(void seen.add(m.id)) });
      const late = [message('a', 3), message('c', 4)];
      await under.bus.publish(to, late);
      await eventually(() => seen.size === 4);
      expect(seen).toEqual(new Set([...early, ...late].map((m) => m.id)));
      await consumer.stop();
    });

    test('a message arrives as it was sent, with where it came from', async () => {
      const to = topic();
      const sent: Message = {
        ...message('k', 1),
        payload: { text: 'Zoë “x”', nested: { list: [1, null] } },
        traceparent: 't',
      };
      const seen: Message[] = [];
      const consumer = await consume(to, { handle: ({ message: m }) => Promise.resolve(void seen.push(m)) });
      await under.bus.publish(to, [sent]);
      await eventually(() => seen.length === 1);
      expect(seen).toEqual([sent]);
      await consumer.stop();
    });

    test('messages of one key are handled in order and one at a time, by however many consumers', async () => {
      const to = topic();
      const order = new Map<string, number[]>();
      const busy = new Set<string>();
      let overlaps = 0;
      const handle: ConsumerOptions['handle'] = async ({ message: m }) => {
        if (busy.has(m.key)) overlaps++;
        busy.add(m.key);
        await new Promise((resolve) => setImmediate(resolve));
        order.set(m.key, [...(order.get(m.key) ?? []), numberOf(m)]);
        busy.delete(m.key);
      };
      const consumers = [await consume(to, { handle }), await consume(to, { handle }, under.another())];
      const keys = Array.from({ length: 20 }, (_, k) => `key-${String(k)}`);
      for (let n = 0; n < 25; n++)
        await under.bus.publish(
          to,
          keys.map((key) => message(key, n)),
        );
      await eventually(() => keys.every((key) => new Set(order.get(key)).size === 25));
      expect(overlaps).toBe(0);
      for (const key of keys) {
        // Redelivery may repeat a number; the first time each is seen must be in order.
        expect([...new Set(order.get(key))]).toEqual(Array.from({ length: 25 }, (_, n) => n));
      }
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    });

    test('consumers of one group share the work, and each group sees all of it', async () => {
      const to = topic();
      const counts = { one: 0, two: 0 };
      const all = new Set<string>();
      const slowly =
        (who: 'one' | 'two'): ConsumerOptions['handle'] =>
        async () => {
          counts[who]++;
          await new Promise((resolve) => setTimeout(resolve, 5));
        };
      const consumers = [
        await consume(to, { handle: slowly('one'), concurrency: 2 }),
        await consume(to, { handle: slowly('two'), concurrency: 2 }, under.another()),
        await consume(to, { group: 'other', handle: ({ message: m }) => Promise.resolve(void all.add(m.id)) }),
      ];
      const messages = Array.from({ length: 200 }, (_, n) => message(`key-${String(n)}`, n));
      // In portions, so that both members of the group have joined before the last of them.
      for (let from = 0; from < 200; from += 20) {
        await under.bus.publish(to, messages.slice(from, from + 20));
        await eventually(() => counts.one + counts.two >= from + 20);
      }
      await eventually(() => all.size === 200);
      expect(counts.one).toBeGreaterThan(0);
      expect(counts.two).toBeGreaterThan(0);
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    });

    test('one group may consume several topics, each with a consumer of its own', async () => {
      const topics = [topic(), topic(), topic()];
      const seen = new Map(topics.map((to) => [to, new Set<string>()]));
      const consumers = [];
      for (const to of topics) {
        const handle: ConsumerOptions['handle'] = ({ message: m }) => Promise.resolve(void seen.get(to)?.add(m.id));
        consumers.push(await consume(to, { handle }));
      }
      const keys = Array.from({ length: 20 }, (_, n) => `key-${String(n)}`);
      const sent = topics.map((to) => [to, keys.map((key, n) => message(key, n))] as const);
      for (const [to, messages] of sent) await under.bus.publish(to, messages);
      await eventually(() => topics.every((to) => seen.get(to)?.size === keys.length));
      for (const [to, messages] of sent) expect(seen.get(to)).toEqual(new Set(messages.map((m) => m.id)));
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    });

    test('a message that is refused is delivered again, as often as it takes, before the next of its key', async () => {
      const to = topic();
      const seen: number[] = [];
      const consumer = await consume(to, {
        handle: ({ message: m }) => {
          seen.push(numberOf(m));
          return seen.length < 4 ? Promise.reject(new Error('not now')) : Promise.resolve();
        },
      });
      await under.bus.publish(to, [message('k', 1), message('k', 2)]);
      await eventually(() => seen.length === 5);
      expect(seen).toEqual([1, 1, 1, 1, 2]);
      await consumer.stop();
    });

    test('a key whose message is refused for ever holds up no other, though one thing is done at a time', async () => {
      const to = topic();
      const handled = new Set<string>();
      const consumer = await consume(to, {
        concurrency: 1,
        handle: ({ message: m }) => {
          if (m.key === 'bad') return Promise.reject(new Error('never'));
          handled.add(m.key);
          return Promise.resolve();
        },
      });
      const good = Array.from({ length: 20 }, (_, n) => message(`good-${String(n)}`, n));
      await under.bus.publish(to, [message('bad', 1), message('bad', 2), ...good]);
      await eventually(() => handled.size === good.length);
      await consumer.stop();
    });

    test('what was refused when its consumer stopped is delivered to the next one', async () => {
      const to = topic();
      let refused = 0;
      const one = await consume(to, { handle: () => Promise.reject(new Error(`refused ${String(refused++)}`)) });
      await under.bus.publish(to, [message('k', 1), message('k', 2)]);
      await eventually(() => refused > 0);
      await one.stop();
      const seen: number[] = [];
      const two = await consume(to, { handle: ({ message: m }) => Promise.resolve(void seen.push(numberOf(m))) });
      await eventually(() => seen.length === 2);
      expect(seen).toEqual([1, 2]);
      await two.stop();
    });

    test('a group that joins later begins with what is published from then on', async () => {
      const to = topic();
      const first = new Set<string>();
      const later: string[] = [];
      const before = [message('a', 1), message('b', 2)];
      await under.bus.publish(to, before);
      const one = await consume(to, { handle: ({ message: m }) => Promise.resolve(void first.add(m.id)) });
      await eventually(() => first.size === 2);
      const joins = { group: 'later', handle: ({ message: m }: Delivery) => Promise.resolve(void later.push(m.id)) };
      const two = await consume(to, joins, under.another());
      const after = [message('a', 3), message('b', 4)];
      await under.bus.publish(to, after);
      await eventually(() => first.size === 4 && later.length === 2);
      expect(later.sort()).toEqual(after.map(({ id }) => id).sort());
      await Promise.all([one.stop(), two.stop()]);
    });

    test('a consumer that does one thing at a time goes on to the next as soon as it is done, unasked', async () => {
      const to = topic();
      const messages = Array.from({ length: 60 }, (_, n) => message(`key-${String(n)}`, n));
      await under.bus.publish(to, messages);
      const handled = new Set<string>();
      const handle = ({ message: m }: Delivery) => Promise.resolve(void handled.add(m.key));
      const consumer = await consume(to, { concurrency: 1, handle });
      // One look a second, as a consumer takes without being told of work, would not come to the end in this time.
      await eventually(() => handled.size === messages.length);
      await consumer.stop();
    });

    test('a slow key holds up no other key', async () => {
      const to = topic();
      const handled = new Set<string>();
      let release: () => void = () => undefined;
      const stuck = new Promise<void>((resolve) => (release = resolve));
      const consumer = await consume(to, {
        concurrency: 4,
        handle: async ({ message: m }) => {
          if (m.key === 'slow') await stuck;
          handled.add(m.key);
        },
      });
      await under.bus.publish(
        to,
        Array.from({ length: 50 }, (_, n) => message('slow', n)),
      );
      await under.bus.publish(
        to,
        Array.from({ length: 50 }, (_, n) => message(`fast-${String(n)}`, n)),
      );
      await eventually(() => handled.size === 50);
      expect(handled.has('slow')).toBe(false);
      release();
      await consumer.stop();
    });

    test('what a killed consumer had under way is delivered to another', async () => {
      const to = topic();
      const path = fileURLToPath(new URL('crashingConsumer.mjs', import.meta.url));
      const child = fork(path, { env: { ...process.env, ...under.settings, TOPIC: to } });
      await once(child, 'message'); // it listens
      const sent = message('k', 1);
      await under.bus.publish(to, [sent]);
      await once(child, 'message'); // it has the message, and will never be done with it
      child.kill('SIGKILL');
      const seen: string[] = [];
      const consumer = await consume(to, { handle: ({ message: m }) => Promise.resolve(void seen.push(m.id)) });
      await eventually(() => seen.length > 0);
      expect(seen).toEqual([sent.id]);
      await consumer.stop();
    });

    test('stopping waits for the work under way and hands the rest on', async () => {
      const to = topic();
      const first: number[] = [];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const one = await consume(to, {
        concurrency: 1,
        handle: async ({ message: m }) => {
          first.push(numberOf(m));
          await held;
        },
      });
      await under.bus.publish(to, [message('a', 1), message('b', 2), message('c', 3)]);
      await eventually(() => first.length === 1);
      const stopped = one.stop();
      release();
      await stopped;
      const second = new Set<number>();
      const two = await consume(to, { handle: ({ message: m }) => Promise.resolve(void second.add(numberOf(m))) });
      await eventually(() => second.size === 3 - first.length);
      expect(new Set([...first, ...second])).toEqual(new Set([1, 2, 3]));
      expect(first.some((n) => second.has(n))).toBe(false);
      await two.stop();
    });

    test('while the broker is away publishing says so, and consumers go on when it is back', async () => {
      const to = topic();
      const seen = new Set<number>();
      const consumer = await consume(to, { handle: ({ message: m }) => Promise.resolve(void seen.add(numberOf(m))) });
      await under.bus.publish(to, [message('k', 1)]);
      await eventually(() => seen.has(1));
      await under.outage.begin();
      await expect(under.bus.publish(to, [message('k', 2)])).rejects.toThrow(BusUnavailable);
      await expect(under.bus.ping()).rejects.toThrow(BusUnavailable);
      await under.outage.end();
      await eventually(() =>
        under.bus.publish(to, [message('k', 3)]).then(
          () => true,
          () => false,
        ),
      );
      await eventually(() => seen.has(3));
      await consumer.stop();
    });
  });
}
