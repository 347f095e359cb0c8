import type { Batch } from 'kafkajs';
import type { Log } from '../log.js';
import type { WorkInProgress } from '../workInProgress.js';
import type { Message } from './bus.js';
import type { InOrderPerKey } from './inOrderPerKey.js';
import { createOffsetTracker, type OffsetTracker } from './offsetTracker.js';

/** A partition is paused when this many of its messages wait, and resumed when half of them are done. */
const MOST_WAITING = 200;

/** What is known of the partitions that a member of a group has. */
export interface Partitions {
  /** Takes in a batch: its messages queue by key. `goOn` says whether the batch is still this member's. */
  takeIn(batch: Batch, goOn: () => boolean, resolve: (offset: string) => void): void;
  /** After a rebalance: what belongs to another member now is handled there, from its last commit on. */
  keepOnly(mine: ReadonlySet<number>): void;
  /** Takes in more of the partitions that have room again. */
  resumeIdle(): void;
  /** What may be committed and was not. */
  toCommit(): { partition: number; offset: string }[];
  /** What was to be committed was not. */
  notCommitted(partitions: readonly number[]): void;
}

/** What partitions stand on. */
export interface PartitionsDeps {
  topic: string;
  queue: InOrderPerKey<Message>;
  work: WorkInProgress;
  log: Log;
  /** Have the client fetch nothing of a partition, and go on. */
  pause(partition: number): void;
  resume(partition: number): void;
}

/** No partition is known yet. */
export function createPartitions({ topic, queue, work, log, pause, resume }: PartitionsDeps): Partitions {
  const trackers = new Map<number, OffsetTracker>();
  const paused = new Set<number>();

  const trackerOf = (partition: number): OffsetTracker => {
    const tracker = trackers.get(partition) ?? createOffsetTracker();
    trackers.set(partition, tracker);
    return tracker;
  };
  const goOnWith = (partition: number): void => {
    if (paused.delete(partition)) resume(partition);
  };

  return {
    takeIn({ partition, messages }, goOn, resolve) {
      const tracker = trackerOf(partition);
      for (const { offset: text, value } of messages) {
        if (!goOn()) break;
        const offset = BigInt(text);
        if (tracker.take(offset)) {
          const message = messageIn(value);
          if (message) {
            const done = queue.add(message.key, message, () => tracker.current);
            work.add(done.then((handled) => (handled ? tracker.done(offset) : undefined)));
          } else {
            log.warn({ topic, partition, offset: text }, 'what is no message was passed over');
            tracker.done(offset); // nobody will ever be done with it, and the commit waits for all that is open
          }
        }
        resolve(text);
      }
      if (tracker.waiting > MOST_WAITING && !paused.has(partition)) {
        paused.add(partition);
        pause(partition);
      }
    },

    keepOnly(mine) {
      for (const [partition, tracker] of trackers) {
        if (mine.has(partition)) continue;
        tracker.current = false;
        trackers.delete(partition);
        // The client remembers what is paused beyond rebalances, and would fetch nothing of it when it comes back.
        goOnWith(partition);
      }
    },

    resumeIdle() {
      for (const partition of paused) if (trackerOf(partition).waiting <= MOST_WAITING / 2) goOnWith(partition);
    },

    toCommit: () =>
      [...trackers].flatMap(([partition, tracker]) => {
        const next = tracker.takeCommit();
        return next === undefined ? [] : [{ partition, offset: next.toString() }];
      }),

    notCommitted(partitions) {
      for (const partition of partitions) trackers.get(partition)?.commitFailed();
    },
  };
}

/** Text that Postgres takes. */
const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');

/** A message as this bus publishes them; undefined for a tombstone (no value) and for what others put there. */
function messageIn(value: Buffer | null): Message | undefined {
  if (!value) return undefined;
  try {
    const parsed = JSON.parse(value.toString('utf8')) as { [name in keyof Message]?: unknown } | null;
    const { id, key, type, payload } = parsed ?? {};
    const isMessage = [id, key, type].every(isText) && typeof payload === 'object' && payload !== null;
    return isMessage ? (parsed as Message) : undefined;
  } catch {
    return undefined;
  }
}
