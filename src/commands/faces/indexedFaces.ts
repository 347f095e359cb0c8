import type { Log } from '../../platform/log.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { VectorIndex } from '../../platform/vectors/vectorIndex.js';

/** What an index has of faces, kept no longer than their keys. Does nothing where there is no index. */
export interface IndexedFaces {
  /** Deletes each face that is erased from now on. Gives back how to stop it, which resolves when nothing of it runs any more. */
  followErased(): () => Promise<void>;
  /** Deletes what the index has and the database has not: what was erased while one of them was away. How many. @throws VectorIndexAway */
  sweep(stopping: AbortSignal): Promise<number>;
  /** Has it begun that what was deleted is written over on disk. @throws VectorIndexAway */
  purge(): Promise<void>;
}

declare module '../core/commands.js' {
  interface Commands {
    indexedFaces: IndexedFaces;
  }
}

/** What it stands on. */
export interface IndexedFacesDeps {
  sealedVectors: Pick<SealedVectors, 'among' | 'onDropped'>;
  vectorIndex: VectorIndex | undefined;
  log: Pick<Log, 'warn'>;
}

/** For how long those that are erased are gathered: a tenant's go together. */
const GATHER_MS = 200;

/** Most that wait to be deleted. What is more is found by the sweep. */
const MOST_WAITING = 100_000;

/** Erases in an index what is erased in the database. */
export function createIndexedFaces({ sealedVectors, vectorIndex, log }: IndexedFacesDeps): IndexedFaces {
  if (!vectorIndex) return NOTHING;
  return {
    followErased: () => followErased({ sealedVectors, index: vectorIndex, log }),
    async sweep(stopping) {
      let dropped = 0;
      for (let after: string | undefined; !stopping.aborted;) {
        const ids = await vectorIndex.page(after);
        after = ids.at(-1);
        if (after === undefined) break;
        const there = await sealedVectors.among(ids);
        const gone = ids.filter((id) => !there.has(id));
        if (gone.length > 0) await vectorIndex.drop(gone);
        dropped += gone.length;
      }
      return dropped;
    },
    purge: () => vectorIndex.purge(),
  };
}

const NOTHING: IndexedFaces = {
  followErased: () => () => Promise.resolve(),
  sweep: () => Promise.resolve(0),
  purge: () => Promise.resolve(),
};

/** What is not deleted as it is heard of, the sweep finds: here nothing is tried twice. */
function followErased({
  sealedVectors,
  index,
  log,
}: Pick<IndexedFacesDeps, 'sealedVectors' | 'log'> & { index: VectorIndex }): () => Promise<void> {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let deleting: Promise<void> = Promise.resolve();
  const failed = (err: unknown): void =>
    log.warn(
      { err },
      'faces that were erased are still in the index, where nobody is told of them; the next sweep deletes them',
    );
  const flush = (): void => {
    timer = undefined;
    const ids = waiting;
    waiting = [];
    if (ids.length > 0) deleting = deleting.then(() => index.drop(ids)).catch(failed);
  };
  const listening = sealedVectors.onDropped((which) => {
    if (!which || waiting.length >= MOST_WAITING) return;
    waiting.push(which.vector_id);
    timer ??= setTimeout(flush, GATHER_MS);
  });
  listening.catch(failed);
  return async () => {
    const stop = await listening.catch(() => undefined);
    await stop?.();
    clearTimeout(timer);
    flush();
    await deleting;
  };
}
