import type { Point } from '../align/similarityTransform.js';
import type { Candidate, DecodeDetections, DetectorOutput, FivePoints } from './candidate.js';

/** Pixels between two places that are looked at. */
const STRIDES = [8, 16, 32];

/** Of each stride how sure it is of a face and of an object, the box by its middle and the logarithm of its sides, and five points, all in strides. */
export const decodeYunet: DecodeDetections = (outputs, { width }) =>
  STRIDES.flatMap((stride) => {
    const [faces, objects, boxes, points] = ['cls', 'obj', 'bbox', 'kps'].map((part) =>
      named(outputs, `${part}_${stride}`),
    );
    const across = Math.floor(width / stride);
    return Array.from(faces!, (face, at): Candidate => {
      const [column, row] = [at % across, Math.floor(at / across)];
      const [dx, dy, dw, dh] = [0, 1, 2, 3].map((side) => boxes![at * 4 + side]!);
      const [x, y] = [(column + dx!) * stride, (row + dy!) * stride];
      const [w, h] = [Math.exp(dw!) * stride, Math.exp(dh!) * stride];
      const point = (number: number): Point => [
        (column + points![at * 10 + number * 2]!) * stride,
        (row + points![at * 10 + number * 2 + 1]!) * stride,
      ];
      const five: FivePoints = [point(0), point(1), point(2), point(3), point(4)];
      const score = Math.sqrt(within01(face) * within01(objects![at]!));
      return { score, box: [x - w / 2, y - h / 2, x + w / 2, y + h / 2], points: five };
    });
  });

const named = (outputs: readonly DetectorOutput[], name: string): Float32Array =>
  outputs.find((output) => output.name === name)?.data ?? new Float32Array();

const within01 = (value: number): number => Math.min(1, Math.max(0, value));
