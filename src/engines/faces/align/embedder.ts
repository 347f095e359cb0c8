import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import type { FivePoints } from '../detect/candidate.js';
import type { FaceManifest } from '../models/faceManifest.js';
import { type Chip, cutChip, inputOf, mirrored } from './chip.js';
import { fitSimilarity, type Point, type Similarity } from './similarityTransform.js';

/** Where the five points lie in 112 pixels: the template of InsightFace, `arcface_dst` in its `face_align.py`. */
const ARCFACE: FivePoints = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [41.5493, 92.3655],
  [70.7299, 92.2041],
];

/** Says a face in numbers: those of one person lie in nearly the same direction. */
export interface Embedder {
  /** @returns of length 1 */
  embed(raster: Raster, five: FivePoints): Promise<Float32Array>;
}

/** An embedder on a network. */
export function createEmbedder(session: InferenceSession, spec: FaceManifest['embedder']): Embedder {
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  const say = async (chip: Chip): Promise<Float32Array> => {
    const said = (await session.run({ [input]: inputOf(chip, spec) }))[output]!;
    return normalised(said.data as Float32Array);
  };
  return {
    async embed(raster, five) {
      const chip = alignedChip(raster, five, spec.side);
      const said = await say(chip);
      if (!spec.mirrored) return said;
      const other = await say(mirrored(chip));
      return normalised(said.map((value, at) => value + other[at]!));
    },
  };
}

/** A face as embedders want it: upright, its five points where the template has them. */
export const alignedChip = (raster: Raster, five: FivePoints, side: number): Chip =>
  cutChip(raster, alignedPlace(five, side), { width: side, height: side });

/** Where the points of an aligned chip lie in the picture. */
const alignedPlace = (five: FivePoints, side: number): Similarity =>
  fitSimilarity(
    ARCFACE.map(([x, y]): Point => [(x * side) / 112, (y * side) / 112]),
    five,
  );

/** The same direction, of length 1. */
function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
