import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners, type Admin, type LogEntry, type Producer } from 'kafkajs';
import type { Log } from '../log.js';
import { BusUnavailable, type Bus, type Message } from './bus.js';
import { KafkaConsumer } from './kafkaConsumer.js';

/** Partitions of a topic that is made on first use: as many consumers of one group can share it. */
const PARTITIONS = 12;
/** How long a caller waits to hear that the broker is away. */
const PATIENCE_MS = 5_000;
/** How long a broker that answered counts as reachable. */
const FRESH_MS = 1_000;

/** What the bus needs. */
export interface KafkaBusDeps {
  /** `host:port` */
  brokers: string[];
  log: Log;
  /** Put before the name of each topic and group, so that several installations can share a broker. */
  prefix?: string;
  /** Copies of each message where topics are made; the broker's default when absent. */
  replicationFactor?: number;
}

/** The bus on Kafka: a topic is a Kafka topic, a key its message key, a group a consumer group for each topic. */
export function createKafkaBus({ brokers, log, prefix = '', replicationFactor = -1 }: KafkaBusDeps): Bus {
  const kafka = new Kafka({
    clientId: 'attest',
    brokers,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    logLevel: logLevel.WARN,
    logCreator: () => logTo(log),
    retry: { initialRetryTime: 100, retries: 5, maxRetryTime: 2_000 },
  });
  return new KafkaBus(kafka, log, prefix, replicationFactor);
}

class KafkaBus implements Bus {
  readonly kind = 'kafka';
  readonly #consumers = new Set<KafkaConsumer>();
  readonly #topics = new Map<string, Promise<void>>();
  #producer: Promise<Producer> | undefined;
  #admin: Promise<Admin> | undefined;
  #answeredAt = 0;

  constructor(
    readonly kafka: Kafka,
    readonly log: Log,
    readonly prefix: string,
    readonly replicationFactor: number,
  ) {}

  async publish(name: string, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const topic = this.prefix + name;
    await this.#reach(async () => {
      await this.#ensureTopic(topic);
      const producer = await this.#connectedProducer();
      await producer.send({
        topic,
        acks: -1,
        messages: messages.map((message) => ({ key: message.key, value: JSON.stringify(message) })),
      });
    });
  }

  async consume(given: Parameters<Bus['consume']>[0]): Promise<KafkaConsumer> {
    // Kafka gives a member partitions of topics it never asked for when others of its group did: so a group has one topic.
    const group = `${this.prefix}${given.group}.${given.topic}`;
    const options = { ...given, topic: this.prefix + given.topic, group };
    await this.#reach(() => this.#ensureTopic(options.topic));
    const consumer = new KafkaConsumer(this.kafka, options, this.log, () => this.#consumers.delete(consumer));
    this.#consumers.add(consumer);
    await this.#reach(() => consumer.start()).catch(async (error: unknown) => {
      await consumer.stop();
      throw error;
    });
    return consumer;
  }

  async ping(): Promise<void> {
    if (Date.now() - this.#answeredAt < FRESH_MS) return;
    await this.#reach(async () => {
      const admin = await this.#connectedAdmin();
      await within(PATIENCE_MS, admin.describeCluster());
    });
    this.#answeredAt = Date.now();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    await Promise.allSettled([this.#producer?.then((p) => p.disconnect()), this.#admin?.then((a) => a.disconnect())]);
  }

  #ensureTopic(topic: string): Promise<void> {
    const known = this.#topics.get(topic);
    if (known) return known;
    const made = this.#connectedAdmin().then(async (admin) => {
      await admin.createTopics({
        waitForLeaders: false, // its own wait gives up where the broker does not know of its new topic yet
        topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: this.replicationFactor }],
      });
      await leadersOf(admin, topic);
    });
    this.#topics.set(topic, made);
    made.catch(() => this.#topics.delete(topic));
    return made;
  }

  #connectedProducer(): Promise<Producer> {
    this.#producer ??= connected(
      this.kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        createPartitioner: Partitioners.DefaultPartitioner,
      }),
      () => (this.#producer = undefined),
    );
    return this.#producer;
  }

  #connectedAdmin(): Promise<Admin> {
    this.#admin ??= connected(this.kafka.admin(), () => (this.#admin = undefined));
    return this.#admin;
  }

  async #reach<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      this.#answeredAt = 0;
      throw new BusUnavailable('The Kafka broker did not answer', { cause: error });
    }
  }
}

/** Resolves when every partition of a topic can be written to. */
async function leadersOf(admin: Admin, topic: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const known = await admin.fetchTopicMetadata({ topics: [topic] }).catch(() => undefined);
    const partitions = known?.topics[0]?.partitions ?? [];
    if (partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)) return;
    if (Date.now() > deadline) throw new Error(`Nobody leads the topic ${topic}`);
    await sleep(50);
  }
}

async function connected<Client extends Producer | Admin>(client: Client, onFailure: () => void): Promise<Client> {
  try {
    await client.connect();
    return client;
  } catch (error) {
    onFailure();
    throw error;
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${String(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What kafkajs says goes to our log, its errors as warnings: it goes on by itself, and what fails is thrown. */
function logTo(log: Log): (entry: LogEntry) => void {
  return ({ log: { message, error } }) => {
    log.warn({ kafka: typeof error === 'string' ? error : undefined }, message);
  };
}
