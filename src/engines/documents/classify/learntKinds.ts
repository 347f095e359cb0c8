import { LOOK } from './pageWords.js';

/** What was learnt of the words of kinds of documents: a multinomial logistic regression over the features of a page. */
export interface LearntKinds {
  /** Values of `describes.kind`; the first is `NO_KIND`. */
  kinds: readonly string[];
  /** Per feature, index and weight of the kinds it speaks for or against, one after the other. */
  weights: ReadonlyMap<string, readonly number[]>;
}

/** The class of pages that are of no kind: letters, menus, recipes, newspapers. */
export const NO_KIND = 'none';

/** Weights are kept in tenths. */
const UNIT = 0.1;
/**
 * Beyond these the words say no more: they are not as independent as the model takes them for, and that they are not those of a
 * kind says less than that they are.
 */
const LEAST = -4;
const MOST = 12;

/** Reads weights: a line of kinds, then a line for each feature with pairs of a kind's index and a weight in tenths, by tabs. */
export function parseLearnt(text: string): LearntKinds {
  const [head = '', ...lines] = text.split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  return {
    kinds: head.split('\t'),
    weights: new Map(
      rows.map(([feature = '', ...numbers]) => [feature, numbers.map((n, i) => (i % 2 === 0 ? +n : +n * UNIT))]),
    ),
  };
}

/**
 * How much more the words of a page speak for each kind than for none: the logarithm of the odds, from -4 to 12. Kinds that were
 * not learnt are absent.
 */
export function kindsByWords({ kinds, weights }: LearntKinds, features: Iterable<string>): Map<string, number> {
  const known = [...features].flatMap((feature) => {
    const row = weights.get(feature);
    return row ? [{ feature, row }] : [];
  });
  const worth = worthOfFeatures(known.map(({ feature }) => feature));
  const sums = kinds.map(() => 0);
  known.forEach(({ row }, at) => {
    for (let i = 0; i < row.length; i += 2) sums[row[i]!]! += row[i + 1]! * worth[at]!;
  });
  const odds = sums.map((sum) => Math.max(LEAST, Math.min(MOST, sum - sums[0]!)));
  return new Map(kinds.slice(1).map((kind, i) => [kind, odds[i + 1]!]));
}

/**
 * How much each feature of a page counts: words as one over the root of their number, or long pages would always be certain; what
 * the page looks like as much on any page. The same in fitting.
 */
export function worthOfFeatures(features: readonly string[]): number[] {
  const words = features.filter((feature) => !feature.startsWith(LOOK)).length;
  const ofWord = 1 / Math.sqrt(Math.max(1, words));
  return features.map((feature) => (feature.startsWith(LOOK) ? WORTH_OF_LOOK : ofWord));
}

/** As much as a word of a page of some fifty words. */
const WORTH_OF_LOOK = 0.15;
