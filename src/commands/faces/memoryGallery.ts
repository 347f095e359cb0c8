import { setImmediate } from 'node:timers/promises';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { createTimeShares } from '../../platform/timeShares.js';
import type { VectorSlot } from '../../platform/vectors/vectorRows.js';
import type { Asked, FaceGallery, Nearest } from './faceGallery.js';
import { createNearestOf } from './nearestOf.js';
import { createOpenedFaces, type OpenedSpace } from './openedFaces.js';
import { createSearchesOfTenants, tooManySearches } from './searchesOfTenants.js';

/** How a gallery holds back. */
export interface GalleryBounds {
  /** Bytes of opened vectors that it keeps: 288 MiB where nothing is said, which are 110,000 faces of 640 numbers. */
  mostBytes?: number;
  /** From how many faces on a register is looked through by its signs first (`vectorSet.ts`); for tests. */
  many?: number;
  /** How many slots of memory are compared until others have their turn; for tests. */
  atATurn?: number;
  /** Most searches of one tenant at the same time; for tests. */
  mostWaiting?: number;
}

const MOST_BYTES = 288 * 1024 ** 2;

/** 12.5 MiB: about two milliseconds, for which the process does nothing else. */
const AT_A_TURN = 200;

/**
 * The faces of sealed vectors, in the clear in memory alone. In a small register each is compared; in a large one those whose signs say that they may be near
 * enough, and hardly one is missed. Tenants share the time that it takes.
 */
export function createMemoryGallery(
  sealed: Pick<SealedVectors, 'since' | 'among' | 'read' | 'onDropped'>,
  { mostBytes = MOST_BYTES, many, atATurn = AT_A_TURN, mostWaiting }: GalleryBounds = {},
): FaceGallery {
  const opened = createOpenedFaces(sealed, { mostBytes, many });
  const shares = createTimeShares({ most: Infinity, refuse: tooManySearches });
  const searches = createSearchesOfTenants(mostWaiting);

  const lookThrough = async (space: OpenedSpace, probe: Float32Array, asked: Asked): Promise<Nearest> => {
    const looking = createLooking(space, { probe, ...asked });
    // What arrives meanwhile has its turn between two of ours, whoever's they are.
    const takeTurn = () => shares.take(asked.tenant_id, () => setImmediate().then(() => looking.atMost(atATurn)));
    const lookThroughAll = async () => {
      while (!(await takeTurn()));
    };
    // What is opened already is looked through while the database is asked for more.
    for (const done of await Promise.allSettled([space.catchUp(), lookThroughAll()])) {
      if (done.status === 'rejected') throw done.reason;
    }
    while (looking.again()) await lookThroughAll();
    const { near, ...found } = looking.found();
    if (near.length === 0) return { near, ...found };
    const there = await sealed.among(near.map(({ vector_id }) => vector_id));
    return { near: near.filter(({ vector_id }) => there.has(vector_id)), ...found };
  };

  return {
    nearest: (space, probe, asked) =>
      searches.run(asked.tenant_id, () => opened.use(space, (one) => lookThrough(one, probe, asked))),
  };
}

/** Looks through a space a part at a time, and again through what changed meanwhile. */
function createLooking(
  { set, damaged }: OpenedSpace,
  { probe, least, most }: { probe: Float32Array } & Pick<Asked, 'least' | 'most'>,
) {
  const nearest = createNearestOf<VectorSlot>(least, most);
  let version = set.version;
  let left = [...set.slots];
  return {
    /** Looks through so many slots at most of those that are left; whether that were all. */
    atMost(count: number): boolean {
      set.aim(probe);
      for (const slot of left.splice(0, count)) nearest.look(slot, (floor, tell) => set.compare(slot, floor, tell));
      return left.length === 0;
    },
    /** Leaves what changed since it was taken up; false where nothing did. */
    again(): boolean {
      const before = version;
      version = set.version;
      left = set.slots.filter(({ changed }) => changed > before);
      return left.length > 0;
    },
    found: (): Nearest => ({
      ...nearest.of(new Set(set.slots)),
      ...{ compared: set.size, damaged: damaged.size },
    }),
  };
}
