import { setImmediate } from 'node:timers/promises';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { createTally } from '../../platform/tally.js';
import { createTimeShares } from '../../platform/timeShares.js';
import { createOpenedFaces, type Faces, MOST_BYTES } from './openedFaces.js';

/** A face that was found. */
export interface NearFace {
  vector_id: string;
  /** Of the angle between it and what was looked for. */
  cosine: number;
}

/** What came of looking through a space. */
export interface Nearest {
  /** The nearest first. */
  near: NearFace[];
  /** With how many it was compared. */
  compared: number;
  /** With how many it was not, as their numbers are damaged. */
  damaged: number;
}

/** What is asked of a gallery. */
export interface Asked {
  /** The least cosine. */
  least: number;
  /** Who asks. */
  tenant_id: string;
}

/** The faces of registers, in the clear in memory alone, to be looked through one by one: exact, and nothing is missed. */
export interface FaceGallery {
  /**
   * Those of a space whose cosine is at least so much. Tenants share the time that comparing takes.
   * @throws EngineUnavailable where too many searches of the tenant wait
   */
  nearest(space: string, probe: Float32Array, asked: Asked): Promise<Nearest>;
}

/** How a gallery holds back; for tests. */
export interface GalleryBounds {
  /** Bytes of opened vectors that it keeps. */
  mostBytes?: number;
  /** How many faces are compared until others have their turn. */
  atATurn?: number;
  /** Most searches of one tenant at the same time. */
  mostWaiting?: number;
}

/** About four milliseconds of 640 numbers, for which the process does nothing else. */
const AT_A_TURN = 5_000;

/** A tenant's searches slow down its own alone; of more than these none would end while anybody waits for it. */
const MOST_WAITING = 100;

/** Creates a gallery over sealed vectors. */
export function createFaceGallery(
  sealed: Pick<SealedVectors, 'ids' | 'read' | 'onErased'>,
  { mostBytes = MOST_BYTES, atATurn = AT_A_TURN, mostWaiting = MOST_WAITING }: GalleryBounds = {},
): FaceGallery {
  const opened = createOpenedFaces(sealed, mostBytes);
  const tooMany = (): Error => new EngineUnavailable('Too many searches for faces wait; try again later.');
  const shares = createTimeShares({ most: Infinity, refuse: tooMany });
  /** How many searches of each tenant are not answered yet: who was let in is not sent away halfway. */
  const searching = createTally();

  const lookThrough = async (faces: Faces, probe: Float32Array, { least, tenant_id }: Asked): Promise<Nearest> => {
    const looking = createLooking(faces, probe, least);
    // What arrives meanwhile has its turn between two of ours, whoever's they are.
    const takeTurn = () => shares.take(tenant_id, () => setImmediate().then(() => looking.atMost(atATurn)));
    while (!(await takeTurn()));
    return looking.found();
  };

  return {
    async nearest(space, probe, asked) {
      const { tenant_id } = asked;
      if (searching.of(tenant_id) >= mostWaiting) throw tooMany();
      searching.add(tenant_id, 1);
      try {
        return await lookThrough(await opened.of(space), probe, asked);
      } finally {
        searching.add(tenant_id, -1);
      }
    },
  };
}

/** Looks through faces a part at a time. */
function createLooking(faces: Faces, probe: Float32Array, least: number) {
  const left = faces.entries();
  const near: NearFace[] = [];
  let [compared, damaged] = [0, 0];
  return {
    /** Compares so many at most; whether that were all. */
    atMost(count: number): boolean {
      for (let turn = 0; turn < count; turn++) {
        const next = left.next();
        if (next.done) return true;
        const [vector_id, { vector }] = next.value;
        if (!vector) {
          damaged++;
          continue;
        }
        const cosine = dot(probe, vector);
        if (cosine >= least) near.push({ vector_id, cosine });
        compared++;
      }
      return false;
    },
    found: (): Nearest => ({ near: near.sort((a, b) => b.cosine - a.cosine), compared, damaged }),
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
