import type { Raster } from '../../documents/reading/page.js';
import { turned } from '../../documents/reading/raster.js';
import type { LandmarkFinder, Landmarks } from '../align/landmarks.js';
import { areaOf, type Candidate, type Rectangle, surest, withoutOverlaps } from './candidate.js';
import type { Detector } from './detector.js';

/** A face in a picture, in its pixels. */
export interface LocatedFace extends Landmarks {
  box: Rectangle;
  /** How sure the detector is, 0 to 1. */
  score: number;
}

/** The faces of a picture, the largest first, and the picture as it was turned for them. */
export interface LocatedFaces {
  raster: Raster;
  faces: LocatedFace[];
}

/** What finds faces. */
export interface FaceFinder {
  detector: Detector;
  /** Absent where the detector says the points. */
  landmarks?: LandmarkFinder;
}

/** How much is put around a picture that a face fills: detectors look for faces in something. */
const PADDING = 0.35;

/**
 * A face wider than this, by the width of the picture, fills it. Of 400 photos that a face fills, of 23 × 28 pixels, a detector that saw nothing but the
 * photo took four for something else, three of them for a face that is upside down, and with room around them none of those.
 */
const FILLS = 0.5;

/**
 * A candidate whose points a mirror shows further off than this is no face, or one from the side alone, which nobody is known by. Of 24 faces in six
 * group photos those that look at the camera were at 0.03 at most, what was none at 0.08 and more.
 */
const MOST_SPREAD = 0.08;

/** Below this a face is upright: one that is upside down is seen differently in the mirror. */
const SURE_SPREAD = 0.035;

/** Parts that a picture is looked at in for small faces: so many along each side, each so large, by the sides of the picture. */
const TILES = { along: 3, share: 0.4 };

/** In a smaller picture tiles show nothing that was not seen. Pixels of its long side. */
const WORTH_TILES = 640;

/** A face narrower than this, by the long side of the picture, may have smaller ones beside it. */
const SMALL = 0.1;

/** Most faces that are looked at one by one, in each look at the picture. */
const MOST_FACES = 200;

/** Most candidates of all parts that are held against each other. */
const MOST_CANDIDATES = 1_000;

/** In how much two boxes of one face may differ. */
const SAME_FACE = 0.4;

/**
 * Finds the faces of a picture: in all of it, with room around it where one fills it or there is none, and then in parts, until there is one. Where
 * small ones are found there may be smaller ones: the parts are looked at too. Where no face is surely upright, the picture is looked at upside down
 * as well.
 * @param looking `smallOnes`: small ones are looked for beside a large one too, as the second image of a document is
 */
export async function findFaces(
  finder: FaceFinder,
  raster: Raster,
  { smallOnes = false }: { smallOnes?: boolean } = {},
): Promise<LocatedFaces> {
  for (const lookAt of [facesOfAll, facesOfParts]) {
    const upright = { raster, faces: await lookAt(finder, raster) };
    if (isSurelyUpright(upright)) return withSmaller(finder, upright, smallOnes);
    const picture = await turned(raster, 180);
    const overturned = { raster: picture, faces: await lookAt(finder, picture) };
    const found = uncertaintyOf(overturned) < uncertaintyOf(upright) ? overturned : upright;
    if (found.faces.length > 0) return withSmaller(finder, found, smallOnes);
  }
  return { raster, faces: [] };
}

/** How little the points of the largest face can be relied on. */
const uncertaintyOf = ({ faces: [largest] }: LocatedFaces): number => (largest ? (largest.spread ?? 0) : Infinity);

const isSurelyUpright = (found: LocatedFaces): boolean => uncertaintyOf(found) <= SURE_SPREAD;

async function withSmaller(
  finder: FaceFinder,
  { raster, faces }: LocatedFaces,
  always: boolean,
): Promise<LocatedFaces> {
  const narrowest = Math.min(...faces.map(({ box: [left, , right] }) => right - left));
  if (!always && narrowest >= SMALL * Math.max(raster.width, raster.height)) return { raster, faces };
  return { raster, faces: merged([...faces, ...(await facesOfParts(finder, raster))]) };
}

async function facesOfAll(finder: FaceFinder, raster: Raster): Promise<LocatedFace[]> {
  const faces = await facesIn(finder, raster, wholeOf(raster));
  const [largest] = faces;
  if (largest && largest.box[2] - largest.box[0] < FILLS * raster.width) return faces;
  return merged([...faces, ...(await facesIn(finder, raster, paddedOf(raster)))]);
}

const facesOfParts = (finder: FaceFinder, raster: Raster): Promise<LocatedFace[]> =>
  facesIn(finder, raster, tilesOf(raster));

async function facesIn(
  { detector, landmarks }: FaceFinder,
  raster: Raster,
  regions: Rectangle[],
): Promise<LocatedFace[]> {
  const candidates: Candidate[] = [];
  for (const region of regions) candidates.push(...(await detector.detect(raster, region)));
  const faces: LocatedFace[] = [];
  for (const { points, box, score } of withoutOverlaps(surest(candidates, MOST_CANDIDATES), SAME_FACE).slice(
    0,
    MOST_FACES,
  )) {
    const found = points ? { five: points, spread: null } : await landmarks?.find(raster, box);
    if (found && isFace(found)) faces.push({ ...found, box, score });
  }
  return merged(faces);
}

/** Upright, and its points where they were seen: eyes from left to right, above the mouth. */
function isFace({ five: [left, right, nose, mouthLeft, mouthRight], spread }: Landmarks): boolean {
  if (spread !== null && spread > MOST_SPREAD) return false;
  const across: [number, number] = [right[0] - left[0], right[1] - left[1]];
  // Along the line of the eyes, and down from it, whichever way the head is tilted.
  const below = ([x, y]: readonly [number, number]) => (y - left[1]) * across[0] - (x - left[0]) * across[1];
  return across[0] > 0 && below(mouthLeft) > 0 && below(mouthRight) > 0 && below(nose) > 0;
}

const merged = (faces: readonly LocatedFace[]): LocatedFace[] =>
  withoutOverlaps(faces, SAME_FACE).sort((a, b) => areaOf(b.box) - areaOf(a.box));

/**
 * Where a face is in a picture that was looked at, in fractions of it, whichever way it was turned for its faces. Detectors see faces that
 * reach over the edge; the place is what is in the picture.
 */
export function placeIn(
  picture: Raster,
  turnedPicture: Raster,
  { box: [left, top, right, bottom] }: Pick<LocatedFace, 'box'>,
): [x: number, y: number, width: number, height: number] {
  const { width, height } = turnedPicture;
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  const [x, y] = [within(left / width), within(top / height)];
  const [across, down] = [within(right / width) - x, within(bottom / height) - y];
  return turnedPicture === picture ? [x, y, across, down] : [1 - x - across, 1 - y - down, across, down];
}

const wholeOf = ({ width, height }: Raster): Rectangle[] => [[0, 0, width, height]];

const paddedOf = ({ width, height }: Raster): Rectangle[] => [
  [-PADDING * width, -PADDING * height, (1 + PADDING) * width, (1 + PADDING) * height],
];

function tilesOf({ width, height }: Raster): Rectangle[] {
  if (Math.max(width, height) < WORTH_TILES) return [];
  const step = (1 - TILES.share) / (TILES.along - 1);
  const starts = Array.from({ length: TILES.along }, (_, index) => index * step);
  return starts.flatMap((y) =>
    starts.map((x): Rectangle => [x * width, y * height, (x + TILES.share) * width, (y + TILES.share) * height]),
  );
}
