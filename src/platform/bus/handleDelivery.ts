import { asError } from '../asError.js';
import type { Log } from '../log.js';
import { NoRoom, type ConsumerOptions, type Message } from './bus.js';

/** What is to become of a delivery: done with, or handled again after a while. */
export interface DeliveryOutcome {
  retryInMs?: number;
  /** It was given back: this was no attempt. */
  givenBack?: true;
}

/** Work was delivered again and again, and whoever had it was gone each time before it was done. */
export class HandlerDied extends Error {
  override readonly name = 'HandlerDied';
  constructor() {
    super('Whoever handled it died each time before it was done');
  }
}

/** How long to wait before parking is tried again when even that failed. */
const PARK_AGAIN_MS = 5_000;

/**
 * Handles one delivery and decides what follows: after a failure another attempt after its delay, and parking when
 * there are none left. Work given up by a consumer that stops is nobody's failure. Never rejects: a message that cannot even be parked is kept and tried again.
 */
export async function handleDelivery(
  options: ConsumerOptions,
  log: Log,
  message: Message,
  attempt: number,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  if (attempt > options.retryDelays.length + 1) {
    return park(options, log, message, new HandlerDied(), attempt - 1);
  }
  const about = { topic: options.topic, message_id: message.id, attempt };
  try {
    await options.handle({ message, attempt, signal });
    return {};
  } catch (cause) {
    const error = asError(cause);
    if (signal.aborted) {
      log.info(about, 'work was handed back, to be done by another consumer');
      return { retryInMs: 0, givenBack: true };
    }
    if (error instanceof NoRoom) {
      log.info({ ...about, err: error }, 'there is no room for work; it was given back');
      return { retryInMs: error.againInMs, givenBack: true };
    }
    const retryInMs = options.retryDelays[attempt - 1];
    if (retryInMs !== undefined) {
      log.warn({ ...about, err: error, retry_in_ms: retryInMs }, 'work failed; it will be tried again');
      return { retryInMs };
    }
    return park(options, log, message, error, attempt);
  }
}

async function park(
  options: ConsumerOptions,
  log: Log,
  message: Message,
  error: Error,
  attempt: number,
): Promise<DeliveryOutcome> {
  try {
    await options.park(message, error, attempt);
    log.error({ topic: options.topic, message_id: message.id, err: error }, 'work failed for the last time; parked');
    return {};
  } catch (parkError) {
    log.error({ topic: options.topic, message_id: message.id, err: parkError }, 'work could not be parked; it is kept');
    return { retryInMs: PARK_AGAIN_MS };
  }
}
