import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';

/** A face that was found. */
export interface NearFace {
  vector_id: string;
  /** Of the angle between it and what was looked for. */
  cosine: number;
}

/** The faces of registers, in the clear in memory alone, to be looked through one by one: exact, and nothing is missed. */
export interface FaceGallery {
  /** Those of a space whose cosine is at least so much, the nearest first, and how many were compared. */
  nearest(space: string, probe: Float32Array, least: number): Promise<{ near: NearFace[]; compared: number }>;
}

/** Bytes of vectors that a process keeps opened: 128,000 faces of 512 numbers. Those of spaces that were not asked for longest go first. */
const MOST_BYTES = 256 * 1024 ** 2;

/** How many are opened with one statement. */
const AT_ONCE = 500;

/** After how many comparisons others have their turn: about three milliseconds of 512 numbers. */
const BEFORE_OTHERS = 5_000;

/** Opened vectors by their ids. */
type Faces = ReadonlyMap<string, Float32Array>;

/** Creates a gallery over sealed vectors. @param mostBytes for tests */
export function createFaceGallery(
  sealed: Pick<SealedVectors, 'ids' | 'read'>,
  mostBytes: number = MOST_BYTES,
): FaceGallery {
  const opened = new LRUCache<string, Faces>({
    maxSize: mostBytes,
    sizeCalculation: (vectors) => 1 + [...vectors.values()].reduce((sum, { byteLength }) => sum + byteLength, 0),
  });
  /** What is being opened, by its space: who wants the same meanwhile waits for that, and none of it is in memory twice. */
  const opening = new Map<string, Promise<Faces>>();
  const open = async (space: string, ids: readonly string[], before: Faces | undefined): Promise<Faces> => {
    const now = new Map(ids.flatMap((id) => (before?.has(id) ? [[id, before.get(id)!] as const] : [])));
    const missing = ids.filter((id) => !now.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      for (const [id, vector] of await sealed.read(missing.slice(at, at + AT_ONCE))) now.set(id, vector);
    }
    opened.set(space, now);
    return now;
  };
  /** Which faces there are is asked every time: one that was erased is compared no more, whichever process erased it. */
  const facesOf = async (space: string): Promise<Faces> => {
    const ids = await sealed.ids(space);
    let before = opened.get(space);
    for (let other = opening.get(space); other && !isOf(ids, before); other = opening.get(space)) {
      before = await other.catch(() => undefined);
    }
    if (before && isOf(ids, before)) return before;
    const now = open(space, ids, before).finally(() => opening.delete(space));
    opening.set(space, now);
    return now;
  };
  return {
    async nearest(space, probe, least) {
      const faces = await facesOf(space);
      const near: NearFace[] = [];
      let compared = 0;
      for (const [vector_id, vector] of faces) {
        const cosine = dot(probe, vector);
        if (cosine >= least) near.push({ vector_id, cosine });
        if (++compared % BEFORE_OTHERS === 0) await setImmediate();
      }
      near.sort((a, b) => b.cosine - a.cosine);
      return { near, compared };
    },
  };
}

/** Whether these are the faces with those ids, and no others. */
const isOf = (ids: readonly string[], faces: Faces | undefined): boolean =>
  faces?.size === ids.length && ids.every((id) => faces.has(id));

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
