import type { CommandContext } from '../../commands/core/context.js';
import { HeldElsewhere } from '../../commands/core/heldElsewhere.js';
import type { ParkedWorkCommands } from '../../commands/operations/parkedWorkCommands.js';
import { DomainError } from '../../domain/core/decider.js';
import { EngineUnavailable, NotNow } from '../../engines/documents/documentEngine.js';
import { asError } from '../../platform/asError.js';
import { BlobNotFound, NoRoomForBlobs } from '../../platform/blobs/blobStore.js';
import { BusUnavailable, tenantOf, type Message } from '../../platform/bus/bus.js';
import { tracedWork } from '../../platform/bus/tracedBus.js';
import { onBehalfOf } from '../../platform/database/onBehalfOf.js';
import { EventStoreUnavailable } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { parkedMessages } from '../../platform/metrics.js';
import type { Outcome } from './dueWork.js';
import { parkedIdOf } from './parkedId.js';
import type { Job } from './work.js';

/** How long work is left alone before it is tried again, in milliseconds. */
export interface Waits {
  /** Before each further attempt; their number is the number of further attempts. */
  retries: readonly number[];
  /** Where there was no room for it. */
  noRoom: number;
}

/** Ten attempts in a quarter of an hour. */
const WAITS: Waits = {
  retries: [500, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000],
  noRoom: 2_000,
};
/** How long to wait before it is tried again when even parking failed. */
const PARK_AGAIN_MS = 5_000;

/** Work was taken in hand again and again, and whoever had it was gone each time before it was done. */
class HandlerDied extends Error {
  override readonly name = 'HandlerDied';
  constructor() {
    super('Whoever handled it died each time before it was done');
  }
}

/** What attempts stand on. */
export interface AttemptDeps {
  job: Pick<Job, 'topic' | 'actor' | 'work'>;
  parkedWork: Pick<ParkedWorkCommands, 'park'>;
  log: Log;
  /** For tests: others than those of the service. */
  waits?: Waits;
}

/** One attempt of work. */
export interface Attempt {
  message: Message;
  /** From 1. */
  attempts: number;
  /** Aborted when whoever does it is stopping and will not wait for much longer. */
  signal: AbortSignal;
}

/**
 * Tries work once and says what is to become of it: after a failure another attempt after its delay, and parking when
 * there are none left. What there is no room for, and what is given up by a process that stops, is nobody's failure. Never
 * rejects: work that cannot even be parked is kept, and its last attempt made again.
 */
export async function attempt(deps: AttemptDeps, { message, attempts, signal }: Attempt): Promise<Outcome> {
  const { job, log, waits = WAITS } = deps;
  if (attempts > waits.retries.length + 1) return park(deps, message, new HandlerDied(), attempts - 1);
  const about = { topic: job.topic, message_id: message.id, attempt: attempts };
  try {
    await tracedWork('process', job.topic, message, () =>
      orHandBack(
        onBehalfOf(tenantOf(message), () => job.work(contextOfMessage(message, job.actor), message.payload)),
        signal,
      ),
    );
    return 'done';
  } catch (cause) {
    const error = asError(cause);
    if (signal.aborted) {
      log.info(about, 'work was handed back, to be done by another worker');
      return { inMs: 0, givenBack: true };
    }
    if (error instanceof EngineUnavailable || error instanceof NoRoomForBlobs) {
      // An engine or a disk that is full says nothing about the work: another worker may have room, or this one in a moment.
      log.info({ ...about, err: error }, 'there is no room for work; it was given back');
      return { inMs: (error instanceof NotNow ? error.forMs : undefined) ?? waits.noRoom, givenBack: true };
    }
    const inMs = waits.retries[attempts - 1];
    if (inMs === undefined) return park(deps, message, error, attempts);
    log.warn({ ...about, err: error, retry_in_ms: inMs }, 'work failed; it will be tried again');
    return { inMs };
  }
}

async function park(
  { job: { topic, actor }, parkedWork, log }: AttemptDeps,
  message: Message,
  error: Error,
  attempts: number,
): Promise<Outcome> {
  const { id: message_id, key, type, payload } = message;
  try {
    await tracedWork('park', topic, message, () =>
      parkedWork.park(contextOfMessage(message, actor), {
        ...{ parked_id: parkedIdOf(message), message_id, topic, key, type, payload, attempts },
        error: sentenceOf(error),
      }),
    );
    parkedMessages.inc({ topic });
    log.error({ topic, message_id, err: error }, 'work failed for the last time; parked');
    return 'done';
  } catch (parkError) {
    log.error({ topic, message_id, err: parkError }, 'work could not be parked; it is kept');
    return { inMs: PARK_AGAIN_MS, givenBack: true };
  }
}

/** The end of the work, or a rejection as soon as nobody will wait for it any longer. */
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

const contextOfMessage = ({ tenant_id = '', mode, correlation_id, id }: Message, actor: string): CommandContext => ({
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
