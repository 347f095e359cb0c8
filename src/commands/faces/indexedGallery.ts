import { LRUCache } from 'lru-cache';
import { validate as isUuid } from 'uuid';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { onceItWorks } from '../../platform/onceItWorks.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { createTimeShares } from '../../platform/timeShares.js';
import { MOST_NEAREST, VectorIndexAway } from '../../platform/vectors/vectorIndex.js';
import type { Asked, FaceGallery, NearFace, Nearest } from './faceGallery.js';
import { createIndexedSpace, type IndexedSpace, type IndexedSpaceDeps } from './indexedSpace.js';
import { createSearchesOfTenants, tooManySearches } from './searchesOfTenants.js';

/** How many are opened until others have their turn. */
const AT_A_TURN = 100;

/** By how much more the index is asked for: it compares rounded numbers. */
const MORE = { times: 2, and: 10 } as const;

/** How far a cosine of rounded numbers is off, at most by far: once all of a turn are so much too far away, those behind them are too. */
const ROUNDING = 0.05;

/** How often the index is asked again where it named some that are gone, which keep those behind them out. */
const TRIES = 3;

/** Of how many registers it is remembered what the index has. */
const MOST_SPACES = 10_000;

/** What a gallery on an index stands on. */
export interface IndexedGalleryDeps extends IndexedSpaceDeps {
  sealed: Pick<SealedVectors, 'since' | 'among' | 'read' | 'onDropped'>;
  /** Most searches of one tenant at the same time; for tests. */
  mostWaiting?: number;
}

/**
 * The faces of sealed vectors, found by an index that many processes share, for registers that have no room in the memory of each. The index says who
 * may be near; the sealed numbers of these are opened, and say how near. So none is told that is gone, was never kept or is of another register,
 * whatever the index has. At most 10,000 are looked at for one search; tenants share the time that opening takes.
 */
export function createIndexedGallery({ mostWaiting, ...deps }: IndexedGalleryDeps): FaceGallery {
  const { sealed, index, log } = deps;
  const spaces = new LRUCache<string, IndexedSpace>({ max: MOST_SPACES });
  const searches = createSearchesOfTenants(mostWaiting);
  const shares = createTimeShares({ most: Infinity, refuse: tooManySearches });
  // Whoever may have missed something can be connected to another database, whose marks are others.
  const listen = onceItWorks(() => sealed.onDropped((which) => which ?? spaces.clear()));

  const spaceOf = (space: string, length: number): IndexedSpace => {
    const known = spaces.get(space);
    if (known) return known;
    const made = createIndexedSpace(deps, { space, length });
    spaces.set(space, made);
    return made;
  };
  const search = async (space: string, probe: Float32Array, asked: Asked): Promise<Nearest> => {
    const { least, most } = asked;
    await listen();
    const { damaged, catchUp } = spaceOf(space, probe.length);
    await catchUp();
    const wanted = Math.min(MORE.times * most + MORE.and, MOST_NEAREST);
    for (let tried = 1; ; tried++) {
      const { ids, among } = await index.nearest(space, probe, wanted);
      const read = (some: readonly string[]) => shares.take(asked.tenant_id, () => sealed.read(some, space));
      const found = await openNamed(read, { probe, ids, least });
      if (found.gone.length > 0 && tried < TRIES) {
        await index.drop(found.gone).catch((err: unknown) => {
          log.error({ err }, 'faces that are gone are still in the index, where they may hide others');
        });
        continue;
      }
      const near = found.opened.filter(({ cosine }) => cosine >= least).sort((a, b) => b.cosine - a.cosine);
      const mayBeMore = ids.length === wanted && wanted < MOST_NEAREST && near.length === found.opened.length;
      const told = [...damaged, ...found.damaged, ...near.map(({ vector_id }) => vector_id)];
      const there = told.length > 0 ? await sealed.among(told) : new Set<string>();
      const isThere = (id: string): boolean => there.has(id);
      return {
        near: near.filter(({ vector_id }) => isThere(vector_id)).slice(0, most),
        isAll: near.length <= most && !mayBeMore,
        compared: among - found.damaged.length - found.gone.length,
        damaged: new Set([...damaged, ...found.damaged].filter(isThere)).size,
      };
    }
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

/** What an index named, once it is opened. */
interface Named {
  opened: NearFace[];
  damaged: string[];
  /** Those that are not there, or in no such register. */
  gone: string[];
}

/** Opens those that an index named, the nearest first, as far as they may be near enough. */
async function openNamed(
  read: (vector_ids: readonly string[]) => ReturnType<SealedVectors['read']>,
  { probe, ids, least }: { probe: Float32Array; ids: readonly string[]; least: number },
): Promise<Named> {
  const named: Named = { opened: [], damaged: [], gone: [] };
  for (let from = 0; from < ids.length; from += AT_A_TURN) {
    const some = ids.slice(from, from + AT_A_TURN);
    const there = await read(some.filter((id) => isUuid(id)));
    let nearest = -Infinity;
    for (const vector_id of some) {
      const vector = there.get(vector_id)?.vector;
      if (!vector) {
        named[there.has(vector_id) ? 'damaged' : 'gone'].push(vector_id);
        continue;
      }
      const cosine = dot(probe, vector);
      vector.fill(0);
      named.opened.push({ vector_id, cosine });
      nearest = Math.max(nearest, cosine);
    }
    if (nearest > -Infinity && nearest < least - ROUNDING) break;
  }
  return named;
}

/** Of vectors with a length of 1: the cosine of the angle between them. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
