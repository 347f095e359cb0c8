import type { Log } from '../log.js';
import { NoRoomNow, type ConsumerOptions, type Message } from './bus.js';

/** How long a delivery that was refused is left alone before it is made again. */
export const DELIVER_AGAIN_MS = 1_000;

/** Hands a message to whoever consumes it; whether it may be forgotten. Never rejects. */
export async function deliver(
  { topic, handle }: ConsumerOptions,
  { message, signal, log }: { message: Message; signal: AbortSignal; log: Log },
): Promise<boolean> {
  try {
    await handle({ message, signal });
    return true;
  } catch (error) {
    if (!(error instanceof NoRoomNow))
      log.warn({ err: error, topic, message_id: message.id }, 'a delivery was refused; it will be made again');
    return false;
  }
}
