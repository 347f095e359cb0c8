import type { Point } from '../align/similarityTransform.js';

/** Left, top, right and bottom in pixels. */
export type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** Eyes, nose and corners of the mouth, each pair from the left of the picture: what faces are aligned by. */
export type FivePoints = readonly [Point, Point, Point, Point, Point];

/** Where a detector sees a face. */
export interface Candidate {
  /** 0 to 1. */
  score: number;
  box: Rectangle;
  /** Absent where the detector says none. */
  points?: FivePoints;
}

/** Reads what a detector says of a picture, in pixels of its input. */
export type DecodeDetections = (
  outputs: readonly DetectorOutput[],
  input: { width: number; height: number },
) => Candidate[];

/** One output of a detector. */
export interface DetectorOutput {
  name: string;
  dims: readonly number[];
  data: Float32Array;
}

const widthOf = ([left, , right]: Rectangle): number => Math.max(0, right - left);
const heightOf = ([, top, , bottom]: Rectangle): number => Math.max(0, bottom - top);

/** Pixels that a box covers. */
export const areaOf = (box: Rectangle): number => widthOf(box) * heightOf(box);

/** Intersection over union of two boxes, 0 to 1. */
export function overlapOf(one: Rectangle, other: Rectangle): number {
  const shared = areaOf([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]);
  const union = areaOf(one) + areaOf(other) - shared;
  return union > 0 ? shared / union : 0;
}

/** The highest scores, `most` of them. What is compared with each other has a bound: a hostile picture lets a detector see something everywhere. */
export const surest = <Found extends Pick<Candidate, 'score'>>(found: readonly Found[], most: number): Found[] =>
  [...found].sort((a, b) => b.score - a.score).slice(0, most);

/** Drops whatever overlaps something with a higher score by more than `overlap`; the highest score comes first (non-maximum suppression). */
export function withoutOverlaps<Found extends Pick<Candidate, 'score' | 'box'>>(
  found: readonly Found[],
  overlap: number,
): Found[] {
  const kept: Found[] = [];
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => overlapOf(box, one.box) <= overlap)) kept.push(one);
  }
  return kept;
}
