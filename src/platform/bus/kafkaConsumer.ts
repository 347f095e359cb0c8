import { setTimeout as sleep } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import type { Log } from '../log.js';
import { within } from '../within.js';
import { createWorkInProgress } from '../workInProgress.js';
import type { Consumer, ConsumerOptions, Message } from './bus.js';
import { deliver } from './deliver.js';
import { inOrderPerKey } from './inOrderPerKey.js';
import { createKafkaMembership } from './kafkaMembership.js';

/** How often finished offsets are committed. */
const COMMIT_MS = 250;
/** How long a client may take to be connected; what it does afterwards it does for as long as it takes. */
const CONNECT_MS = 30_000;
/** How long leaving the group may take. */
const LEAVE_MS = 3_000;

/** What a consumer stands on. */
export interface KafkaConsumerDeps {
  kafka: Kafka;
  /** Topic and group as they are called at the broker. */
  options: ConsumerOptions;
  log: Log;
  /** Called once, when a consumer that was given out has stopped. */
  onStopped(): void;
}

/**
 * Consumes a topic as a member of a group. Batches are only taken in: the messages queue by key, so that a slow or
 * failing key holds up no other, and the offset up to which everything is done is committed from time to time.
 * @throws Error when the broker could not be reached to begin with
 */
export async function startKafkaConsumer({ kafka, options, log, onStopped }: KafkaConsumerDeps): Promise<Consumer> {
  const { topic, group } = options;
  const work = createWorkInProgress();
  const queue = inOrderPerKey<Message>(options.concurrency, (message) =>
    deliver(options, { message, signal: work.signal, log }),
  );
  const membership = createKafkaMembership({ kafka, topic, group, queue, work, log });
  const timer = setInterval(() => void membership.commit(), COMMIT_MS);

  const end = async (): Promise<void> => {
    clearInterval(timer);
    queue.close();
    await work.drain();
    // A broker that is away notices by itself that this member is gone.
    const patience = new AbortController();
    const left = membership
      .commit() // before it leaves the group: afterwards it may not
      .then(() => membership.leave())
      .catch((error: unknown) => log.warn({ err: error, topic }, 'a consumer could not leave its group'));
    await Promise.race([left, sleep(LEAVE_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => (ended ??= end().then(onStopped));
  try {
    await within(CONNECT_MS, membership.join());
  } catch (error) {
    await end();
    throw error;
  }
  return { stop, assertTaking: () => membership.assertTaking() };
}
