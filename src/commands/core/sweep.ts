import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { EventStoreUnavailable } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';

/** What is to be swept. */
export interface Sweep {
  /** Names what is swept in the log, such as `expired cases`. */
  name: string;
  log: Log;
  /** Ids of the next ones to look at, without those of `except`; none when all were. */
  next(except: readonly string[]): Promise<string[]>;
  /** Does what is to be done with one; harmless where it was done before. */
  work(id: string): Promise<unknown>;
}

/** Most that may be broken before a sweep is given up until the next one. */
const MOST_BROKEN = 1_000;

/**
 * Works off what `next` finds, one after the other, until it finds nothing new. One that is broken is logged and left out, so
 * that it keeps none of the others waiting, however many there are before them.
 * @returns how many were broken
 * @throws EventStoreUnavailable, EngineUnavailable what is out of reach for one is so for all; the next sweep goes on
 */
export async function sweep({ name, log, next, work }: Sweep): Promise<number> {
  const broken: string[] = [];
  const seen = new Set<string>();
  while (broken.length < MOST_BROKEN) {
    // A read model that is late goes on naming what was done: each is looked at once.
    const ids = (await next(broken)).filter((id) => !seen.has(id));
    if (ids.length === 0) break;
    for (const id of ids) {
      seen.add(id);
      try {
        await work(id);
      } catch (error) {
        if (error instanceof EventStoreUnavailable || error instanceof EngineUnavailable) throw error;
        log.error({ err: error, sweep: name, id }, 'one of a sweep is broken and was left out');
        broken.push(id);
      }
    }
  }
  return broken.length;
}
