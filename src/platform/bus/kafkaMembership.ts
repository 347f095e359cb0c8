import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer as KafkaJsConsumer, Kafka } from 'kafkajs';
import type { Log } from '../log.js';
import { createPartitions, type Partitions, type PartitionsDeps } from './partitions.js';

/** How long a member that was refused for good waits before it joins anew. */
const JOIN_AGAIN_MS = 1_000;
/** A member that hears nothing for this long takes no work: its session (10 s), and the longest pause between two tries, thrice. */
const SILENCE_MS = 16_000;

/** What being a member of a group stands on. */
export interface KafkaMembershipDeps extends Pick<PartitionsDeps, 'queue' | 'work'> {
  kafka: Kafka;
  /** As they are called at the broker. */
  topic: string;
  group: string;
  log: Log;
}

/** Membership in a group of one topic. A client that gives up for good is replaced by a new one. */
export interface KafkaMembership {
  join(): Promise<void>;
  /** Commits what is done and was not committed. Never rejects: what does not get through is due again. */
  commit(): Promise<void>;
  leave(): Promise<void>;
  /** @throws Error that says why while it takes nothing from the topic */
  assertTaking(): void;
}

/** Nobody's member yet. */
export function createKafkaMembership(deps: KafkaMembershipDeps): KafkaMembership {
  const { topic, log } = deps;
  const leaving = new AbortController();
  let joined: { client: KafkaJsConsumer; partitions: Partitions } | undefined;
  let heardAt: number | undefined;
  let fault: Error | undefined;

  const join = async (): Promise<void> => {
    const client = clientOf(deps);
    const partitions = partitionsOf(deps, client);
    const heard = (): void => void (heardAt = performance.now());
    client.on(client.events.HEARTBEAT, heard);
    client.on(client.events.FETCH, heard);
    client.on(client.events.GROUP_JOIN, ({ payload }) => {
      heard();
      fault = undefined;
      partitions.keepOnly(new Set(payload.memberAssignment[topic] ?? []));
    });
    client.on(client.events.CRASH, ({ payload: { error, restart } }) => {
      fault = error;
      partitions.keepOnly(new Set());
      log.error({ err: error, topic, restart }, 'a consumer of the bus broke');
      if (!restart) void joinAnew();
    });
    joined = { client, partitions };
    await run(client, topic, partitions);
    if (leaving.signal.aborted) await client.disconnect();
  };

  /** The client will not try again by itself: another one does, until it is let in. */
  const joinAnew = async (): Promise<void> => {
    for (;;) {
      await sleep(JOIN_AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
      if (leaving.signal.aborted) return;
      try {
        return await join();
      } catch (error) {
        log.warn({ err: error, topic }, 'a consumer of the bus could not be replaced; trying again');
        void joined?.client.disconnect().catch(() => undefined); // it may be connected already
      }
    }
  };

  return {
    join,
    commit: async () => {
      if (joined) await commitDone(joined.client, joined.partitions, deps);
    },
    async leave() {
      leaving.abort();
      await joined?.client.disconnect();
    },
    assertTaking() {
      if (leaving.signal.aborted) throw new Error(`The consumer of ${topic} has stopped`);
      if (fault) throw new Error(`The consumer of ${topic} broke: ${fault.message}`);
      if (heardAt === undefined || performance.now() - heardAt > SILENCE_MS)
        throw new Error(`The broker says nothing to the consumer of ${topic}`);
    },
  };
}

const clientOf = ({ kafka, group }: KafkaMembershipDeps): KafkaJsConsumer =>
  kafka.consumer({
    groupId: group,
    sessionTimeout: 10_000,
    rebalanceTimeout: 15_000,
    heartbeatInterval: 2_000,
    maxWaitTimeInMs: 100,
    retry: { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 100, maxRetryTime: 2_000 },
  });

function partitionsOf({ topic, queue, work, log }: KafkaMembershipDeps, client: KafkaJsConsumer): Partitions {
  const of = (partition: number) => [{ topic, partitions: [partition] }];
  return createPartitions({
    ...{ topic, queue, work, log },
    pause: (partition) => client.pause(of(partition)),
    resume: (partition) => {
      try {
        client.resume(of(partition));
      } catch (error) {
        // A client that broke has forgotten what was paused, and says that it is in no group.
        log.debug({ err: error, topic, partition }, 'there was nothing to be resumed');
      }
    },
  });
}

async function commitDone(
  client: KafkaJsConsumer,
  partitions: Partitions,
  { topic, log }: KafkaMembershipDeps,
): Promise<void> {
  const offsets = partitions.toCommit();
  try {
    partitions.resumeIdle();
    if (offsets.length > 0) await client.commitOffsets(offsets.map((offset) => ({ topic, ...offset })));
  } catch (error) {
    log.warn({ err: error, topic }, 'offsets could not be committed; work may be delivered again');
    partitions.notCommitted(offsets.map(({ partition }) => partition));
  }
}

async function run(client: KafkaJsConsumer, topic: string, partitions: Partitions): Promise<void> {
  await client.connect();
  await client.subscribe({ topic, fromBeginning: true });
  await client.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: 4,
    eachBatch: async ({ batch, isRunning, isStale, resolveOffset, heartbeat }) => {
      partitions.takeIn(batch, () => isRunning() && !isStale(), resolveOffset);
      await heartbeat();
    },
  });
}
