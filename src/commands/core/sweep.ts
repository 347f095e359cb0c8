import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { EventStoreUnavailable } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';

/** What is to be swept. */
export interface Sweep<One> {
  /** Names what is swept in the log, such as `expired cases`. */
  name: string;
  log: Log;
  /** What one is called in the log. */
  idOf(one: One): string;
  /**
   * The next ones to look at, none when all were: it names none again with which there is nothing more to do, whatever a read model says.
   * Asked again once all that it named are in hand or over.
   * @param after the last one that it named, absent at first
   */
  next(after?: One): Promise<readonly One[]>;
  /** Does what is to be done with one; harmless where it was done before. */
  work(one: One): Promise<unknown>;
  /** How many are looked at side by side; one after the other where it is left out. */
  sideBySide?: number;
  /** Nothing more is begun once it is aborted. */
  stopping?: AbortSignal | undefined;
}

/**
 * Looks at all that `next` names, until it names nothing more. One that is broken, or that others are at, is passed, so that it keeps
 * none of those behind it waiting, however many there are before them.
 * @returns how many were broken
 * @throws EventStoreUnavailable, EngineUnavailable what is out of reach for one is so for all; the next sweep goes on
 */
export async function sweep<One>({ sideBySide = 1, ...swept }: Sweep<One>): Promise<number> {
  const { name, log, idOf, next, work, stopping } = swept;
  let broken = 0;
  let isOver = false;
  const ones = oneByOne(next, () => isOver || (stopping?.aborted ?? false));
  const lookAtSome = async (): Promise<void> => {
    for await (const one of ones) {
      try {
        await work(one);
      } catch (error) {
        if (error instanceof EventStoreUnavailable || error instanceof EngineUnavailable) {
          isOver = true; // before those that ask for the next one have it
          throw error;
        }
        log.error({ err: error, sweep: name, id: idOf(one) }, 'one of a sweep is broken and was left out');
        broken++;
      }
    }
  };
  const looking = Array.from({ length: sideBySide }, lookAtSome);
  await Promise.allSettled(looking); // none goes on behind the back of who swept
  await Promise.all(looking);
  return broken;
}

/** What `next` names, one by one, for several who take turns at asking for it. */
async function* oneByOne<One>(next: Sweep<One>['next'], isOver: () => boolean): AsyncGenerator<One, void> {
  for (let page = await next(); page.length > 0; page = await next(page.at(-1))) {
    for (const one of page) {
      if (isOver()) return;
      yield one;
    }
    if (isOver()) return;
  }
}
