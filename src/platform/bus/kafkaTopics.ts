import type { Admin } from 'kafkajs';
import { pauseAfterFailure } from '../reconnectPause.js';
import { within } from '../within.js';

/** Partitions of a topic that is made on first use: as many consumers of one group can share it. */
const PARTITIONS = 12;
/**
 * How long a topic that is made on first use keeps its messages: longer than workers may stand still without anybody
 * noticing. What was not done by then is found by the reconciler.
 */
export const RETENTION_MS = 14 * 24 * 3_600_000;
/** How long a caller waits to hear that the broker is away. */
const PATIENCE_MS = 5_000;
/**
 * How long a broker that answers may take to be ready for what was just made: it names the leader of a partition before
 * that leader serves it, and knows of groups only once it has read what it kept of them.
 */
const READY_MS = 60_000;

/** What there is at the broker. */
export interface KafkaTopics {
  /** Makes the topic where it is not there; one that is there is taken as it is. */
  ensure(topic: string): Promise<void>;
  /**
   * Has a group that never was there begin at the end of its topic, where another group has it already.
   * `group` is what `groupAtBroker` calls it.
   */
  beginGroup(topic: string, group: string): Promise<void>;
  /** The id that the cluster was given when it was made; rejects when it does not answer in time. */
  clusterId(): Promise<string>;
}

/**
 * What a group is called at the broker. Kafka gives a member partitions of topics it never asked for when others of its
 * group did: so a group has one topic, and is told apart by it. '@' stands in no topic's name, so that no topic's groups
 * are taken for those of a topic whose name ends alike.
 * @param topic As it is called at the broker
 */
export const groupAtBroker = (group: string, topic: string): string => `${group}@${topic}`;

/** What topics are made and described with. */
export interface KafkaTopicsDeps {
  /** A client that is not connected yet. */
  newAdmin: () => Admin;
  /** A client that lasts. */
  admin: () => Promise<Admin>;
  replicationFactor: number;
}

/** Nothing was asked for yet. */
export function createKafkaTopics(deps: KafkaTopicsDeps): KafkaTopics {
  const known = new Map<string, Promise<void>>();
  const make = async (admin: Admin, topic: string): Promise<void> => {
    const configEntries = [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(RETENTION_MS) },
      { name: 'retention.bytes', value: '-1' },
    ];
    await admin.createTopics({
      waitForLeaders: false, // its own wait gives up where the broker does not know of its new topic yet
      topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: deps.replicationFactor, configEntries }],
    });
    await assertServed(admin, topic);
  };
  return {
    ensure(topic) {
      const before = known.get(topic);
      if (before) return before;
      const made = onceReady(() => withClient(deps.newAdmin(), (admin) => make(admin, topic)));
      known.set(topic, made);
      made.catch(() => known.delete(topic));
      return made;
    },
    beginGroup: (topic, group) => onceReady(() => withClient(deps.newAdmin(), (admin) => begin(admin, topic, group))),
    async clusterId() {
      const { clusterId } = await within(
        PATIENCE_MS,
        deps.admin().then((admin) => admin.describeCluster()),
      );
      return clusterId;
    },
  };
}

/** Asks with a client of its own: one that lasts goes by what it heard of topics minutes ago, or asked for others. */
async function withClient(admin: Admin, ask: (admin: Admin) => Promise<void>): Promise<void> {
  try {
    await admin.connect();
    await ask(admin);
  } finally {
    await admin.disconnect();
  }
}

/** @throws NotReady while a partition has no leader, and what its leader says while it does not serve it yet */
async function assertServed(admin: Admin, topic: string): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const partitions = topics[0]?.partitions ?? [];
  if (partitions.length === 0 || partitions.some(({ leader }) => leader < 0))
    throw new NotReady(`Nobody leads the topic ${topic}`);
  await admin.fetchTopicOffsets(topic);
}

async function begin(admin: Admin, topic: string, group: string): Promise<void> {
  const { groups } = await admin.listGroups();
  const ofTopic = groups.map(({ groupId }) => groupId).filter((id) => id.endsWith(groupAtBroker('', topic)));
  if (ofTopic.length === 0 || ofTopic.includes(group)) return;
  const ends = await admin.fetchTopicOffsets(topic);
  const partitions = ends.map(({ partition, high: offset }) => ({ partition, offset }));
  await admin.setOffsets({ groupId: group, topic, partitions }).catch((error: unknown) => {
    // Another member may be beginning it at this moment: then it is listed next time, and has begun.
    throw new NotReady(`The group ${group} could not be begun`, { cause: error });
  });
}

/** The broker is there, and not where it should be. */
class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Tries again what fails because the broker is not ready for it, until it is or patience ends. */
async function onceReady(attempt: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + READY_MS;
  const tryOn = async (): Promise<void> => {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        if (!mayPass(error) || performance.now() > deadline) throw error;
        await pauseAfterFailure(failures, {});
      }
    }
  };
  await within(READY_MS, tryOn());
}

/**
 * Whether trying again can help. The client says of its errors where it cannot, but is wrong about brokers that are to take
 * copies of a topic and are not there again yet. A connection that is refused is for the caller to wait for.
 */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NotReady || ('type' in error && error.type === 'INVALID_REPLICATION_FACTOR')) return true;
  if ('code' in error && error.code === 'ECONNREFUSED') return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(mayPass);
  if (error.cause) return mayPass(error.cause); // of one that was tried too often already
  return !('retriable' in error) || error.retriable === true;
}
