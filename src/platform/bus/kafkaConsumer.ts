import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer as KafkaJsConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Log } from '../log.js';
import type { Consumer, ConsumerOptions, Message } from './bus.js';
import { handleDelivery } from './handleDelivery.js';
import { KeyedQueue } from './keyedQueue.js';
import { OffsetTracker } from './offsetTracker.js';
import { WorkInProgress } from '../workInProgress.js';

/** A partition is paused when this many of its messages wait, and resumed when half of them are done. */
const MOST_WAITING = 200;
/** How often finished offsets are committed. */
const COMMIT_MS = 250;
/** How long leaving the group may take. */
const LEAVE_MS = 3_000;

/**
 * Consumes a topic as a member of a group. Batches are only taken in: the messages queue by key, so that a slow or
 * failing key holds up no other, and the offset up to which everything is done is committed from time to time.
 */
export class KafkaConsumer implements Consumer {
  readonly #consumer: KafkaJsConsumer;
  readonly #work = new WorkInProgress();
  readonly #queue: KeyedQueue<Message>;
  #partitions = new Map<number, OffsetTracker>();
  #paused = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;

  constructor(
    kafka: Kafka,
    readonly options: ConsumerOptions,
    readonly log: Log,
    readonly onStopped: () => void,
  ) {
    this.#consumer = kafka.consumer({
      groupId: options.group,
      sessionTimeout: 10_000,
      heartbeatInterval: 2_000,
      maxWaitTimeInMs: 100,
      retry: { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 100, maxRetryTime: 2_000 },
    });
    this.#queue = new KeyedQueue(options.concurrency, (message, attempt) =>
      handleDelivery(options, log, message, attempt, this.#work.signal),
    );
  }

  async start(): Promise<void> {
    this.#consumer.on(this.#consumer.events.GROUP_JOIN, ({ payload }) => {
      const mine = new Set(payload.memberAssignment[this.options.topic] ?? []);
      this.#forgetAllBut(mine);
    });
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topic: this.options.topic, fromBeginning: true });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: (batch) => this.#takeIn(batch),
    });
    this.#timer = setInterval(() => void this.#commit(), COMMIT_MS);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  async #leave(): Promise<void> {
    clearInterval(this.#timer);
    this.#queue.close();
    await this.#work.drain();
    // A broker that is away notices by itself that this member is gone.
    const patience = new AbortController();
    await Promise.race([this.#leaveGroup(), sleep(LEAVE_MS, undefined, { signal: patience.signal }).catch(() => null)]);
    patience.abort();
    this.onStopped();
  }

  async #leaveGroup(): Promise<void> {
    try {
      await this.#commit(); // before it leaves the group: afterwards it may not
      await this.#consumer.stop();
      await this.#consumer.disconnect();
    } catch (error) {
      this.log.warn({ err: error, topic: this.options.topic }, 'a consumer could not leave its group');
    }
  }

  async #takeIn({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const tracker = this.#tracker(batch.partition);
    for (const { offset, value } of batch.messages) {
      if (!isRunning() || isStale()) break;
      if (tracker.take(BigInt(offset)) && value) this.#enqueue(tracker, BigInt(offset), parse(value));
      resolveOffset(offset);
    }
    if (tracker.waiting > MOST_WAITING) this.#pause(batch.partition);
    await heartbeat();
  }

  #enqueue(tracker: OffsetTracker, offset: bigint, message: Message): void {
    const done = this.#queue.add(message.key, message, () => tracker.current);
    this.#work.add(
      done.then((handled) => {
        if (handled) tracker.done(offset);
      }),
    );
  }

  #tracker(partition: number): OffsetTracker {
    const tracker = this.#partitions.get(partition) ?? new OffsetTracker();
    this.#partitions.set(partition, tracker);
    return tracker;
  }

  #pause(partition: number): void {
    this.#paused.add(partition);
    this.#consumer.pause([{ topic: this.options.topic, partitions: [partition] }]);
  }

  #resumeIdle(): void {
    for (const partition of this.#paused) {
      if (this.#tracker(partition).waiting > MOST_WAITING / 2) continue;
      this.#paused.delete(partition);
      this.#consumer.resume([{ topic: this.options.topic, partitions: [partition] }]);
    }
  }

  /** After a rebalance: what belongs to another member now is handled there, from its last commit on. */
  #forgetAllBut(mine: ReadonlySet<number>): void {
    for (const [partition, tracker] of this.#partitions) {
      if (mine.has(partition)) continue;
      tracker.current = false;
      this.#partitions.delete(partition);
      this.#paused.delete(partition);
    }
  }

  async #commit(): Promise<void> {
    this.#resumeIdle();
    const offsets = [...this.#partitions].flatMap(([partition, tracker]) => {
      const next = tracker.takeCommit();
      return next === undefined ? [] : [{ topic: this.options.topic, partition, offset: next.toString() }];
    });
    if (offsets.length === 0) return;
    await this.#consumer.commitOffsets(offsets).catch((error: unknown) => {
      this.log.warn(
        { err: error, topic: this.options.topic },
        'offsets could not be committed; work may be delivered again',
      );
      for (const { partition } of offsets) this.#partitions.get(partition)?.commitFailed();
    });
  }
}

const parse = (value: Buffer): Message => JSON.parse(value.toString('utf8')) as Message;
