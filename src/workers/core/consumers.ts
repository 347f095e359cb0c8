import type { CommandContext } from '../../commands/core/context.js';
import { HeldElsewhere } from '../../commands/core/heldElsewhere.js';
import type { ParkedWorkCommands } from '../../commands/operations/parkedWorkCommands.js';
import { DomainError } from '../../domain/core/decider.js';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { BlobNotFound } from '../../platform/blobs/blobStore.js';
import {
  BusUnavailable,
  NoRoom,
  type Bus,
  type Consumer,
  type ConsumerOptions,
  type Message,
} from '../../platform/bus/bus.js';
import { HandlerDied } from '../../platform/bus/handleDelivery.js';
import { EventStoreUnavailable } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { beginAtZero, parkedMessages } from '../../platform/metrics.js';
import { pauseAfterFailure } from '../../platform/reconnectPause.js';
import { parkedIdOf } from './parkedId.js';
import type { Job } from './work.js';

/** Back-off before each further attempt, in milliseconds: a quarter of an hour in all. */
const RETRY_DELAYS = [500, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000];
/** How long work is left alone for which there was no room. */
const ROOM_AGAIN_MS = 2_000;

/** What the consumers stand on. */
export interface ConsumersDeps {
  bus: Bus;
  jobs: readonly Job[];
  parkedWork: Pick<ParkedWorkCommands, 'park'>;
  log: Log;
  /** For tests: other waits than those of the service. */
  retryDelays?: readonly number[];
}

/** Consumers that take work, or wait for the broker to be there. */
export interface Consumers {
  /** @throws Error while the broker has not been reached, refuses a consumer or is silent, and after stopping */
  assertTaking(): void;
  /** Takes no more, waits for what is under way (bounded), and hands back the rest. */
  stop(): Promise<void>;
}

/** Takes work from the bus, from the moment on when the broker can be reached. */
export function startConsumers(deps: ConsumersDeps): Consumers {
  const { jobs } = deps;
  beginAtZero(
    parkedMessages,
    'topic',
    jobs.map(({ topic }) => topic),
  );
  const stopping = new AbortController();
  const taking: Consumer[] = [];
  const joining = jobs.map(async (job) => {
    const consumer = await consumeWhenReachable(deps, job, stopping.signal);
    if (consumer) taking.push(consumer);
  });
  return {
    assertTaking() {
      if (taking.length < jobs.length || stopping.signal.aborted) throw new Error('No work is taken from the bus');
      for (const consumer of taking) consumer.assertTaking();
    },
    async stop() {
      stopping.abort();
      await Promise.all(joining);
      await Promise.all(taking.map((consumer) => consumer.stop()));
    },
  };
}

async function consumeWhenReachable(deps: ConsumersDeps, job: Job, signal: AbortSignal): Promise<Consumer | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await deps.bus.consume(optionsOf(deps, job));
    } catch (error) {
      deps.log.warn({ err: error, topic: job.topic }, 'the broker does not answer: no work is taken until it does');
      await pauseAfterFailure(failures, { signal });
    }
  }
  return undefined;
}

function optionsOf({ parkedWork, retryDelays = RETRY_DELAYS }: ConsumersDeps, job: Job): ConsumerOptions {
  const { topic, concurrency, actor, work } = job;
  return {
    ...{ topic, group: 'attest-workers', concurrency, retryDelays },
    handle: async ({ message, signal }) => {
      await orHandBack(work(contextOf(message, actor), message.payload), signal).catch(orNoRoom);
    },
    async park(message, error, attempts) {
      const { id: message_id, key, type, payload } = message;
      await parkedWork.park(contextOf(message, actor), {
        ...{ parked_id: parkedIdOf(message), message_id, topic, key, type, payload, attempts },
        error: sentenceOf(error),
      });
      parkedMessages.inc({ topic });
    },
  };
}

/** An engine that is full or away says nothing about the work: another worker may have room, or this one in a moment. */
function orNoRoom(error: unknown): never {
  if (error instanceof EngineUnavailable) throw new NoRoom(error.message, ROOM_AGAIN_MS);
  throw error;
}

/** The end of the work, or a rejection as soon as the consumer will not wait for it any longer. */
async function orHandBack(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let giveUp: () => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('It was handed back'));
  });
  signal.addEventListener('abort', giveUp);
  try {
    await Promise.race([work, givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const contextOf = ({ tenant_id = '', mode, correlation_id, id }: Message, actor: string): CommandContext => ({
  ...{ tenant_id, actor, correlation_id, causation_id: id, ...(mode && { mode }) },
});

/** What may be told of an error: messages of errors that nobody foresaw can quote anything. */
function sentenceOf(error: Error): string {
  if (error instanceof BlobNotFound) return 'A file that it needs is not kept any more';
  if (error instanceof BusUnavailable) return 'The bus could not be reached';
  const isSafe = [DomainError, EventStoreUnavailable, HandlerDied, HeldElsewhere].some(
    (known) => error instanceof known,
  );
  return isSafe ? error.message : `It failed in a way nobody foresaw (${error.name}); the log tells more`;
}
