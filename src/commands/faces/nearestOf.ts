import type { NearFace, Nearest } from './faceGallery.js';

/** The nearest of what is looked through part by part, where a part may be looked through again. */
export interface NearestOf<Part> {
  /** Looks through a part: what was found in it before counts no more. `compare` tells all from a cosine on. */
  look(part: Part, compare: (least: number, found: (vector_id: string, cosine: number) => void) => void): void;
  /** Those of some parts, the nearest first. */
  of(parts: ReadonlySet<Part>): Pick<Nearest, 'near' | 'isAll'>;
}

/** Nothing was looked through yet. @param least The least cosine @param most How many are told */
export function createNearestOf<Part>(least: number, most: number): NearestOf<Part> {
  const found = new Map<Part, NearFace[]>();
  let [floor, count, cutFrom, isAll] = [least, 0, 4 * most + 1_000, true];

  const nearest = (lists: Iterable<readonly NearFace[]>): NearFace[] =>
    [...lists].flat().sort((one, other) => other.cosine - one.cosine);
  /** Lets go of those that so many others are nearer than. */
  const cut = (): void => {
    floor = nearest(found.values())[most - 1]!.cosine;
    count = 0;
    for (const [part, near] of found) {
      const kept = near.filter(({ cosine }) => cosine >= floor);
      found.set(part, kept);
      count += kept.length;
    }
    // Many can be equally near, and stay.
    cutFrom = Math.max(cutFrom, 2 * count);
    isAll = false;
  };

  return {
    look(part, compare) {
      const near: NearFace[] = [];
      compare(floor, (vector_id, cosine) => near.push({ vector_id, cosine }));
      count += near.length - (found.get(part)?.length ?? 0);
      if (near.length > 0) found.set(part, near);
      else found.delete(part);
      if (count > cutFrom) cut();
    },
    of(parts) {
      const near = nearest([...found].flatMap(([part, some]) => (parts.has(part) ? [some] : [])));
      return { near: near.slice(0, most), isAll: isAll && near.length <= most };
    },
  };
}
