import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import type { FivePoints, Rectangle } from '../detect/candidate.js';
import type { FaceManifest } from '../models/faceManifest.js';
import { cutChip, greyOf, mirrored } from './chip.js';
import { applyTo, distance, type Point, type Similarity } from './similarityTransform.js';
import { fiveOf, meanFace, MIRRORED_NUMBERS, spreadOf } from './sixtyEight.js';
import { squareAround } from './squareAround.js';

/** Points of a face, and how far they can be relied on. */
export interface Landmarks {
  five: FivePoints;
  /**
   * How far the points are from where a mirror shows them, as a share of the distance of the eyes: what is no face, or is covered, is
   * seen differently each time. Null where the detector says the points.
   */
  spread: number | null;
}

/** Finds the points of a face. */
export interface LandmarkFinder {
  find(raster: Raster, box: Rectangle): Promise<Landmarks>;
}

/** A finder on a network of 68 points. It looks three times: how far the head is tilted, and then at the upright head and its mirror image. */
export function createLandmarkFinder(
  session: InferenceSession,
  { side, divisor }: NonNullable<FaceManifest['landmarks']>,
): LandmarkFinder {
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  const look = async (raster: Raster, place: Similarity, isMirrored: boolean): Promise<Point[]> => {
    const cut = cutChip(raster, place, { width: side, height: side });
    const grey = greyOf(isMirrored ? mirrored(cut) : cut).map((value) => value / divisor);
    const said = (await session.run({ [input]: new Tensor('float32', grey, [1, 1, side, side]) }))[output]!;
    const values = said.data as Float32Array;
    const seen = Array.from({ length: 68 }, (_, number): Point => {
      const x = values[2 * number]! * side;
      return applyTo(place, [isMirrored ? side - x : x, values[2 * number + 1]! * side]);
    });
    return isMirrored ? MIRRORED_NUMBERS.map((number) => seen[number]!) : seen;
  };
  return {
    async find(raster, box) {
      const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      const length = Math.max(box[2] - box[0], box[3] - box[1]);
      const [left, right] = fiveOf(await look(raster, squareAround(middle, length, 0, side), false));
      const roll = Math.atan2(right[1] - left[1], right[0] - left[0]);
      const upright = squareAround(middle, length, roll, side);
      const looks = [await look(raster, upright, false), await look(raster, upright, true)];
      const mean = meanFace(looks);
      const five = fiveOf(mean);
      return { five, spread: spreadOf(looks, mean, distance(five[0], five[1])) };
    },
  };
}
