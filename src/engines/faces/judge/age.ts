import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import { inputOf } from '../align/chip.js';
import type { Rectangle } from '../detect/candidate.js';
import type { AgeRange } from '../faceEngine.js';
import type { FaceManifest } from '../models/faceManifest.js';
import { headChip } from './pose.js';

/** Says how old a person looks. */
export type AgeEstimator = (raster: Raster, box: Rectangle) => Promise<AgeRange>;

/** Years that are taken for the error to either side: what such networks of this size are off by on photos of others (Yang et al., 2018, 5 to 7). */
const ERROR = 7;

/** How many classes a stage tells apart. */
const CLASSES = 3;

/** An estimator on a network of three stages. */
export function createAgeEstimator(session: InferenceSession, spec: NonNullable<FaceManifest['age']>): AgeEstimator {
  const input = session.inputNames[0]!;
  return async (raster, box) => {
    const age = ageOf(await session.run({ [input]: inputOf(headChip(raster, box, spec), spec) }), spec.oldest);
    return { low: Math.max(0, Math.round(age - ERROR)), high: Math.max(1, Math.round(age + ERROR)) };
  };
}

/** Each stage says where in the class of the one before the age lies, and by how much its classes are moved and widened (Yang et al., section 3). */
function ageOf(said: { readonly [output: string]: Tensor }, oldest: number): number {
  const of = (output: string): Float32Array => (said[output]?.data ?? new Float32Array(CLASSES)) as Float32Array;
  let [age, width] = [0, 1];
  for (const stage of [1, 2, 3]) {
    const likely = of(`prob_stage_${stage}`);
    const moved = of(`index_offset_stage${stage}`);
    width *= CLASSES * (1 + of(`stage${stage}_delta_k`)[0]!);
    age += likely.reduce((sum, share, index) => sum + (index + moved[index]!) * share, 0) / width;
  }
  return age * oldest;
}
