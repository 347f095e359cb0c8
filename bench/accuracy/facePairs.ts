import { createRandom } from '../../specimens/random.js';
import type { AccuracyFigure } from './accuracyFigure.js';

/** A photo of a person; without an embedding where no face was found. */
export interface FacePhoto {
  person: string;
  embedding?: Float32Array;
}

/** Two photos: how alike they are, whether they are of one person, and of whom. */
interface Pair {
  similarity: number;
  isGenuine: boolean;
  people: readonly [one: number, other: number];
}

/** How often people are drawn anew for an interval. */
const RESAMPLES = 100;

/** Shares of pairs of different people that may be taken for one. */
const RATES = [0.01, 0.001];

/** What is measured of a set of networks, each with the interval of a bootstrap over people: photos of one person go right or wrong together. */
export function rateFaces(
  photos: readonly FacePhoto[],
  alike: (one: Float32Array, other: Float32Array) => number,
  thresholds: readonly number[],
): AccuracyFigure[] {
  const names = [...new Set(photos.map(({ person }) => person))];
  const pairs = pairsOf(photos, names, alike);
  const genuine = pairs.filter(({ isGenuine }) => isGenuine).length;
  const measures: Measure[] = [
    { name: 'AUC', of: areaUnder, count: pairs.length },
    { name: 'EER', of: equalError, count: pairs.length, better: 'lower' },
    ...RATES.map((far): Measure => ({ name: `TAR at FAR ${far * 100} %`, of: trueAt(far), count: genuine })),
    ...thresholds.flatMap((threshold): Measure[] => [
      { name: `TAR at ${threshold}`, of: shareAbove(threshold, true), count: genuine },
      {
        ...{ name: `FAR at ${threshold}`, of: shareAbove(threshold, false), count: pairs.length - genuine },
        better: 'lower',
      },
    ]),
  ];
  const draws = drawPeople(names.length).map((times) => weightsOf(pairs, times));
  const once = weightsOf(
    pairs,
    names.map(() => 1),
  );
  return measures.map(({ of, ...measure }) => {
    const drawn = draws.map((weights) => of(pairs, weights)).sort((a, b) => a - b);
    const quantile = (at: number): number => drawn[Math.round(at * (drawn.length - 1))]!;
    return { ...measure, value: of(pairs, once), low: quantile(0.025), high: quantile(0.975) };
  });
}

/** A figure, and how it is made of pairs of which each counts as often as its weight says. */
interface Measure extends Pick<AccuracyFigure, 'name' | 'count' | 'better'> {
  of: (pairs: readonly Pair[], weights: Float64Array) => number;
}

const weightsOf = (pairs: readonly Pair[], times: readonly number[]): Float64Array =>
  Float64Array.from(pairs, ({ people: [one, other] }) => times[one]! * times[other]!);

/** Every two photos, the most alike first. A face that was not found is like nobody's: it counts as a match that was missed. */
function pairsOf(
  photos: readonly FacePhoto[],
  names: readonly string[],
  alike: (one: Float32Array, other: Float32Array) => number,
): Pair[] {
  const numbers = new Map(names.map((name, number) => [name, number]));
  const pairs = photos.flatMap((one, at) =>
    photos.slice(at + 1).map((other): Pair => {
      const similarity = one.embedding && other.embedding ? alike(one.embedding, other.embedding) : -1;
      const people = [numbers.get(one.person)!, numbers.get(other.person)!] as const;
      return { similarity, isGenuine: one.person === other.person, people };
    }),
  );
  return pairs.sort((a, b) => b.similarity - a.similarity);
}

/** How often each of so many people is drawn, each time anew but the same in every run. */
function drawPeople(count: number): number[][] {
  const random = createRandom(count);
  const everybody = Array.from({ length: count }, (_, number) => number);
  return Array.from({ length: RESAMPLES }, () => {
    const times = everybody.map(() => 0);
    for (let drawn = 0; drawn < count; drawn++) times[random.pick(everybody)]! += 1;
    return times;
  });
}

/** Weights of the pairs of one kind, all together. */
const totalOf = (pairs: readonly Pair[], weights: Float64Array, isGenuine: boolean): number =>
  pairs.reduce((sum, pair, at) => (pair.isGenuine === isGenuine ? sum + weights[at]! : sum), 0);

/** The probability that two photos of one person are more alike than two of different people. */
const areaUnder: Measure['of'] = (pairs, weights) => {
  let [genuine, area] = [0, 0];
  for (const [at, { isGenuine }] of pairs.entries()) {
    if (isGenuine) genuine += weights[at]!;
    else area += genuine * weights[at]!;
  }
  return area / (totalOf(pairs, weights, true) * totalOf(pairs, weights, false));
};

/** Where as many of one person are missed as of different people are taken for one. */
const equalError: Measure['of'] = (pairs, weights) => {
  const [genuine, impostor] = [totalOf(pairs, weights, true), totalOf(pairs, weights, false)];
  let [right, wrong] = [0, 0];
  for (const [at, { isGenuine }] of pairs.entries()) {
    if (isGenuine) right += weights[at]!;
    else wrong += weights[at]!;
    if (wrong / impostor >= 1 - right / genuine) return wrong / impostor;
  }
  return 1;
};

/** The share of pairs of one person that are told where so many of different people are taken for one. */
const trueAt =
  (far: number): Measure['of'] =>
  (pairs, weights) => {
    const most = far * totalOf(pairs, weights, false);
    let [right, wrong] = [0, 0];
    for (const [at, { isGenuine }] of pairs.entries()) {
      if (isGenuine) right += weights[at]!;
      else wrong += weights[at]!;
      if (wrong > most) break;
    }
    return right / totalOf(pairs, weights, true);
  };

const shareAbove =
  (threshold: number, isGenuine: boolean): Measure['of'] =>
  (pairs, weights) => {
    const above = pairs.findIndex(({ similarity }) => similarity < threshold);
    const told = above === -1 ? pairs : pairs.slice(0, above);
    return totalOf(told, weights, isGenuine) / totalOf(pairs, weights, isGenuine);
  };
