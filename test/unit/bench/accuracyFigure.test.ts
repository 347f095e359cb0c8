import { describe, expect, it } from 'vitest';
import { bootstrapped, share } from '../../../bench/accuracy/accuracyFigure.js';
import { losses, type Measurement } from '../../../bench/accuracy/compare.js';
import { isHeldOut } from '../../../bench/accuracy/heldOut.js';
import { calibrationError } from '../../../bench/accuracy/reliability.js';

const answers = (right: number, of: number): boolean[] => Array.from({ length: of }, (_, i) => i < right);

describe('a share', () => {
  it("has Wilson's interval, which stays within 0 and 1 and is no point where all are right", () => {
    const most = share('some', answers(8, 10));
    expect([most.value, most.count]).toEqual([0.8, 10]);
    expect(most.low).toBeCloseTo(0.49, 2);
    expect(most.high).toBeCloseTo(0.943, 3);
    const all = share('all', answers(10, 10));
    expect(all.low).toBeCloseTo(0.722, 3);
    expect(all.high).toBe(1);
  });

  it('of nothing may be anything', () => {
    expect(share('none', [])).toEqual({ name: 'none', value: 0, low: 0, high: 1, count: 0 });
  });
});

describe('a figure that is no share', () => {
  const mean = (some: readonly { value: number }[]): number =>
    some.reduce((sum, { value }) => sum + value, 0) / some.length;
  const answersOf = (documents: number, each: number) =>
    Array.from({ length: documents * each }, (_, i) => ({ file: `file ${i % documents}`, value: i % documents < 3 ? 0 : 1 })); // prettier-ignore

  it('is as sure as it has documents, however many answers each of them gives', () => {
    const widthOf = (documents: number, each: number): number => {
      const { low, high } = bootstrapped('mean', answersOf(documents, each), mean);
      return high - low;
    };
    expect(widthOf(10, 8)).toBeCloseTo(widthOf(10, 1), 9);
    expect(widthOf(10, 8)).toBeGreaterThan(0.4);
  });

  it('has the same interval each time', () => {
    expect(bootstrapped('mean', answersOf(9, 2), mean)).toEqual(bootstrapped('mean', answersOf(9, 2), mean));
  });
});

describe('the calibration error', () => {
  it('is what confidences are too high or too low by, and nothing where they are right', () => {
    const judged = (confidence: number, right: number, of: number) =>
      answers(right, of).map((isRight) => ({ confidence, right: isRight }));
    expect(calibrationError(judged(0.9, 9, 10))).toBeCloseTo(0);
    expect(calibrationError([...judged(0.9, 7, 10), ...judged(0.4, 6, 10)])).toBeCloseTo(0.2);
  });
});

describe('two runs', () => {
  const run = (value: number, better?: 'lower'): Measurement => ({
    measured_at: '2026-01-01T00:00:00.000Z',
    figures: [{ name: 'f', value, low: value - 0.1, high: value + 0.1, count: 20, ...(better && { better }) }],
    held_out: [],
  });

  it('differ by a loss where a figure is outside of its interval on the wrong side, and only there', () => {
    expect(losses(run(0.8), run(0.75))).toEqual([]);
    expect(losses(run(0.8), run(0.95))).toEqual([]);
    expect(losses(run(0.8), run(0.65))).toEqual([
      '“f” was 0.800 of 20 and is 0.650 of 20, outside of what it was between (0.700 to 0.900).',
    ]);
    expect(losses(run(0.2, 'lower'), run(0.35, 'lower'))).toHaveLength(1);
    expect(losses(run(0.2, 'lower'), run(0.05, 'lower'))).toEqual([]);
  });

  it('are bad where a figure is less than is promised of it, whatever it was before', () => {
    const promised = (value: number): Measurement => {
      const { figures, ...rest } = run(value);
      return { ...rest, figures: figures.map((figure) => ({ ...figure, least: 0.95 })) };
    };
    expect(losses(promised(0.96), promised(0.95))).toEqual([]);
    expect(losses(promised(0.94), promised(0.94))).toEqual(['“f” is 0.940 of 20, and 0.95 is promised.']);
  });

  it('differ by a loss where a figure is no longer measured, on held-out documents too', () => {
    const before: Measurement = { ...run(0.8), held_out: run(0.8).figures };
    expect(losses(before, { ...before, held_out: [] })).toEqual(['“f” on held-out documents is no longer measured.']);
  });
});

it('files are held out by their name alone, about a third of them', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `page ${i}.png`);
  const held = names.filter(isHeldOut).length;
  expect(held).toBeGreaterThan(270);
  expect(held).toBeLessThan(355);
  // printf %s 'page 3.png' | sha256sum: 4591…; 'page 0.png': 7b51…
  expect([isHeldOut('page 3.png'), isHeldOut('page 0.png')]).toEqual([true, false]);
});
