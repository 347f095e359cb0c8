import type { Point } from '../align/similarityTransform.js';
import type { Candidate, DecodeDetections, DetectorOutput, FivePoints } from './candidate.js';

/** Pixels between two places that are looked at, from the finest to the coarsest. */
const STRIDES = [8, 16, 32];

/**
 * Of each stride a score, distances from the anchor to the four sides, and from it to five points, all in strides. The outputs have no names
 * to rely on: exports differ. They are told by how many numbers each says of a place, and by how many places there are.
 */
export const decodeScrfd: DecodeDetections = (outputs, { width, height }) => {
  const scores = byStride(outputs, 1);
  const boxes = byStride(outputs, 4);
  const points = byStride(outputs, 10);
  return STRIDES.flatMap((stride, level) => {
    const [ofScore, ofBox, ofPoints] = [scores[level]!, boxes[level]!, points[level]!];
    const across = Math.ceil(width / stride);
    const anchors = Math.max(1, Math.round(ofScore.length / (across * Math.ceil(height / stride))));
    return Array.from(ofScore, (score, at): Candidate => {
      const place = Math.floor(at / anchors);
      const x = (place % across) * stride;
      const y = Math.floor(place / across) * stride;
      const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => ofBox[at * 4 + side]! * stride);
      const point = (number: number): Point => [
        x + ofPoints[at * 10 + number * 2]! * stride,
        y + ofPoints[at * 10 + number * 2 + 1]! * stride,
      ];
      const five: FivePoints = [point(0), point(1), point(2), point(3), point(4)];
      return { score, box: [x - left!, y - top!, x + right!, y + bottom!], points: five };
    });
  });
};

/** The outputs that say so many numbers of each place, the finest stride first. */
const byStride = (outputs: readonly DetectorOutput[], numbers: number): Float32Array[] =>
  outputs
    .filter(({ dims }) => dims.at(-1) === numbers)
    .map(({ data }) => data)
    .sort((a, b) => b.length - a.length);
