import { LRUCache } from 'lru-cache';
import { registeredFaceStream } from '../../domain/faces/index.js';
import { onceItWorks } from '../../platform/onceItWorks.js';
import type { OpenedVector, SealedVectors } from '../../platform/sealing/sealedVectors.js';

/** Bytes of vectors that a process keeps opened: 104,000 faces of 640 numbers. Those of spaces that were not asked for longest go first. */
export const MOST_BYTES = 256 * 1024 ** 2;

/** How many are opened with one statement. */
const AT_ONCE = 500;

/** Opened vectors by their ids. One that is erased goes out of it, also while somebody looks through it. */
export type Faces = ReadonlyMap<string, OpenedVector>;

/** The numbers of faces, opened once for all searches, and kept no longer than their keys. */
export interface OpenedFaces {
  /** Those of a space as it is now. */
  of(space: string): Promise<Faces>;
}

/** What is being opened, and what was erased since that began. */
interface Opening {
  faces: Promise<Faces>;
  erased: Set<string>;
  /** Something may have been erased that nobody told of. */
  missed: boolean;
}

/** Nothing is opened yet. @param mostBytes that are kept */
export function createOpenedFaces(
  sealed: Pick<SealedVectors, 'ids' | 'read' | 'onErased'>,
  mostBytes: number,
): OpenedFaces {
  const opened = new LRUCache<string, Map<string, OpenedVector>>({
    maxSize: mostBytes,
    sizeCalculation: (faces) => 1 + [...faces.values()].reduce((sum, { vector }) => sum + (vector?.byteLength ?? 0), 0),
  });
  /** What is being opened, by its space: who wants the same meanwhile waits for that, and none of it is in memory twice. */
  const opening = new Map<string, Opening>();

  const forgetErased = (subject: string | undefined): void => {
    // Cases and runs are erased by the thousand, and none of what is here is theirs.
    if (subject !== undefined && !subject.startsWith(registeredFaceStream(''))) return;
    for (const one of opening.values()) {
      if (subject === undefined) one.missed = true;
      else one.erased.add(subject);
    }
    if (subject === undefined) opened.clear();
    else for (const faces of opened.values()) forget(faces, subject);
  };
  // Nothing is opened before erasures are heard of.
  const listen = onceItWorks(() => sealed.onErased(forgetErased));

  const read = async (ids: readonly string[], before: Faces | undefined): Promise<Map<string, OpenedVector>> => {
    const now = new Map(ids.flatMap((id) => (before?.has(id) ? [[id, before.get(id)!] as const] : [])));
    const missing = ids.filter((id) => !now.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      for (const [id, face] of await sealed.read(missing.slice(at, at + AT_ONCE))) now.set(id, face);
    }
    return now;
  };
  const open = (space: string, ids: readonly string[], before: Faces | undefined): Promise<Faces> => {
    const state = { erased: new Set<string>(), missed: false };
    const faces = read(ids, before)
      .then((now) => {
        for (const subject of state.erased) forget(now, subject);
        if (!state.missed) opened.set(space, now);
        return now;
      })
      .finally(() => opening.delete(space));
    opening.set(space, Object.assign(state, { faces }));
    return faces;
  };

  return {
    /** Which faces there are is asked every time: one that was erased is compared no more, whichever process erased it. */
    async of(space) {
      await listen();
      const ids = await sealed.ids(space);
      let before: Faces | undefined = opened.get(space);
      for (let other = opening.get(space); other && !isOf(ids, before); other = opening.get(space)) {
        before = await other.faces.catch(() => undefined);
      }
      return before && isOf(ids, before) ? before : open(space, ids, before);
    },
  };
}

/** Overwrites the numbers too: how long memory keeps what nobody refers to is not known. */
function forget(faces: Map<string, OpenedVector>, erased: string): void {
  for (const [id, { subject, vector }] of faces) {
    if (subject !== erased) continue;
    vector?.fill(0);
    faces.delete(id);
  }
}

/** Whether these are the faces with those ids, and no others. */
const isOf = (ids: readonly string[], faces: Faces | undefined): boolean =>
  faces?.size === ids.length && ids.every((id) => faces.has(id));
