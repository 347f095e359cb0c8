import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is something; the answer. @throws Error after `withinMs` */
export async function until<Value>(
  ask: () => Promise<Value | undefined> | Value | undefined,
  withinMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came within ${withinMs} ms`);
    await sleep(20);
  }
}
