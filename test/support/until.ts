import { setTimeout as sleep } from 'node:timers/promises';

/** How long a service may take to start: seconds, and many times that where several start on one core. */
export const START_MS = 180_000;

/**
 * Asks again and again until the answer is something; the answer. What is waited for mostly comes at once: the end is for a
 * machine that is slow and has others to serve. @throws Error after `withinMs`
 */
export async function until<Value>(
  ask: () => Promise<Value | undefined> | Value | undefined,
  withinMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came within ${withinMs} ms`);
    await sleep(20);
  }
}
