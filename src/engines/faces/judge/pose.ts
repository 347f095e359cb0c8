import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import { cutChip, inputOf } from '../align/chip.js';
import { distance, meanOf, type Point } from '../align/similarityTransform.js';
import { squareAround } from '../align/squareAround.js';
import type { FivePoints, Rectangle } from '../detect/candidate.js';
import type { FacePose } from '../faceEngine.js';
import type { FaceManifest } from '../models/faceManifest.js';

/** The square around a face, so many times as large as it, as a chip. */
export function headChip(raster: Raster, box: Rectangle, { crop, side }: { crop: number; side: number }) {
  const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const length = Math.max(box[2] - box[0], box[3] - box[1]) * crop;
  return cutChip(raster, squareAround(middle, length, 0, side), { width: side, height: side });
}

/** Says how a head is turned. */
export type PoseEstimator = (raster: Raster, box: Rectangle, five: FivePoints) => Promise<FacePose>;

/** Degrees between two classes, and the middle of the first one (Ruiz et al., 2018). */
const CLASS = { degrees: 3, first: -99 };

/** By a network where the manifest names one; the tilt is measured on the eyes in any case. */
export function createPoseEstimator(network?: {
  session: InferenceSession;
  spec: NonNullable<FaceManifest['pose']>;
}): PoseEstimator {
  if (!network) return (_raster, _box, five) => Promise.resolve(poseOfPoints(five));
  const { session, spec } = network;
  const input = session.inputNames[0]!;
  return async (raster, box, five) => {
    const said = await session.run({ [input]: inputOf(headChip(raster, box, spec), spec) });
    const [yaw, pitch] = session.outputNames.map((name) => expectedAngle(said[name]!.data as Float32Array));
    return { yaw: rounded(yaw!), pitch: rounded(pitch!), roll: rollOf(five) };
  };
}

/** The mean of the classes, each as likely as it says. */
function expectedAngle(scores: Float32Array): number {
  const likely = softmax(scores);
  return likely.reduce((sum, share, index) => sum + share * (CLASS.first + CLASS.degrees * index), 0);
}

/** Scores of classes as shares of one. */
export function softmax(scores: Float32Array): number[] {
  const highest = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** In a face from the front the nose is this far down from the eyes to the mouth: of the template that faces are aligned to. */
const NOSE_DOWN = 0.49;

/**
 * A rough pose by five points: where the nose stands between the eyes, and between eyes and mouth. A nose stands out by about half the distance
 * of the eyes, so what it moves by is the sine of the turn.
 */
export function poseOfPoints(five: FivePoints): FacePose {
  const [left, right, nose, mouthLeft, mouthRight] = five;
  const eyes = meanOf([left, right]);
  const mouth = meanOf([mouthLeft, mouthRight]);
  const width = Math.max(distance(left, right), Number.EPSILON);
  const [ux, uy] = [(right[0] - left[0]) / width, (right[1] - left[1]) / width];
  const along = ([x, y]: Point) => (x - eyes[0]) * ux + (y - eyes[1]) * uy;
  const down = ([x, y]: Point) => (y - eyes[1]) * ux - (x - eyes[0]) * uy;
  const height = Math.max(down(mouth), Number.EPSILON);
  const turn = (offset: number): number => (Math.asin(Math.max(-1, Math.min(1, offset))) * 180) / Math.PI;
  const sideways = along(nose) - (along(mouth) * down(nose)) / height;
  return {
    yaw: rounded(turn((2 * sideways) / width)),
    pitch: rounded(turn(2 * (NOSE_DOWN - down(nose) / height))),
    roll: rollOf(five),
  };
}

/** Degrees by which the line of the eyes is tilted, clockwise. */
const rollOf = ([[x, y], [u, v]]: FivePoints): number => rounded((Math.atan2(v - y, u - x) * 180) / Math.PI);

const rounded = (degrees: number): number => Math.round(degrees * 10) / 10;
