import { worthOfFeatures, type LearntKinds } from '../../src/engines/documents/classify/learntKinds.js';
import type { Random } from '../../specimens/random.js';

/** A page by the names of its features, and its kind. */
export interface WordSample {
  kind: string;
  features: readonly string[];
}

/** What occurs on fewer pages is no word of a kind but of a page; pairs of words also meet by chance. */
const FEWEST_PAGES = { word: 3, pair: 4 };
const EPOCHS = 6;
const RATE = 1.2;
/** What the squares of the slopes begin at: with next to nothing, the first slope of each feature would move it as far as any. */
const START = 0.01;
/** What would change a weight by less is passed over: most pages are of most kinds surely not. */
const LEAST_SLOPE = 4e-3;
/** Keeps weights small: so much of each is lost in an epoch. */
const DECAY = 0.02;
/** Weights that are less are left out of the shipped data. */
const LEAST_WEIGHT = 0.6;
/** Weights are kept in tenths. */
const UNIT = 0.1;

/**
 * Fits a multinomial logistic regression over the features of pages, by AdaGrad (Duchi, Hazan & Singer, 2011), one page at a
 * time. A page of n known features counts each as 1/√n.
 *
 * @param kinds the first is that of pages of no kind
 * @returns rounded weights, as they are shipped
 */
export function trainWords(samples: readonly WordSample[], kinds: readonly string[], random: Random): LearntKinds {
  const counts = countPages(samples);
  const index = indexFeatures(counts);
  const rarity = Float32Array.from([...index.keys()], (feature) => rarityOf(counts.get(feature)!, samples.length));
  const pages = samples.map(({ kind, features }): Page => {
    const known = features.filter((feature) => index.has(feature));
    return {
      kind: kinds.indexOf(kind),
      known: Int32Array.from(known, (feature) => index.get(feature)!),
      worth: Float32Array.from(worthOfFeatures(known), (worth, i) => worth * rarity[index.get(known[i]!)!]!),
    };
  });
  const size = kinds.length;
  const weights = new Float32Array(index.size * size);
  const squares = new Float32Array(index.size * size).fill(START);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const page of random.some(pages, pages.length)) step(page, size, weights, squares);
    for (let i = 0; i < weights.length; i++) weights[i]! *= 1 - DECAY;
  }
  for (let i = 0; i < weights.length; i++) weights[i]! *= rarity[Math.floor(i / size)]!;
  return { kinds, weights: roundedWeights(index, size, weights) };
}

/**
 * How much a feature of so many of all pages counts: the logarithm of its inverse frequency (K. Spärck Jones, 1972), 1 for one of
 * a hundred pages. What stands on all pages tells little of any, and what stands on few is seen too seldom to be learnt otherwise.
 */
const rarityOf = (pages: number, of: number): number => Math.log(of / pages) / Math.log(100);

function countPages(samples: readonly WordSample[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of samples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  return counts;
}

function indexFeatures(counts: ReadonlyMap<string, number>): Map<string, number> {
  const known = [...counts]
    .filter(([feature, count]) => count >= (feature.includes(' ') ? FEWEST_PAGES.pair : FEWEST_PAGES.word))
    .map(([feature]) => feature);
  return new Map(known.sort().map((feature, i) => [feature, i]));
}

/** The features of a page by their index, how much each counts, and the index of its kind. */
interface Page {
  kind: number;
  known: Int32Array;
  worth: Float32Array;
}

function step({ kind, known, worth }: Page, size: number, weights: Float32Array, squares: Float32Array): void {
  const scores = new Float64Array(size);
  known.forEach((feature, i) => {
    for (let k = 0; k < size; k++) scores[k]! += worth[i]! * weights[feature * size + k]!;
  });
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share, 0);
  for (let k = 0; k < size; k++) {
    const slope = shares[k]! / all - (k === kind ? 1 : 0);
    if (Math.abs(slope) < LEAST_SLOPE) continue;
    known.forEach((feature, i) => {
      const at = feature * size + k;
      const own = slope * worth[i]!;
      squares[at]! += own * own;
      weights[at]! -= (RATE * own) / Math.sqrt(squares[at]!);
    });
  }
}

function roundedWeights(
  index: ReadonlyMap<string, number>,
  size: number,
  weights: Float32Array,
): Map<string, number[]> {
  const rounded = new Map<string, number[]>();
  for (const [feature, at] of index) {
    const own = weights.subarray(at * size, (at + 1) * size);
    // What is added to all kinds alike changes nothing: most rows speak for a few kinds and alike against all others.
    const usual = [...own].sort((a, b) => a - b)[size >> 1]!;
    const row: number[] = [];
    for (let k = 0; k < size; k++) {
      const weight = own[k]! - usual;
      if (Math.abs(weight) >= LEAST_WEIGHT) row.push(k, Math.round(weight / UNIT) * UNIT);
    }
    if (row.length > 0) rounded.set(feature, row);
  }
  return rounded;
}

/** The weights as the engine reads them (`parseLearnt`). */
export const printLearnt = ({ kinds, weights }: LearntKinds): string =>
  [
    kinds.join('\t'),
    ...[...weights].map(([feature, row]) =>
      [feature, ...row.map((number, i) => (i % 2 === 0 ? number : Math.round(number / UNIT)))].join('\t'),
    ),
    '',
  ].join('\n');
