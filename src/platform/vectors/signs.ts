import { createHash } from 'node:crypto';
import { SIGNS_STEP } from './vectorProgram.js';

/**
 * What a vector looks like from afar: on which side of many planes through the origin it lies, a bit for each. Two vectors lie on different
 * sides of a random plane as often as the angle between them is part of a half turn (Charikar, Similarity Estimation Techniques from Rounding
 * Algorithms, STOC 2002). The planes are the axes behind a random rotation: signs are turned at random and a Hadamard transform is made (as in Ailon
 * and Chazelle, Approximate Nearest Neighbors and the Fast Johnson-Lindenstrauss Transform, STOC 2006), which takes n log n steps and no table.
 */
export interface Signs {
  /** Bytes that those of a vector take, a multiple of `SIGNS_STEP`. */
  readonly width: number;
  /** Those of a vector of the length that these are for. */
  of(vector: Float32Array): Uint8Array;
}

/** Planes for each number of a vector, at least: more tell angles apart better and take more memory. */
const PLANES_A_NUMBER = 1.5;

/** The axes of one rotation are a power of two, and their signs fill whole steps. */
const LEAST_AXES = 8 * SIGNS_STEP;

/** Signs of vectors of some length; the same each time. */
export function createSigns(length: number): Signs {
  const axes = Math.max(LEAST_AXES, 2 ** Math.ceil(Math.log2(length)));
  const rotations = Array.from({ length: Math.ceil((PLANES_A_NUMBER * length) / axes) }, (_, at) =>
    randomTurns(axes, String(at)),
  );
  const width = (rotations.length * axes) / 8;
  return {
    width,
    of(vector) {
      const signs = new Uint8Array(width);
      const turned = new Float64Array(axes); // of what JavaScript computes in
      rotations.forEach((turns, rotation) => {
        turned.fill(0);
        for (let at = 0; at < vector.length; at++) turned[at] = vector[at]! * turns[at]!;
        transform(turned);
        const from = rotation * axes;
        for (let at = 0; at < axes; at++) if (turned[at]! > 0) signs[(from + at) >> 3]! |= 1 << (at & 7);
      });
      turned.fill(0); // a face can be told from it
      return signs;
    },
  };
}

/**
 * In how many signs two vectors differ at most whose cosine is at least so much. So that hardly one is missed it is this many standard
 * deviations above what is expected: of vectors whose cosine is just that, one of 4,300 differs in more (the normal distribution's tail at 3.5),
 * and of those that are more alike far fewer.
 */
const DEVIATIONS = 3.5;

/** @param width of signs, in bytes @param least The least cosine */
export function mostDifferences(width: number, least: number): number {
  const planes = 8 * width;
  const share = Math.acos(Math.min(1, Math.max(-1, least))) / Math.PI;
  return planes * share + DEVIATIONS * Math.sqrt(planes * share * (1 - share)) + FEW;
}

/** Of vectors that are nearly the same, whose numbers are rounded on either side of a plane. */
const FEW = 4;

/** 1 or -1 for each axis. */
function randomTurns(axes: number, name: string): Int8Array {
  const bits = createHash('shake256', { outputLength: axes / 8 })
    .update(`signs of vectors ${name}`)
    .digest();
  return Int8Array.from({ length: axes }, (_, at) => (((bits[at >> 3]! >> (at & 7)) & 1) === 1 ? 1 : -1));
}

/** Walsh-Hadamard, in place; lengths grow by the square root of how many there are, which changes no sign. */
function transform(values: Float64Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let from = 0; from < values.length; from += 2 * half) {
      for (let at = from; at < from + half; at++) {
        const one = values[at]!;
        const other = values[at + half]!;
        values[at] = one + other;
        values[at + half] = one - other;
      }
    }
  }
}
