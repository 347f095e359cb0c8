import { LRUCache } from 'lru-cache';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { MOST_NEAREST, type VectorIndex, VectorIndexAway } from '../../platform/vectors/vectorIndex.js';
import type { Asked, FaceGallery, NearFace, Nearest } from './faceGallery.js';
import { createSearchesOfTenants } from './searchesOfTenants.js';
import { sharedRuns } from './sharedRuns.js';

/** How many are opened with one statement. */
const AT_ONCE = 500;

/** By how much more the index is asked for: it compares rounded numbers, and may have some that are gone. */
const MORE = { times: 2, and: 10 } as const;

/** Of how many registers it is remembered what the index has. */
const MOST_SPACES = 10_000;

type Sealed = Pick<SealedVectors, 'since' | 'among' | 'read'>;

/** What a process knows of what the index has of a space. */
interface Followed {
  /** The ids of those whose numbers are damaged: the index has none of them. */
  readonly damaged: ReadonlySet<string>;
  /** Writes those that came since; resolves when all can be found that were kept before it was asked. */
  catchUp(): Promise<void>;
}

/**
 * The faces of sealed vectors, found by an index that many processes share, for registers that have no room in the memory of each. The index says who
 * may be near; the sealed numbers of these are opened, and say how near. So none is told that is gone or was never kept, whatever the index has.
 * At most 10,000 are looked at for one search.
 */
export function createIndexedGallery(sealed: Sealed, index: VectorIndex, mostWaiting?: number): FaceGallery {
  const spaces = new LRUCache<string, Followed>({ max: MOST_SPACES });
  const searches = createSearchesOfTenants(mostWaiting);

  const followedOf = (space: string, length: number): Followed => {
    const known = spaces.get(space) ?? follow({ space, length, sealed, index });
    spaces.set(space, known);
    return known;
  };
  const search = async (space: string, probe: Float32Array, { least, most }: Asked): Promise<Nearest> => {
    const { damaged, catchUp } = followedOf(space, probe.length);
    await catchUp();
    const wanted = Math.min(MORE.times * most + MORE.and, MOST_NEAREST);
    const { ids, among } = await index.nearest(space, probe, wanted);
    const opened = await cosinesOf(sealed, ids, probe);
    const near = opened.near.filter(({ cosine }) => cosine >= least).sort((one, other) => other.cosine - one.cosine);
    const mayBeMore = ids.length === wanted && wanted < MOST_NEAREST && near.length === opened.near.length;
    const there = await sealed.among([...damaged]);
    return {
      near: near.slice(0, most),
      isAll: near.length <= most && !mayBeMore,
      ...{ compared: among - opened.damaged, damaged: there.size + opened.damaged },
    };
  };

  return {
    nearest: (space, probe, asked) =>
      searches.run(asked.tenant_id, () =>
        search(space, probe, asked).catch((error: unknown) => {
          if (!(error instanceof VectorIndexAway)) throw error;
          throw new EngineUnavailable('The index of faces does not answer; try again later.', { cause: error });
        }),
      ),
  };
}

/** What is found by whom the index named. */
async function cosinesOf(
  sealed: Pick<SealedVectors, 'read'>,
  ids: readonly string[],
  probe: Float32Array,
): Promise<{ near: NearFace[]; damaged: number }> {
  const near: NearFace[] = [];
  let damaged = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const [vector_id, { vector }] of await sealed.read(ids.slice(from, from + AT_ONCE))) {
      if (vector) near.push({ vector_id, cosine: dot(probe, vector) });
      else damaged += 1;
      vector?.fill(0);
    }
  }
  return { near, damaged };
}

/** Of vectors with a length of 1: the cosine of the angle between them. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

/** What a space is followed with. */
interface FollowDeps {
  space: string;
  length: number;
  sealed: Sealed;
  index: VectorIndex;
}

/** Of a space nothing is known yet. */
function follow({ space, length, sealed, index }: FollowDeps): Followed {
  const damaged = new Set<string>();
  let [of, mark]: [string | undefined, string | undefined] = [undefined, undefined];
  /** Those that may be told again. */
  let known: ReadonlySet<string> = new Set();

  const write = async (ids: readonly string[]): Promise<void> => {
    const vectors = new Map<string, Float32Array>();
    for (const [id, { vector }] of await sealed.read(ids)) {
      if (vector) vectors.set(id, vector);
      else damaged.add(id);
    }
    for (const id of await index.write(length, space, vectors)) damaged.add(id);
    for (const vector of vectors.values()) vector.fill(0);
    // Whoever dropped one meanwhile found it in no index.
    const there = await sealed.among([...vectors.keys()]);
    const gone = [...vectors.keys()].filter((id) => !there.has(id));
    if (gone.length > 0) await index.drop(gone);
  };
  const catchUp = sharedRuns(async () => {
    const made = await index.made(length);
    const isAnother = made !== of;
    if (isAnother) damaged.clear();
    const now = await sealed.since(space, isAnother ? undefined : mark);
    const told = now.ids.filter((id) => isAnother || (!known.has(id) && !damaged.has(id)));
    const there = told.length > 0 ? await index.there(length, told) : new Set();
    const missing = told.filter((id) => !there.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE) await write(missing.slice(at, at + AT_ONCE));
    [of, mark, known] = [made, now.mark, isAnother ? new Set() : new Set(now.ids)];
  });
  return { damaged, catchUp };
}
