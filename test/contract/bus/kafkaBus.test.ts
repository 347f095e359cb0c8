import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AssignerProtocol, ConfigResourceTypes, Kafka, logLevel, type PartitionAssigner } from 'kafkajs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Bus, Consumer, Message } from '../../../src/platform/bus/bus.js';
import { createKafkaBus } from '../../../src/platform/bus/kafkaBus.js';
import { createLog } from '../../../src/platform/log.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
import { until } from '../../support/until.js';
import { busContract } from './busContract.js';

const server = givenKafkaServer();
const log = createLog('silent');

if (server) {
  busContract('The bus on Kafka', () => {
    const buses: Bus[] = [];
    const open = (): Bus => {
      const bus = createKafkaBus({ brokers: [server.broker], log });
      buses.push(bus);
      return bus;
    };
    return Promise.resolve({
      bus: open(),
      another: open,
      settings: { KAFKA_BROKERS: server.broker },
      outage: { begin: () => server.kill(), end: () => server.start() },
      close: async () => {
        await Promise.all(buses.map((bus) => bus.close()));
      },
    });
  });
  test('what is published where the clock of the machine is a day ahead is dated by the clock that is given, and taken', async () => {
    const begin = Date.now() - performance.now();
    const clock = (): Date => new Date(begin + performance.now());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    const bus = createKafkaBus({ brokers: [server.broker], clock, log });
    try {
      await bus.publish(`t-${randomBytes(6).toString('hex')}`, [messageOf('k')]);
    } finally {
      vi.useRealTimers();
      await bus.close();
    }
  });

  test('two installations with prefixes of their own share a broker and see nothing of each other', async () => {
    const id = randomBytes(4).toString('hex');
    const installations = [`one-${id}.`, `other-${id}.`].map((prefix) => {
      const received: Message[] = [];
      return { prefix, received, bus: createKafkaBus({ brokers: [server.broker], prefix, log }) };
    });
    for (const { bus, received } of installations) {
      await bus.consume({
        ...{ topic: 'work', group: 'workers', concurrency: 1 },
        handle: ({ message }) => Promise.resolve(void received.push(message)),
      });
    }
    for (const { bus, prefix } of installations) await bus.publish('work', [messageOf(prefix)]);
    await until(() => (installations.every(({ received }) => received.length > 0) ? true : undefined), 30_000);
    await Promise.all(installations.map(({ bus }) => bus.close()));
    for (const { received, prefix } of installations) expect(received).toEqual([messageOf(prefix)]);
  });

  test('an installation without a prefix finds all that it accepted, though one with a prefix works on the same broker', async () => {
    const topic = `t-${randomBytes(6).toString('hex')}`;
    const received: Message[] = [];
    const [other, bare] = ['b-', ''].map((prefix) => createKafkaBus({ brokers: [server.broker], prefix, log }));
    const consume = (bus: Bus | undefined, group: string, seen: Message[]) =>
      bus?.consume({
        ...{ topic, group, concurrency: 1 },
        handle: ({ message }) => Promise.resolve(void seen.push(message)),
      });
    const first: Message[] = [];
    await other?.publish(topic, [messageOf('before')]);
    await consume(other, 'workers', first);
    await until(() => (first.length > 0 ? true : undefined), 30_000);
    await bare?.publish(topic, [messageOf('accepted')]);
    await consume(bare, 'workers', received);
    await until(() => (received.length > 0 ? true : undefined), 30_000);
    // A later group of the installation with the prefix begins with what comes from then on, as without one.
    const late: Message[] = [];
    await consume(other, 'later', late);
    await other?.publish(topic, [messageOf('after')]);
    await until(() => (late.length > 0 ? true : undefined), 30_000);
    await Promise.all([other?.close(), bare?.close()]);
    expect(received).toEqual([messageOf('accepted')]);
    expect(late).toEqual([messageOf('after')]);
  });

  describe('A consumer on Kafka', () => {
    const opened: { close(): Promise<void> }[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()));
    });
    const openBus = (): Bus => {
      const bus = createKafkaBus({ brokers: [server.broker], log });
      opened.push(bus);
      return bus;
    };
    const client = new Kafka({ brokers: [server.broker], logLevel: logLevel.NOTHING });
    const topicName = (): string => `t-${randomBytes(6).toString('hex')}`;
    const seenBy = (bus: Bus, topic: string, seen: Set<string>) =>
      bus.consume({
        ...{ topic, group: 'g', concurrency: 8 },
        handle: ({ message }) => Promise.resolve(void seen.add(message.id)),
      });

    test('fetches a partition again that was paused, lost to another and given back', async () => {
      const topic = topicName();
      const one = openBus();
      let release: () => void = () => undefined;
      const stuck = new Promise<void>((resolve) => (release = resolve));
      const seen = new Set<string>();
      await one.consume({
        ...{ topic, group: 'g', concurrency: 8 },
        handle: async ({ message }) => {
          await stuck;
          seen.add(message.id);
        },
      });
      // More than a partition may have waiting, in each of them: all are paused.
      const full = Array.from({ length: 6_000 }, (_, n) => keyed(topic, n));
      await one.publish(topic, full);
      const other = openBus();
      const elsewhere = new Set<string>();
      const second = await seenBy(other, topic, elsewhere);
      await until(() => (elsewhere.size > 0 ? true : undefined), 30_000);
      await second.stop();
      const later = Array.from({ length: 100 }, (_, n) => keyed(`${topic}-later`, n));
      await one.publish(topic, later);
      release();
      const isDone = ({ id }: Message): boolean => seen.has(id) || elsewhere.has(id);
      await until(() => ([...full, ...later].every(isDone) ? true : undefined), 30_000);
    });

    test('passes over a message without a value or without sense, and what comes after it is done once', async () => {
      const topic = topicName();
      const bus = openBus();
      await bus.publish(topic, [keyed(topic, 0)]);
      const producer = client.producer();
      await producer.connect();
      await producer.send({
        topic,
        messages: [
          { key: 'key-0', value: null },
          { key: 'key-0', value: 'no message' },
          { key: 'key-0', value: JSON.stringify({ id: null, key: null, type: 'T', payload: {} }) },
          { key: 'key-0', value: JSON.stringify({ ...keyed(topic, 0, 'refused'), key: '\0' }) },
          { key: 'key-0', value: JSON.stringify({ id: 'without work', key: 'key-0', type: 'T' }) },
        ],
      });
      await producer.disconnect();
      await bus.publish(topic, [keyed(topic, 0, 'after')]);
      const seen = new Set<string>();
      const consumer = await seenBy(bus, topic, seen);
      await until(() => (seen.size === 2 ? true : undefined), 30_000);
      await consumer.stop();
      const again = new Set<string>();
      await seenBy(bus, topic, again);
      await bus.publish(topic, [keyed(topic, 0, 'last')]);
      await until(() => (again.size > 0 ? true : undefined), 30_000);
      expect([...again]).toEqual([`${topic}-0-last`]);
    });

    test('says so while the broker refuses it for good, and takes work once it is let in', async () => {
      const topic = topicName();
      const bus = openBus();
      await bus.publish(topic, [keyed(topic, 0)]);
      // A member that shares out partitions by rules of its own keeps all others out of the group.
      const foreign = client.consumer({ groupId: `g@${topic}`, partitionAssigners: [foreignRules] });
      await foreign.connect();
      await foreign.subscribe({ topic });
      const inside = new Promise((resolve) => foreign.on(foreign.events.GROUP_JOIN, resolve));
      await foreign.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
      await inside;
      const seen = new Set<string>();
      const consumer = await seenBy(bus, topic, seen);
      await until(() => (refusalOf(consumer) ? true : undefined), 30_000);
      expect(refusalOf(consumer)).toMatch(/broke/);
      await foreign.disconnect();
      await until(() => (seen.size === 1 && refusalOf(consumer) === undefined ? true : undefined), 30_000);
      await consumer.stop();
      expect(refusalOf(consumer)).toMatch(/has stopped/);
    });

    test('starts on a topic that was just made, also as the second of two that begin a new group at once', async () => {
      // Many times over: a broker names the leader of a partition a moment before that leader serves it.
      const topics = Array.from({ length: 6 }, topicName);
      const [one, other] = [openBus(), openBus()];
      const seen = new Set<string>();
      const late = new Set<string>();
      await Promise.all(
        topics.map(async (topic) => {
          await seenBy(one, topic, seen);
          const later = { topic, group: 'later', concurrency: 1 };
          const handle = ({ message }: { message: Message }) => Promise.resolve(void late.add(message.id));
          await Promise.all([one, other].map((bus) => bus.consume({ ...later, handle })));
          await one.publish(topic, [keyed(topic, 0)]);
        }),
      );
      await until(() => (seen.size === topics.length && late.size === topics.length ? true : undefined), 60_000);
    });

    test('starts on a broker that says nothing for longer than a request may take', async () => {
      const topic = topicName();
      const bus = openBus();
      await bus.ping();
      await server.stall();
      const seen = new Set<string>();
      const answersAgain = setTimeout(12_000).then(() => server.goOn()); // a request may take ten seconds
      try {
        await Promise.all([seenBy(bus, topic, seen), answersAgain]);
      } finally {
        await server.goOn();
      }
      await bus.publish(topic, [keyed(topic, 0)]);
      await until(() => (seen.size > 0 ? true : undefined), 30_000);
    });

    test('finds topics made with the time that their messages are kept for', async () => {
      const topic = topicName();
      await openBus().publish(topic, [keyed(topic, 0)]);
      const admin = client.admin();
      await admin.connect();
      opened.push({ close: () => admin.disconnect() });
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
      });
      const entries = new Map(
        resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
      );
      expect([entries.get('retention.ms'), entries.get('cleanup.policy')]).toEqual([String(14 * 86_400_000), 'delete']);
    });
  });

  test('a bus on Kafka is another one with another prefix, and the same for all who share it', async () => {
    const buses = ['', '', 'other.'].map((prefix) => createKafkaBus({ brokers: [server.broker], prefix, log }));
    const [one, same, other] = await Promise.all(buses.map((bus) => bus.identify()));
    await Promise.all(buses.map((bus) => bus.close()));
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
} else {
  describe('The bus on Kafka', () => {
    test.skip('needs a broker: TEST_KAFKA=PORT:DATA_DIR of one that test/servers/kafka/start.sh started');
  });
}

const messageOf = (id: string): Message => ({
  ...{ id, key: 'key', type: 'Noted', payload: {}, correlation_id: id, causation_id: id },
});

const keyed = (topic: string, n: number, what = 'message'): Message => ({
  ...messageOf(`${topic}-${String(n)}-${what}`),
  key: `key-${String(n)}`,
});

/** Why a consumer takes nothing; undefined while it does. */
function refusalOf(consumer: Consumer): string | undefined {
  try {
    consumer.assertTaking();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const foreignRules: PartitionAssigner = () => ({
  name: 'foreign',
  version: 1,
  assign: ({ members }) =>
    Promise.resolve(
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          ...{ version: 1, userData: Buffer.alloc(0), assignment: {} },
        }),
      })),
    ),
  protocol: ({ topics }) => ({
    name: 'foreign',
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
  }),
});
