import { Kafka, logLevel, Partitioners, type LogEntry, type Message as KafkaMessage, type Producer } from 'kafkajs';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { BusUnavailable, type Bus, type Consumer, type Message } from './bus.js';
import { startKafkaConsumer } from './kafkaConsumer.js';
import { kafkaSockets } from './kafkaSockets.js';
import { createKafkaTopics, groupAtBroker } from './kafkaTopics.js';
import { connectedOnce } from './connectedOnce.js';

/** How long a broker that answered counts as reachable. */
const FRESH_MS = 1_000;

/** What the bus needs. */
export interface KafkaBusDeps {
  /** `host:port` */
  brokers: string[];
  log: Log;
  /**
   * Dates messages: a broker refuses what is dated an hour ahead of its own clock, and deletes what is old by its date. That of
   * the process when absent.
   */
  clock?: Clock;
  /** Put before the name of each topic, which its groups carry in theirs, so that several installations can share a broker. */
  prefix?: string;
  /** Copies of each message where topics are made; the broker's default when absent. */
  replicationFactor?: number;
}

/** The bus on Kafka: a topic is a Kafka topic, a key its message key, a group a consumer group for each topic. */
export function createKafkaBus(deps: KafkaBusDeps): Bus {
  const { brokers, log, clock = () => new Date(), prefix = '', replicationFactor = -1 } = deps;
  const kafka = clientOf(brokers, log);
  const consumers = new Set<Consumer>();
  const producer = connectedOnce(() => producerOf(kafka));
  const admin = connectedOnce(() => kafka.admin());
  const topics = createKafkaTopics({ newAdmin: () => kafka.admin(), admin: admin.get, replicationFactor });
  let answeredAt = -Infinity;
  const reach = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      answeredAt = -Infinity;
      throw new BusUnavailable(`The Kafka broker did not do what it was asked: ${reasonOf(error)}`, { cause: error });
    }
  };
  return {
    kind: 'kafka',
    identify: () => reach(async () => `kafka:${await topics.clusterId()}:${prefix}`),
    async publish(name, messages) {
      if (messages.length === 0) return;
      const topic = prefix + name;
      await reach(async () => {
        await topics.ensure(topic);
        const connected = await producer.get();
        await connected.send({ topic, acks: -1, messages: messages.map(datedBy(clock)) });
      });
    },
    async consume(given) {
      const topic = prefix + given.topic;
      const options = { ...given, topic, group: groupAtBroker(given.group, topic) };
      await reach(async () => {
        await topics.ensure(options.topic);
        await topics.beginGroup(options.topic, options.group);
      });
      const onStopped = (): void => void consumers.delete(consumer);
      const consumer = await reach(() => startKafkaConsumer({ kafka, options, log, onStopped }));
      consumers.add(consumer);
      return consumer;
    },
    async ping() {
      if (performance.now() - answeredAt < FRESH_MS) return;
      await reach(() => topics.clusterId());
      answeredAt = performance.now();
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await Promise.allSettled([producer.end(), admin.end()]);
    },
  };
}

/** A message as it goes to the broker. */
const datedBy =
  (clock: Clock) =>
  (message: Message): KafkaMessage => ({
    ...{ key: message.key, value: JSON.stringify(message), timestamp: String(clock().getTime()) },
  });

/** What the client says; where it says only that several things went wrong, those. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const several = 'errors' in error && Array.isArray(error.errors) ? error.errors.map(reasonOf).join('; ') : '';
  return several ? `${error.message} (${several})` : error.message;
}

const clientOf = (brokers: string[], log: Log): Kafka =>
  new Kafka({
    clientId: 'attest',
    brokers,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    socketFactory: kafkaSockets,
    logLevel: logLevel.WARN,
    logCreator: () => logTo(log),
    retry: { initialRetryTime: 100, retries: 5, maxRetryTime: 2_000 },
  });

const producerOf = (kafka: Kafka): Producer =>
  kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });

/** What kafkajs says goes to our log, its errors as warnings: it goes on by itself, and what fails is thrown. */
function logTo(log: Log): (entry: LogEntry) => void {
  return ({ log: { message, error } }) => {
    log.warn({ kafka: typeof error === 'string' ? error : undefined }, message);
  };
}
