import { setTimeout as sleep } from 'node:timers/promises';
import { asTheService } from '../database/onBehalfOf.js';

/** Pause between two announcements, in milliseconds: as much as those who hear of it wait, where much happens. */
const PAUSE_MS = 10;

/**
 * Announces something that happens often: as soon as it can, and once for all that happened while the announcement before
 * was under way, or a moment ago. It is announced as the service, whoever it was that had it happen first. One that fails is not made up for, so that whoever hears them must look by himself now and then.
 * @param announce Tells everybody
 * @returns To be called whenever it has happened; never throws
 */
export function createAnnouncer(announce: () => Promise<unknown>): () => void {
  let wanted = false;
  let running = false;
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      try {
        await announce();
      } catch {
        // The next one is not kept waiting, and who listens looks by himself.
      }
      await sleep(PAUSE_MS);
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (running) return;
    running = true;
    setImmediate(() => void asTheService(run));
  };
}
