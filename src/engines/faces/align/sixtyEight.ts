import type { FivePoints } from '../detect/candidate.js';
import { distance, meanOf, type Point } from './similarityTransform.js';

// The 68 points of a face and their numbers: Sagonas et al., "300 Faces in-the-Wild Challenge", 2013.

/** Runs of points that a mirror turns round: jaw, brows, nostrils, and the lips from above and below, outside and inside. */
const TURNED_ROUND = [
  [0, 16],
  [17, 26],
  [31, 35],
  [48, 54],
  [55, 59],
  [60, 64],
  [65, 67],
] as const;

/** Points of the eyes that a mirror swaps. */
const SWAPPED = [
  [36, 45],
  [37, 44],
  [38, 43],
  [39, 42],
  [40, 47],
  [41, 46],
] as const;

/** Which point of a mirrored face is a point of the face. */
export const MIRRORED_NUMBERS: readonly number[] = mirroredNumbers();

function mirroredNumbers(): number[] {
  const numbers = Array.from({ length: 68 }, (_, number) => number);
  for (const [first, last] of TURNED_ROUND)
    for (let number = first; number <= last; number++) numbers[number] = first + last - number;
  for (const [left, right] of SWAPPED) [numbers[left], numbers[right]] = [right, left];
  return numbers;
}

/** The middles of the eyes, the tip of the nose, and the corners of the mouth between its outer and inner line. */
export function fiveOf(points: readonly Point[]): FivePoints {
  const mean = (...numbers: number[]): Point => meanOf(numbers.map((number) => points[number]!));
  return [mean(36, 37, 38, 39, 40, 41), mean(42, 43, 44, 45, 46, 47), points[30]!, mean(48, 60), mean(54, 64)];
}

/** The means of the same points, seen several times. */
export const meanFace = (faces: readonly (readonly Point[])[]): Point[] =>
  faces[0]!.map((_, number) => meanOf(faces.map((points) => points[number]!)));

/** How far points lie from others on average, as a share of the distance of the eyes. */
export function spreadOf(faces: readonly (readonly Point[])[], around: readonly Point[], eyes: number): number {
  const distances = faces.flatMap((points) => points.map((point, number) => distance(point, around[number]!)));
  return distances.reduce((sum, one) => sum + one, 0) / distances.length / Math.max(eyes, Number.EPSILON);
}
