import type { IndexWrite, IndexWriter } from '../../platform/search/elasticsearchIndex.js';
import type { Log } from '../../platform/log.js';

/** What other indexes are told with. */
export interface ForgettingDeps {
  writer: Pick<IndexWriter, 'write' | 'named' | 'drop'>;
  log: Pick<Log, 'error'>;
}

/** For how long one index keeps the others waiting, in milliseconds: one whose node starts again is back before. */
const PATIENCE_MS = 60_000;

/**
 * Tells the indexes beside the live one what is no more: those that are built, and those that were left, of other versions. One that takes
 * nothing keeps none of the others from it, is told again, and after a while is deleted: an index can be made anew from the log, and what a
 * person wanted erased is not to stay in one that nobody can change.
 * @param prefix What the names of all indexes begin with
 */
export function createForgetting({ writer, log }: ForgettingDeps, prefix: string, patienceMs = PATIENCE_MS) {
  const failingSince = new Map<string, number>();
  const isTold = async (index: string, gone: readonly IndexWrite[]): Promise<boolean> => {
    try {
      return (await writer.write(index, gone)).size === 0;
    } catch (error) {
      log.error({ err: error, index }, 'an index does not take that things are gone, and is told again');
      return false;
    }
  };
  /** @throws Error where one did not take it: it is to be told again */
  return async (live: string, gone: readonly IndexWrite[]): Promise<void> => {
    if (gone.length === 0) return;
    const left: string[] = [];
    for (const index of await writer.named(prefix)) {
      if (index === live) continue;
      if (await isTold(index, gone)) {
        failingSince.delete(index);
        continue;
      }
      const since = failingSince.get(index) ?? performance.now();
      failingSince.set(index, since);
      if (performance.now() - since < patienceMs) {
        left.push(index);
        continue;
      }
      await writer.drop(index);
      failingSince.delete(index);
      log.error(
        { index },
        'an index was deleted, as it did not take that things are gone; whoever needs it makes it anew',
      );
    }
    if (left.length > 0) throw new Error(`What is gone is not forgotten in ${left.join(', ')} yet`);
  };
}
