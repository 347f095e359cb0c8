import type { Candidate } from './candidate.js';
import { candidate, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import { foldText } from '../text/fold.js';
import { labelledAmounts, type LabelledAmount } from './labelledAmounts.js';
import type { LabelHit } from './labels/findLabels.js';
import { fieldWords } from './labels/lexicon.js';
import type { Row } from './layout.js';

/** Weights of the signals, in the units of the score. Chosen on receipts; see `docs` for how they were measured. */
const WEIGHTS = {
  label: 0.6,
  /** The label says that everything is included, or that nothing comes after it. */
  finalWord: 0.12,
  decimals: 0.12,
  /** Where prices have decimals, a number without is a count. */
  noDecimalsAmongDecimals: -0.5,
  lowerOnPage: 0.12,
  repeated: 0.06,
  cashAgrees: 0.25,
  /** Subtotal, tax, service and rounding add up to it. */
  sumsAgree: 0.08,
  /** Totals printed again in the summary of taxes are totals of something else. */
  inTaxSummary: -0.3,
  zero: -0.5,
  /** Another amount within a few cents, printed later, is this one after rounding. */
  beforeRounding: -0.2,
  excluding: -0.45,
};

/** More parts than this, in every combination, agree with anything. */
const MOST_PARTS = 4;

const FINAL_WORDS = /incl|grand|payable|round|after|due|to pay|ttc|nett?\b/i;
const EXCLUDING_WORDS = /excl|exclu|before|without|w\/o|\bex\b|\bht\b|netto/i;
const TAX_SUMMARY = /(gst|tax|vat|tva|mwst|iva)\s*\.?\s*(summ?ary|analysis|code|breakdown)|\bsummary\b/i;
const NOT_PAID_FOR = /\b(total|qty|quantity|cash|change|item|tender)/i;
/** Without any label the largest amount is a guess, if a fair one. */
const LARGEST_AMOUNT = 0.3;
/** Cash is rounded to this in the countries that still round (five cents). */
const ROUNDING_STEP = 0.05;

/**
 * The candidates for what was to be paid, best first: amounts whose row is labelled as a total, weighed by what receipts and
 * invoices have in common (totals come late, recur, end in the rounded amount, and are cash less change).
 */
export function totalCandidates(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  const amounts = labelledAmounts(document);
  const page = factsOf(amounts, document.layout.rows);
  const strengths = amounts.map((labelled) => strengthAsTotal(labelled, plan.name));
  const asRounded = strengthsAsRounded(amounts, strengths);
  const candidates = amounts.flatMap((labelled, i) => {
    const { amount, row } = labelled;
    const label = Math.max(strengths[i]!, asRounded[i]!);
    const agrees = page.owed !== null && Math.abs(page.owed - amount.value) < 0.005;
    if (label === 0 && !(agrees && amount.hasDecimals)) return [];
    const { isFinal, excludes } = page.words.get(row)!;
    const score =
      WEIGHTS.label * label +
      (label > 0 && isFinal ? WEIGHTS.finalWord : 0) +
      (amount.hasDecimals ? WEIGHTS.decimals : page.hasDecimals ? WEIGHTS.noDecimalsAmongDecimals : 0) +
      (WEIGHTS.lowerOnPage * row.index) / page.lastRow +
      (page.times.get(amount.value)! > 1 ? WEIGHTS.repeated : 0) +
      (agrees ? WEIGHTS.cashAgrees : 0) +
      (label > 0 && page.sums.has(cents(amount.value)) ? WEIGHTS.sumsAgree : 0) +
      (page.summaryFrom >= 0 && row.index > page.summaryFrom ? WEIGHTS.inTaxSummary : 0) +
      (amount.value === 0 ? WEIGHTS.zero : 0) +
      (!isRound(amount.value) && page.rounded.has(stepsOf(amount.value)) ? WEIGHTS.beforeRounding : 0) +
      (excludes && !isFinal ? WEIGHTS.excluding : 0);
    return [scored(plan, labelled, label, score)];
  });
  return candidates.length > 0 ? candidates.sort((a, b) => b.score - a.score) : largestAmount(plan, amounts);
}

/** What all amounts of a document are weighed by. */
interface PageFacts {
  hasDecimals: boolean;
  lastRow: number;
  /** The row that begins a summary of taxes; -1 where none does. */
  summaryFrom: number;
  /** What was handed over less what was handed back. */
  owed: number | null;
  /** In cents. */
  sums: ReadonlySet<number>;
  /** How often each value is printed. */
  times: ReadonlyMap<number, number>;
  /** The amounts that are as cash is rounded, in steps of that. */
  rounded: ReadonlySet<number>;
  words: ReadonlyMap<Row, { isFinal: boolean; excludes: boolean }>;
}

function factsOf(amounts: readonly LabelledAmount[], rows: readonly Row[]): PageFacts {
  const times = new Map<number, number>();
  for (const { amount } of amounts) times.set(amount.value, (times.get(amount.value) ?? 0) + 1);
  const withAmounts = new Set(amounts.map(({ row }) => row));
  return {
    hasDecimals: amounts.some(({ amount }) => amount.hasDecimals),
    lastRow: Math.max(1, rows.length - 1),
    summaryFrom: rows.findIndex((row) => TAX_SUMMARY.test(row.text)),
    owed: cashLessChange(amounts),
    sums: new Set(sumsOfParts(amounts).map(cents)),
    times,
    rounded: new Set([...times.keys()].filter(isRound).map(stepsOf)),
    words: new Map(
      [...withAmounts].map((row) => [
        row,
        { isFinal: FINAL_WORDS.test(row.text), excludes: EXCLUDING_WORDS.test(row.text) },
      ]),
    ),
  };
}

/** How strongly the row of an amount says that it is the total; a label of something else (cash, tax) says no. */
function strengthAsTotal({ labels, segment, isLast }: LabelledAmount, field: string): number {
  const nearest = labels.at(-1);
  const own = labels.filter((hit) => hit.fields.includes(field) && !isNameOfOther(hit, field));
  if (own.length === 0) return 0;
  const strongest = Math.max(...own.map((hit) => hit.strength));
  const others = labels.filter((hit) => !hit.fields.includes(field) && hit.concept !== 'currency');
  const behindOther = nearest !== undefined && others.includes(nearest) && nearest.segment === segment;
  return strongest * (behindOther ? 0.5 : 1) * (others.length > 0 ? 0.7 : 1) * (isLast ? 1 : 0.6);
}

/** `Amount due` may be a total, unless the schema asks for an amount due. */
const isNameOfOther = ({ label, fields }: LabelHit, field: string): boolean =>
  fields.some((other) => other !== field && fieldWords(other) === foldText(label));

/** The amount that a total was rounded to, printed under it, is as much the total as that one. */
function strengthsAsRounded(amounts: readonly LabelledAmount[], strengths: readonly number[]): number[] {
  const above = new Map<number, number>();
  let ofRow: [steps: number, strength: number][] = [];
  return amounts.map(({ amount, row }, i) => {
    if (amounts[i - 1]?.row !== row) {
      for (const [steps, strength] of ofRow) above.set(steps, Math.max(strength, above.get(steps) ?? 0));
      ofRow = [];
    }
    const steps = stepsOf(amount.value);
    if (isRound(amount.value)) return above.get(steps) ?? 0;
    ofRow.push([steps, strengths[i]!]);
    return 0;
  });
}

/** What was handed over less what was handed back, when both are labelled. */
function cashLessChange(amounts: readonly LabelledAmount[]): number | null {
  const [cash] = valuesLabelled(amounts, ['cash']);
  const [change] = valuesLabelled(amounts, ['change']);
  if (cash === undefined || change === undefined) return null;
  return cash > Math.abs(change) ? cash - Math.abs(change) : null;
}

/** What subtotals come to with tax, service, rounding and discount added, in every combination. */
function sumsOfParts(amounts: readonly LabelledAmount[]): number[] {
  const parts = valuesLabelled(amounts, ['tax', 'service_charge', 'rounding']);
  const taken = valuesLabelled(amounts, ['discount']).map((value) => -Math.abs(value));
  let sums = [...new Set(valuesLabelled(amounts, ['subtotal']))];
  for (const part of [...new Set([...parts, ...taken])].filter((value) => value !== 0).slice(0, MOST_PARTS)) {
    sums = [...sums, ...sums.map((sum) => sum + part)];
  }
  return sums;
}

const valuesLabelled = (amounts: readonly LabelledAmount[], concepts: readonly string[]): number[] =>
  amounts
    .filter(({ amount, labels }) => amount.hasDecimals && concepts.includes(labels.at(-1)?.concept ?? ''))
    .map(({ amount }) => amount.value);

const cents = (value: number): number => Math.round(value * 100);

/** The nearest amount that cash is rounded to, in steps of rounding. */
const stepsOf = (value: number): number => Math.round(value / ROUNDING_STEP);

const isRound = (value: number): boolean => Math.abs(value / ROUNDING_STEP - stepsOf(value)) < 1e-6;

/** Where no row is labelled: the largest amount that is neither cash nor change. */
function largestAmount(plan: FieldPlan, amounts: readonly LabelledAmount[]): Candidate[] {
  const rows = new Set(amounts.map(({ row }) => row));
  for (const row of rows) if (NOT_PAID_FOR.test(row.text)) rows.delete(row);
  const largest = amounts
    .filter(({ amount, row }) => amount.hasDecimals && rows.has(row))
    .sort((a, b) => b.amount.value - a.amount.value)[0];
  return largest ? [scored(plan, largest, 0, LARGEST_AMOUNT)] : [];
}

function scored(plan: FieldPlan, { amount, segment }: LabelledAmount, label: number, score: number): Candidate {
  const value = plan.hint.kind === 'string' || plan.hint.kind === 'text' ? amount.raw : amount.value;
  const read = { value, raw: amount.raw, start: amount.start, end: amount.end, form: amount.hasDecimals ? 1 : 0.5 };
  const span = { segment, start: amount.start, end: amount.end };
  return { ...candidate(read, [span], label > 0 ? 'right' : 'arithmetic', label), score };
}
