import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
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

/** Nothing was asked for yet. */
export function createKafkaTopics(deps: { admin: () => Promise<Admin>; replicationFactor: number }): KafkaTopics {
  const known = new Map<string, Promise<void>>();
  const make = async (topic: string): Promise<void> => {
    const admin = await deps.admin();
    const configEntries = [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(RETENTION_MS) },
      { name: 'retention.bytes', value: '-1' },
    ];
    await admin.createTopics({
      waitForLeaders: false, // its own wait gives up where the broker does not know of its new topic yet
      topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: deps.replicationFactor, configEntries }],
    });
    await leadersOf(admin, topic);
  };
  return {
    ensure(topic) {
      const before = known.get(topic);
      if (before) return before;
      const made = make(topic);
      known.set(topic, made);
      made.catch(() => known.delete(topic));
      return made;
    },
    async beginGroup(topic, group) {
      const admin = await deps.admin();
      const { groups } = await admin.listGroups();
      const ofTopic = groups.map(({ groupId }) => groupId).filter((id) => id.endsWith(groupAtBroker('', topic)));
      if (ofTopic.length === 0 || ofTopic.includes(group)) return;
      const ends = await admin.fetchTopicOffsets(topic);
      const partitions = ends.map(({ partition, high: offset }) => ({ partition, offset }));
      await admin.setOffsets({ groupId: group, topic, partitions });
    },
    async clusterId() {
      const { clusterId } = await within(
        PATIENCE_MS,
        deps.admin().then((admin) => admin.describeCluster()),
      );
      return clusterId;
    },
  };
}

/** Resolves when every partition of a topic can be written to. */
async function leadersOf(admin: Admin, topic: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const known = await admin.fetchTopicMetadata({ topics: [topic] }).catch(() => undefined);
    const partitions = known?.topics[0]?.partitions ?? [];
    if (partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)) return;
    if (performance.now() > deadline) throw new Error(`Nobody leads the topic ${topic}`);
    await sleep(50);
  }
}
