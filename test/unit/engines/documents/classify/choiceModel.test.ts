import { describe, expect, it } from 'vitest';
import { likelihoods, utilityOf, type TypeSignals } from '../../../../../src/engines/documents/classify/choiceModel.js';
import { shippedClassifier } from '../../../../../src/engines/documents/classify/learntClassifier.js';

const { choice } = shippedClassifier();
const NOTHING: TypeSignals = {
  hints: 0,
  title: 0,
  coverage: 0,
  fields: 0,
  machine: 0,
  layout: 0,
  words: undefined,
  behind: 0,
};

describe('how likely a type is', () => {
  it('is shared among all candidates and none of them', () => {
    const { ofTypes, unknown } = likelihoods(choice, [3, 1, -2]);
    expect(ofTypes.reduce((sum, one) => sum + one, unknown)).toBeCloseTo(1);
    expect(ofTypes).toEqual([...ofTypes].sort((a, b) => b - a));
  });

  it('is nothing where there is no candidate', () => {
    expect(likelihoods(choice, [])).toEqual({ ofTypes: [], unknown: 1 });
  });

  it('is hardly touched by hundreds of types of which nothing is on the page', () => {
    const good = utilityOf(choice, { ...NOTHING, hints: 3, coverage: 1 });
    const idle = utilityOf(choice, NOTHING);
    const alone = likelihoods(choice, [good]).ofTypes[0]!;
    const among = likelihoods(choice, [good, ...Array.from({ length: 500 }, () => idle)]).ofTypes[0]!;
    expect(alone - among).toBeLessThan(0.05);
  });

  it('grows more with one phrase that stands alone as a title does than with as much in several', () => {
    for (const words of [undefined, 0]) {
      const several = utilityOf(choice, { ...NOTHING, words, hints: 1.5, title: 0.6 });
      expect(utilityOf(choice, { ...NOTHING, words, hints: 1.5, title: 1.5 })).toBeGreaterThan(several + 0.5);
    }
  });

  it.each([['hints'], ['title'], ['fields'], ['machine']] as const)('grows with %s, learnt or not', (signal) => {
    for (const words of [undefined, 0]) {
      const before = utilityOf(choice, { ...NOTHING, words });
      expect(utilityOf(choice, { ...NOTHING, words, [signal]: 1 })).toBeGreaterThan(before);
    }
  });
});
