import { setTimeout as sleep } from 'node:timers/promises';
import { HeldElsewhere } from '../core/heldElsewhere.js';

/** How often it is looked whether another process has read the document that it holds. */
const LOOK_AGAIN_MS = 500;

/** How long another process is waited for: as long as callers mostly wait for an answer. */
export const OTHER_READER_MS = 30_000;

/**
 * What `look` gives as soon as it gives something; meanwhile another process is at it.
 * @throws HeldElsewhere when it gives nothing for `patienceMs`
 */
export async function untilSome<Found>(patienceMs: number, look: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() >= deadline) throw new HeldElsewhere('Another process reads a document of the case');
    await sleep(LOOK_AGAIN_MS);
  }
}
