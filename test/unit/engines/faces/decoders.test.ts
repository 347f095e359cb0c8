import { describe, expect, it } from 'vitest';
import type { Candidate, DetectorOutput } from '../../../../src/engines/faces/detect/candidate.js';
import { overlapOf, surest, withoutOverlaps } from '../../../../src/engines/faces/detect/candidate.js';
import { decodeScrfd } from '../../../../src/engines/faces/detect/decodeScrfd.js';
import { decodeUltraface } from '../../../../src/engines/faces/detect/decodeUltraface.js';
import { decodeYunet } from '../../../../src/engines/faces/detect/decodeYunet.js';

const INPUT = { width: 64, height: 64 };

/** An output of so many numbers for each place, of which those of one place are given. */
function output(name: string, places: number, numbers: number, at: number, values: readonly number[]): DetectorOutput {
  const data = new Float32Array(places * numbers);
  data.set(values, at * numbers);
  return { name, dims: [1, places, numbers], data };
}

/** The only one that is likely, rounded. */
function likely(candidates: readonly Candidate[]): Candidate | undefined {
  const [one, ...others] = candidates.filter(({ score }) => score > 0.5);
  expect(others).toEqual([]);
  return one;
}

const FIVE = [-1, -1, 1, -1, 0, 0, -1, 1, 1, 1];

describe('what a detector says becomes boxes in pixels of its input', () => {
  it('of an ultraface network: fractions of the picture, the second score being that of a face', () => {
    const outputs = [output('scores', 3, 2, 1, [0.1, 0.9]), output('boxes', 3, 4, 1, [0.25, 0.5, 0.75, 1])];
    const found = likely(decodeUltraface(outputs, INPUT));
    expect(found?.box).toEqual([16, 32, 48, 64]);
    expect(found?.points).toBeUndefined();
  });

  it('of an SCRFD network: distances from the anchor and five points in strides, whatever its outputs are called', () => {
    // Stride 16: 4 x 4 places of two anchors; the second anchor of the place in column 2 of row 1.
    const at = (1 * 4 + 2) * 2 + 1;
    const none = (places: number) =>
      [0, 1, 4, 10].slice(1).map((numbers, index) => output(`${index}`, places, numbers, 0, []));
    const outputs = [
      ...none(128),
      ...[output('a', 32, 1, at, [0.8]), output('b', 32, 4, at, [1, 1, 1, 0.5]), output('c', 32, 10, at, FIVE)],
      ...none(8),
    ];
    const found = likely(decodeScrfd(outputs, INPUT));
    expect(found?.box).toEqual([16, 0, 48, 24]);
    expect(found?.points?.[1]).toEqual([48, 0]);
  });

  it('of a YuNet network: the middle, the logarithm of the sides, and how sure it is of class and object together', () => {
    const at = 1 * 4 + 2;
    const level = (stride: number, places: number, values?: { [part: string]: readonly number[] }) =>
      Object.entries({ cls: 1, obj: 1, bbox: 4, kps: 10 }).map(([part, numbers]) =>
        output(`${part}_${stride}`, places, numbers, values ? at : 0, values?.[part] ?? []),
      );
    const said = { cls: [0.81], obj: [1.2], bbox: [0.5, 0.5, Math.log(2), 0], kps: FIVE };
    const found = likely(decodeYunet([...level(8, 64), ...level(16, 16, said), ...level(32, 4)], INPUT));
    expect(found?.score).toBeCloseTo(0.9);
    expect(found?.box.map(Math.round)).toEqual([24, 16, 56, 32]);
    expect(found?.points?.[4]).toEqual([48, 32]);
  });
});

describe('of candidates that overlap', () => {
  it('the most likely one is kept, and those that only touch are', () => {
    const at = (score: number, left: number): Candidate => ({ score, box: [left, 0, left + 10, 10] });
    expect(withoutOverlaps([at(0.7, 0), at(0.9, 2), at(0.8, 11)], 0.4).map(({ score }) => score)).toEqual([0.9, 0.8]);
    expect(overlapOf([0, 0, 10, 10], [5, 0, 15, 10])).toBeCloseTo(1 / 3);
    expect(overlapOf([0, 0, 0, 0], [0, 0, 0, 0])).toBe(0);
  });
});

it('of more candidates than may be held against each other the surest are', () => {
  const found = [0.2, 0.9, 0.5].map((score) => ({ score }));
  expect(surest(found, 2)).toEqual([{ score: 0.9 }, { score: 0.5 }]);
});
