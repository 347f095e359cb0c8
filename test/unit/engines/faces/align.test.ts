import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutChip, inputOf, mirrored } from '../../../../src/engines/faces/align/chip.js';
import {
  applyTo,
  distance,
  fitSimilarity,
  type Point,
} from '../../../../src/engines/faces/align/similarityTransform.js';
import { MIRRORED_NUMBERS } from '../../../../src/engines/faces/align/sixtyEight.js';
import { squareAround } from '../../../../src/engines/faces/align/squareAround.js';

const POINTS: Point[] = [
  [38, 52],
  [74, 52],
  [56, 72],
  [42, 92],
  [71, 92],
];

describe('a face is aligned', () => {
  it('by the turn, scale and move that brings its points to their places, whatever they are', () => {
    const coefficient = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(coefficient, coefficient, coefficient, coefficient, (a, b, dx, dy) => {
        const there = POINTS.map((point) => applyTo({ a, b, dx, dy }, point));
        const fitted = fitSimilarity(POINTS, there);
        for (const [at, point] of POINTS.entries())
          expect(distance(applyTo(fitted, point), there[at]!)).toBeLessThan(1e-6);
      }),
    );
  });

  it('in a square that lies around its middle, turned as it is', () => {
    const place = squareAround([100, 50], 40, Math.PI / 2, 20);
    expect(applyTo(place, [10, 10]).map(Math.round)).toEqual([100, 50]);
    expect(applyTo(place, [0, 0]).map(Math.round)).toEqual([120, 30]);
  });

  it('so that each pixel of a chip is the mean of its samples, each interpolated between four, also beyond the edge of the picture', () => {
    const [width, height] = [24, 20];
    const raster = { width, height, data: Uint8Array.from({ length: 3 * width * height }, (_, at) => (at * 89) % 251) };
    const shown = (x: number, y: number, channel: number): number =>
      x < 0 || y < 0 || x >= width || y >= height ? 127 : raster.data[(y * width + x) * 3 + channel]!;
    const interpolated = ([px, py]: Point, channel: number): number => {
      const [x, y] = [Math.floor(px - 0.5), Math.floor(py - 0.5)];
      const [right, below] = [px - 0.5 - x, py - 0.5 - y];
      const row = (at: number) => (1 - right) * shown(x, at, channel) + right * shown(x + 1, at, channel);
      return (1 - below) * row(y) + below * row(y + 1);
    };
    for (const [scale, samples] of [
      [0.7, 1],
      [1.8, 2],
      [3, 3],
    ] as const) {
      const place = { a: scale * Math.cos(0.3), b: scale * Math.sin(0.3), dx: 4, dy: 2 };
      const { planes } = cutChip(raster, place, { width: 6, height: 5 });
      for (const [at, value] of planes.entries()) {
        const [channel, y, x] = [Math.floor(at / 30), Math.floor((at % 30) / 6), at % 6];
        const spread = Array.from({ length: samples ** 2 }, (_, n): Point => [
          x + ((n % samples) + 0.5) / samples,
          y + (Math.floor(n / samples) + 0.5) / samples,
        ]);
        const sum = spread.reduce((all, point) => all + interpolated(applyTo(place, point), channel), 0);
        expect(value).toBeCloseTo(sum / samples ** 2, 3);
      }
    }
  });

  it('so that a chip of its own size is the picture itself, in the order of channels that the network wants', () => {
    const raster = { width: 2, height: 1, data: Uint8Array.from([10, 20, 30, 40, 50, 60]) };
    const chip = cutChip(raster, { a: 1, b: 0, dx: 0, dy: 0 }, { width: 2, height: 1 });
    expect([...chip.planes]).toEqual([10, 40, 20, 50, 30, 60]);
    expect([...mirrored(chip).planes]).toEqual([40, 10, 50, 20, 60, 30]);
    const input = inputOf(chip, { channels: 'bgr', mean: [0, 0, 10], std: [1, 1, 10] });
    expect([...(input.data as Float32Array)]).toEqual([30, 60, 20, 50, 0, 3]);
  });
});

it('the points of a mirrored face are those of the face, each once, and twice mirrored they are as before', () => {
  expect([...MIRRORED_NUMBERS].sort((a, b) => a - b)).toEqual(Array.from({ length: 68 }, (_, number) => number));
  expect(MIRRORED_NUMBERS.map((number) => MIRRORED_NUMBERS[number])).toEqual(MIRRORED_NUMBERS.map((_, at) => at));
  expect([36, 39, 48, 30].map((number) => MIRRORED_NUMBERS[number])).toEqual([45, 42, 54, 30]);
});
