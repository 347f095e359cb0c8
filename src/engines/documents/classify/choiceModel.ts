/**
 * What is known of a candidate before it is known to be right. The units are those of the evidence; `words` is the logarithm
 * of odds.
 */
export interface TypeSignals {
  hints: number;
  /** The weightiest of its hints; beyond 1 it stands alone, as a title does. */
  title: number;
  /** The share of its hints that are on the page, 0 to 1. */
  coverage: number;
  fields: number;
  machine: number;
  layout: number;
  /** Undefined where nothing was learnt of its kind. */
  words: number | undefined;
  /** How far that is behind what the words say at most of any kind, whether a candidate is of it or not: 0 or less. */
  behind: number;
}

/** The weights of the signals in the utility of a candidate, in the order of `signalsInOrder`, and the utility of `unknown`. */
export interface ChoiceModel {
  weights: readonly number[];
  unknown: number;
}

/** Hints beyond this say no more. */
const MOST_HINTS = 5;

/** The signals of a candidate as numbers. A type of whose kind nothing was learnt has weights of its own for what it does say. */
export function signalsInOrder({
  hints,
  title,
  coverage,
  fields,
  machine,
  layout,
  words,
  behind,
}: TypeSignals): number[] {
  const most = Math.min(hints, MOST_HINTS);
  return words === undefined
    ? [0, 0, 0, 0, machine, layout, 0, 0, 1, most, title, coverage, fields, behind]
    : [most, title, coverage, fields, machine, layout, words, behind, 0, 0, 0, 0, 0, 0];
}

/** How much speaks for a candidate: a logarithm of odds up to a constant. */
export const utilityOf = ({ weights }: ChoiceModel, signals: TypeSignals): number =>
  signalsInOrder(signals).reduce((sum, value, i) => sum + value * weights[i]!, 0);

/** So many candidates share what is likely; a tenant with hundreds of types must not make each page doubtful. */
const CONTENDERS = 8;

/**
 * How likely each candidate is right, and that none is: a conditional logit (McFadden, 1974) over the best candidates.
 *
 * @param utilities best first
 * @returns likelihoods in the same order, 0 for those without a chance, and that of none of them
 */
export function likelihoods(
  { unknown }: ChoiceModel,
  utilities: readonly number[],
): { ofTypes: number[]; unknown: number } {
  const best = Math.max(unknown, utilities[0] ?? unknown);
  const shares = utilities.map((utility, i) => (i < CONTENDERS ? Math.exp(utility - best) : 0));
  const ofUnknown = Math.exp(unknown - best);
  const all = shares.reduce((sum, share) => sum + share, ofUnknown);
  return { ofTypes: shares.map((share) => share / all), unknown: ofUnknown / all };
}
