import type { Log } from '../../platform/log.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { VectorIndex } from '../../platform/vectors/vectorIndex.js';
import { sharedRuns } from './sharedRuns.js';

/** How many are opened with one statement, and written together. */
const AT_ONCE = 500;

/** How many ids are remembered that may be told again; of more the index is asked whether it has them. */
const MOST_KNOWN = 5_000;

/** What a process knows of what an index has of a space. */
export interface IndexedSpace {
  /** The ids of those whose numbers are damaged: the index has none of them. */
  readonly damaged: ReadonlySet<string>;
  /** Writes those that came since; resolves when all can be found that were kept before it was asked. @throws VectorIndexAway */
  catchUp(): Promise<void>;
}

/** What a space is followed with. */
export interface IndexedSpaceDeps {
  sealed: Pick<SealedVectors, 'since' | 'among' | 'read'>;
  index: VectorIndex;
  log: Pick<Log, 'error'>;
}

/** A space of which nothing is known yet. @param length of its vectors @param stopping breaks off what is being written, to be gone on with by another */
export function createIndexedSpace(
  { sealed, index, log }: IndexedSpaceDeps,
  { space, length, stopping }: { space: string; length: number; stopping?: AbortSignal },
): IndexedSpace {
  const damaged = new Set<string>();
  let [of, mark]: [string | undefined, string | undefined] = [undefined, undefined];
  /** Those that may be told again. */
  let known: ReadonlySet<string> = new Set();

  const open = async (ids: readonly string[]): Promise<Map<string, Float32Array>> => {
    const vectors = new Map<string, Float32Array>();
    for (const [vector_id, { vector }] of await sealed.read(ids, space)) {
      if (vector && isDirection(vector, length)) {
        vectors.set(vector_id, vector);
        continue;
      }
      damaged.add(vector_id);
      if (vector) log.error({ vector_id }, 'a sealed vector is none that could be compared, and is left out');
    }
    return vectors;
  };
  const write = async (told: readonly string[]): Promise<void> => {
    // Asked anew for each batch: other processes write the same.
    const there = await index.there(length, space, told);
    const missing = told.filter((id) => !there.has(id));
    if (missing.length === 0) return;
    const vectors = await open(missing);
    try {
      await index.write(length, space, vectors);
    } finally {
      for (const vector of vectors.values()) vector.fill(0);
    }
    // Whoever dropped one meanwhile found it in no index.
    const kept = await sealed.among([...vectors.keys()]);
    const gone = [...vectors.keys()].filter((id) => !kept.has(id));
    if (gone.length > 0) await index.drop(gone);
  };
  const catchUp = sharedRuns(async () => {
    const made = await index.made(length);
    const isAnother = made !== of;
    if (isAnother) damaged.clear();
    const now = await sealed.since(space, isAnother ? undefined : mark);
    const told = now.ids.filter((id) => isAnother || (!known.has(id) && !damaged.has(id)));
    for (let at = 0; at < told.length; at += AT_ONCE) {
      if (stopping?.aborted) return;
      await write(told.slice(at, at + AT_ONCE));
    }
    [of, mark, known] = [made, now.mark, new Set(now.ids.length > MOST_KNOWN ? [] : now.ids)];
  });
  return { damaged, catchUp };
}

/** Whether it can be compared with others by an angle. */
const isDirection = (vector: Float32Array, length: number): boolean =>
  vector.length === length && vector.every(Number.isFinite) && vector.some((number) => number !== 0);
