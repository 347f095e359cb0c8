import { describe, expect, it } from 'vitest';
import { fitLine } from '../../soak/line.js';
import { judgeGrowth, type Sample } from '../../soak/judgeGrowth.js';

const MIB = 1024 ** 2;
/** Noise that is the same every time, of 1 at most to either side. */
const noise = (n: number): number => Math.sin(n * 12.9898 + 1);
const samplesOf = (of: (n: number) => Partial<Sample> = () => ({}), count = 120): Sample[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ resident: (300 + 20 * noise(n)) * MIB, heap: (80 + (n % 5) * 8) * MIB, external: (20 + (n % 7)) * MIB },
    ...{
      openFiles: 60 + (n % 5),
      resources: 90 + (n % 9),
      threads: 20,
      connections: 24 + (n % 3),
      events: n * 10,
      requests: n * 100,
    },
    ...{ engineResident: (500 + 60 * noise(n)) * MIB, engineProcesses: 1 },
    ...of(n),
  }));

describe('a line through points', () => {
  it('is theirs where they lie on one, for sure', () => {
    const { rise, error } = fitLine([1, 3, 5, 7]);
    expect([rise, error]).toEqual([expect.closeTo(6), expect.closeTo(0)]);
  });

  it('has the error of least squares', () => {
    // By hand: the slope is 0.8, what is off it 1.8; 1.8 / 2 / 5 is the square of the error of the slope.
    const { rise, error } = fitLine([1, 2, 4, 3]);
    expect([rise, error]).toEqual([expect.closeTo(3 * 0.8), expect.closeTo(3 * Math.sqrt(1.8 / 2 / 5))]);
  });
});

describe('the growth of a service under load', () => {
  it('is none where it warms up and then holds what it holds', () => {
    expect(judgeGrowth(samplesOf())).toEqual([]);
    const warmsUp = samplesOf((n) => ({ resident: (100 + 300 * Math.min(1, n / 25)) * MIB }));
    expect(judgeGrowth(warmsUp)).toEqual([]);
  });

  it.each([
    ['resident memory', (n: number) => ({ resident: (300 + 2 * n + 20 * noise(n)) * MIB })],
    ['the heap', (n: number) => ({ heap: (80 + (n % 5) * 8 + n / 2) * MIB })],
    ['buffers', (n: number) => ({ external: (20 + (n % 7) + n / 3) * MIB })],
    ['memory of the engine', (n: number) => ({ engineResident: (400 + 3 * n + 60 * noise(n)) * MIB })],
    ['open files', (n: number) => ({ openFiles: 60 + n / 4 })],
    ['timers', (n: number) => ({ resources: 90 + n })],
    ['threads', (n: number) => ({ threads: 20 + Math.floor(n / 12) })],
    ['connections', (n: number) => ({ connections: 24 + Math.floor(n / 8) })],
  ])('is found: of %s', (name, of) => {
    expect(judgeGrowth(samplesOf(of))).toMatchObject([expect.stringContaining(name)]);
  });

  it('is none of the engine where one of its processes is replaced now and then', () => {
    const replaced = samplesOf((n) => (n % 30 === 0 ? { engineResident: 90 * MIB } : {}));
    expect(judgeGrowth(replaced)).toEqual([]);
  });

  it('is none of open files where many are for a moment, and one of them is of two samples', () => {
    const looksThrough = (files: (n: number) => number): Sample[] =>
      samplesOf((n) => ({ openFiles: files(n) + (n % 11 === 0 ? 80 : 0) }), 36);
    expect(judgeGrowth(looksThrough(() => 80))).toEqual([]);
    expect(judgeGrowth(looksThrough((n) => 80 + n))).toMatchObject([expect.stringMatching(/open files grew/)]);
  });

  it('is explained by no number of requests or events: a process keeps none of them', () => {
    const many = samplesOf((n) => ({ heap: (80 + n) * MIB, events: n * 1_000_000, requests: n * 1_000_000 }));
    expect(judgeGrowth(many)).toMatchObject([expect.stringMatching(/heap.* over 89000000 requests/)]);
  });

  it('is not seen in what is unsteady, and that is said', () => {
    const unsteady = samplesOf((n) => ({ resident: (n % 40 < 20 ? 300 : 900) * MIB }));
    expect(judgeGrowth(unsteady)).toMatchObject([expect.stringMatching(/resident memory is so unsteady/)]);
  });

  it('is not known where there are too few samples', () => {
    expect(judgeGrowth(samplesOf(undefined, 24))).toEqual(['it was too short to say anything']);
  });
});
