import { setTimeout as sleep } from 'node:timers/promises';
import { APIConnectionError, APIError } from 'openai';

/** How often a request is made at most, and milliseconds before the second time; each pause is twice the one before. */
const [MOST_TRIES, PAUSE_MS] = [3, 500];

/** Statuses that may be others a moment later, as the client of OpenAI has them; any of the server's own faults is, too. */
const PASSING = [408, 409, 429];

/**
 * Makes a request again where its failure may pass, after as long as the other side asks for, as far as there is time.
 * @param signal aborted when the time is over: no pause is longer
 * @throws what the last try did, and AbortError
 */
export async function retried<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (tries >= MOST_TRIES || !mayPass(error)) throw error;
      await sleep(pauseAfter(error, PAUSE_MS * 2 ** (tries - 1)), undefined, { signal });
    }
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof APIConnectionError ||
  (error instanceof APIError && (PASSING.includes(Number(error.status)) || Number(error.status) >= 500));

/** Longest pause that a timer takes, in milliseconds: no question has so much time. */
const LONGEST_MS = 600_000;

/** As the other side asks, in whole seconds; else as it is told. */
function pauseAfter(error: unknown, otherwise: number): number {
  const asked = error instanceof APIError ? Number((error.headers as Headers | undefined)?.get('retry-after')) : 0;
  return asked > 0 ? Math.min(asked * 1000, LONGEST_MS) : otherwise;
}
