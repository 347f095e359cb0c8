import { openFile } from '../documents/reading/readDocument.js';
import type { Raster } from '../documents/reading/page.js';
import { alignedChip, type Embedder } from './align/embedder.js';
import { type FaceFinder, findFaces, type LocatedFace, placeIn } from './detect/findFaces.js';
import type { FaceLook, FacePose, FaceQuality, FacesSeen, SeenFace } from './faceEngine.js';
import type { AgeEstimator } from './judge/age.js';
import { judgeFaceQuality, occlusionOf } from './judge/faceQuality.js';
import type { LivenessJudge } from './judge/liveness.js';
import type { PoseEstimator } from './judge/pose.js';

/** Everything that looks at faces. */
export interface FaceReaders {
  finder: FaceFinder;
  embedder: Embedder;
  /** What says a face in the numbers that registers were made with before. */
  earlier?: Embedder | undefined;
  pose: PoseEstimator;
  age?: AgeEstimator;
  liveness: LivenessJudge;
}

/** Pixels that are worked on: a face in a crowd of a hundred still has some, and more would only take time. */
const WORKING_PIXELS = 4_000_000;

/** As for documents (`DECODE_LIMITS`). */
const MOST_PIXELS = 100_000_000;

/** The aligned face that quality is judged on. */
const CHIP = { side: 112, template: 'arcface' } as const;

/**
 * Looks at the faces of a picture, and at the largest closely. Runs inside an engine process.
 * @throws UnreadableDocument
 */
export async function lookAtFaces(bytes: Uint8Array, { wanted }: FaceLook, readers: FaceReaders): Promise<FacesSeen> {
  const limits = { max_pages: 1, max_pixels: MOST_PIXELS, working_pixels: WORKING_PIXELS };
  const file = await openFile(bytes, limits);
  try {
    const picture = await file.pages[0]!.render();
    const { raster, faces } = await findFaces(readers.finder, picture);
    const [largest] = faces;
    if (!largest) return { count: 0, largest: null };
    const seen = await lookClosely(raster, largest, wanted, readers);
    return { count: faces.length, largest: { box: placeIn(picture, raster, largest), ...seen } };
  } finally {
    await file.close();
  }
}

/** What judges how fit a face is to be compared. */
export type QualityReaders = Pick<FaceReaders, 'finder' | 'pose'>;

/** How fit a face of a picture is to be compared. */
export async function qualityOf(
  raster: Raster,
  face: LocatedFace,
  { pose }: Pick<FaceReaders, 'pose'>,
): Promise<FaceQuality> {
  return judgedQuality(raster, face, await pose(raster, face.box, face.five));
}

const judgedQuality = (raster: Raster, { box: [left, , right], five, spread }: LocatedFace, pose: FacePose) =>
  judgeFaceQuality({
    ...{ chip: alignedChip(raster, five, CHIP), width: right - left, pose },
    occlusion: occlusionOf(spread) ?? 0,
  });

/** What is wanted of a face, but for where it is. */
export async function lookClosely(
  raster: Raster,
  face: LocatedFace,
  wanted: FaceLook['wanted'],
  { embedder, earlier, pose: poseOf, age, liveness }: FaceReaders,
): Promise<Omit<SeenFace, 'box'>> {
  const { box, five, spread } = face;
  const pose = await poseOf(raster, box, five);
  const occlusion = occlusionOf(spread);
  const quality = judgedQuality(raster, face, pose);
  return {
    quality,
    ...(wanted.includes('embedding') && { embedding: await embedder.embed(raster, five) }),
    ...(wanted.includes('earlier_embedding') && earlier && { earlier_embedding: await earlier.embed(raster, five) }),
    ...(wanted.includes('attributes') && {
      attributes: { age_range: age ? await age(raster, box) : null, pose, occlusion },
    }),
    ...(wanted.includes('liveness') && { liveness: await liveness(raster, box) }),
  };
}
