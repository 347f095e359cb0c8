import {
  likelihoods,
  signalsInOrder,
  utilityOf,
  type ChoiceModel,
  type TypeSignals,
} from '../../src/engines/documents/classify/choiceModel.js';

/** A page with its candidates: what is known of each, and which are right; where none is, `unknown` is. */
export interface ChoiceSample {
  candidates: readonly { signals: TypeSignals; right: boolean }[];
}

const STEPS = 400;
const RATE = 0.05;
/** Adam's own (Kingma & Ba, 2015). */
const MOMENTS = [0.9, 0.999] as const;
/** Pulls weights towards zero, as if that many pages said so. */
const RIDGE = 1;

/** Fits the weights of the signals: a conditional logit over the candidates of each page and `unknown`, by Adam. */
export function fitChoice(samples: readonly ChoiceSample[]): ChoiceModel {
  const pages = samples.map(({ candidates }) => candidates.map(({ signals, right }) => ({ values: signalsInOrder(signals), right }))); // prettier-ignore
  const size = pages[0]?.[0]?.values.length ?? 0;
  // The last parameter is the utility of `unknown`.
  const parameters = new Float64Array(size + 1);
  const mean = new Float64Array(size + 1);
  const spread = new Float64Array(size + 1);
  for (let step = 1; step <= STEPS; step++) {
    const slopes = slopesOf(pages, parameters);
    for (let i = 0; i <= size; i++) {
      const slope = (slopes[i]! + RIDGE * parameters[i]!) / pages.length;
      mean[i] = MOMENTS[0] * mean[i]! + (1 - MOMENTS[0]) * slope;
      spread[i] = MOMENTS[1] * spread[i]! + (1 - MOMENTS[1]) * slope * slope;
      const corrected = mean[i]! / (1 - MOMENTS[0] ** step);
      parameters[i]! -= (RATE * corrected) / (Math.sqrt(spread[i]! / (1 - MOMENTS[1] ** step)) + 1e-8);
    }
  }
  const rounded = [...parameters].map((parameter) => Math.round(parameter * 1000) / 1000);
  return { weights: rounded.slice(0, size), unknown: rounded[size]! };
}

/** Temperatures that are tried. */
const TEMPERATURES = Array.from({ length: 31 }, (_, i) => 1 + i * 0.05);

/**
 * The same choices, as sure of themselves as they may be on these pages: all weights divided by the temperature at which what is
 * right is likeliest (C. Guo and others, "On Calibration of Modern Neural Networks", ICML 2017). For words that are all known,
 * after a fit on pages of which some words were not.
 */
export function tempered(choice: ChoiceModel, samples: readonly ChoiceSample[]): ChoiceModel {
  const pages = samples.map(({ candidates }) =>
    candidates
      .map(({ signals, right }) => ({ utility: utilityOf(choice, signals), right }))
      .sort((a, b) => b.utility - a.utility),
  );
  const surprise = (temperature: number): number =>
    pages.reduce((sum, page) => {
      const at = likelihoods({ ...choice, unknown: choice.unknown / temperature }, page.map(({ utility }) => utility / temperature)); // prettier-ignore
      const isTyped = page.some(({ right }) => right);
      const likely = isTyped ? page.reduce((all, { right }, i) => all + (right ? at.ofTypes[i]! : 0), 0) : at.unknown;
      return sum - Math.log(Math.max(likely, LEAST_LIKELY));
    }, 0);
  const [best = 1] = [...TEMPERATURES].sort((a, b) => surprise(a) - surprise(b));
  const cooled = (parameter: number): number => Math.round((parameter / best) * 1000) / 1000;
  return { weights: choice.weights.map(cooled), unknown: cooled(choice.unknown) };
}

/** A page that is told wrong and surely counts as much as this at most. */
const LEAST_LIKELY = 1e-4;

/** Slopes of the negative logarithm of how likely what is right is. */
function slopesOf(
  pages: readonly (readonly { values: readonly number[]; right: boolean }[])[],
  parameters: Float64Array,
): Float64Array {
  const size = parameters.length - 1;
  const slopes = new Float64Array(size + 1);
  for (const page of pages) {
    const utilities = page.map(({ values }) => values.reduce((sum, value, i) => sum + value * parameters[i]!, 0));
    const most = Math.max(parameters[size]!, ...utilities);
    const shares = utilities.map((utility) => Math.exp(utility - most));
    const unknown = Math.exp(parameters[size]! - most);
    const all = shares.reduce((sum, share) => sum + share, unknown);
    const ofRight = page.reduce((sum, { right }, t) => sum + (right ? shares[t]! : 0), 0);
    page.forEach(({ values, right }, t) => {
      const slope = shares[t]! / all - (right ? shares[t]! / ofRight : 0);
      if (slope !== 0) values.forEach((value, i) => (slopes[i]! += slope * value));
    });
    slopes[size]! += unknown / all - (ofRight === 0 ? 1 : 0);
  }
  return slopes;
}
