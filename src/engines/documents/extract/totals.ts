import type { Candidate } from './candidate.js';
import { candidate, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import { foldText } from '../text/fold.js';
import type { LabelHit } from './labels/findLabels.js';
import { fieldWords } from './labels/lexicon.js';
import type { Row, Segment } from './layout.js';
import { parseAmounts, type ParsedAmount } from './values/amount.js';

/** An amount and the labels of its row that stand before it. */
interface LabelledAmount {
  amount: ParsedAmount;
  segment: Segment;
  row: Row;
  labels: readonly LabelHit[];
}

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
  const summaryFrom = document.layout.rows.findIndex((row) => TAX_SUMMARY.test(row.text));
  const owed = cashLessChange(amounts);
  const sums = sumsOfParts(amounts);
  const hasDecimals = amounts.some(({ amount }) => amount.hasDecimals);
  const lastRow = Math.max(1, document.layout.rows.length - 1);
  const candidates = amounts.flatMap((labelled) => {
    const { amount, row } = labelled;
    const label = Math.max(strengthAsTotal(labelled, plan.name), strengthAsRounded(labelled, amounts, plan.name));
    const agrees = owed !== null && Math.abs(owed - amount.value) < 0.005;
    if (label === 0 && !(agrees && amount.hasDecimals)) return [];
    const text = row.text;
    const score =
      WEIGHTS.label * label +
      (label > 0 && FINAL_WORDS.test(text) ? WEIGHTS.finalWord : 0) +
      (amount.hasDecimals ? WEIGHTS.decimals : hasDecimals ? WEIGHTS.noDecimalsAmongDecimals : 0) +
      (WEIGHTS.lowerOnPage * row.index) / lastRow +
      (timesPrinted(amounts, amount.value) > 1 ? WEIGHTS.repeated : 0) +
      (agrees ? WEIGHTS.cashAgrees : 0) +
      (label > 0 && sums.some((sum) => Math.abs(sum - amount.value) < 0.005) ? WEIGHTS.sumsAgree : 0) +
      (summaryFrom >= 0 && row.index > summaryFrom ? WEIGHTS.inTaxSummary : 0) +
      (amount.value === 0 ? WEIGHTS.zero : 0) +
      (isBeforeRounding(amounts, amount.value) ? WEIGHTS.beforeRounding : 0) +
      (EXCLUDING_WORDS.test(text) && !FINAL_WORDS.test(text) ? WEIGHTS.excluding : 0);
    return [scored(plan, labelled, label, score)];
  });
  return candidates.length > 0 ? candidates.sort((a, b) => b.score - a.score) : largestAmount(plan, amounts);
}

/** The amounts of the page with the labels in their row to the left, or, in a row of numbers only, of the row above. */
function labelledAmounts({ layout, labels }: SearchedDocument): LabelledAmount[] {
  return layout.rows.flatMap((row) =>
    row.segments.flatMap((segment) =>
      parseAmounts(segment.text).map((amount) => {
        const inRow = row.segments.flatMap((other) =>
          other.left > segment.left
            ? []
            : (labels.get(other) ?? []).filter((hit) => other !== segment || hit.end <= amount.start),
        );
        const above = layout.rows[row.index - 1];
        const numbersOnly = !/\p{L}{3,}/u.test(row.text);
        const borrowed = inRow.length === 0 && numbersOnly && above && !/\d[.,]\d{2}/.test(above.text);
        const hits = borrowed ? above.segments.flatMap((other) => labels.get(other) ?? []) : inRow;
        return { amount, segment, row, labels: hits };
      }),
    ),
  );
}

/** How strongly the row of an amount says that it is the total; a label of something else (cash, tax) says no. */
function strengthAsTotal({ labels, segment, amount }: LabelledAmount, field: string): number {
  const nearest = labels.at(-1);
  const own = labels.filter((hit) => hit.fields.includes(field) && !isNameOfOther(hit, field));
  if (own.length === 0) return 0;
  const strongest = Math.max(...own.map((hit) => hit.strength));
  const others = labels.filter((hit) => !hit.fields.includes(field) && hit.concept !== 'currency');
  const behindOther = nearest !== undefined && others.includes(nearest) && nearest.segment === segment;
  const isLastOfRow = parseAmounts(segment.text).at(-1)?.start === amount.start;
  return strongest * (behindOther ? 0.5 : 1) * (others.length > 0 ? 0.7 : 1) * (isLastOfRow ? 1 : 0.6);
}

/** `Amount due` may be a total, unless the schema asks for an amount due. */
const isNameOfOther = ({ label, fields }: LabelHit, field: string): boolean =>
  fields.some((other) => other !== field && fieldWords(other) === foldText(label));

/** The amount that a total was rounded to, printed after it, is as much the total as that one. */
function strengthAsRounded(labelled: LabelledAmount, amounts: readonly LabelledAmount[], field: string): number {
  if (!isRound(labelled.amount.value)) return 0;
  const rounded = amounts.filter(
    ({ amount, row }) =>
      row.index < labelled.row.index && !isRound(amount.value) && isRoundingOf(amount.value, labelled.amount.value),
  );
  return Math.max(0, ...rounded.map((other) => strengthAsTotal(other, field)));
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

const timesPrinted = (amounts: readonly LabelledAmount[], value: number): number =>
  amounts.filter(({ amount }) => amount.value === value).length;

const isBeforeRounding = (amounts: readonly LabelledAmount[], value: number): boolean =>
  !isRound(value) && amounts.some(({ amount }) => isRound(amount.value) && isRoundingOf(value, amount.value));

const isRound = (value: number): boolean => Math.abs(value / ROUNDING_STEP - Math.round(value / ROUNDING_STEP)) < 1e-6;

const isRoundingOf = (value: number, rounded: number): boolean => Math.abs(value - rounded) <= ROUNDING_STEP / 2 + 1e-9;

/** Where no row is labelled: the largest amount that is neither cash nor change. */
function largestAmount(plan: FieldPlan, amounts: readonly LabelledAmount[]): Candidate[] {
  const largest = amounts
    .filter(({ amount, row }) => amount.hasDecimals && !NOT_PAID_FOR.test(row.text))
    .sort((a, b) => b.amount.value - a.amount.value)[0];
  return largest ? [scored(plan, largest, 0, LARGEST_AMOUNT)] : [];
}

function scored(plan: FieldPlan, { amount, segment }: LabelledAmount, label: number, score: number): Candidate {
  const value = plan.hint.kind === 'string' || plan.hint.kind === 'text' ? amount.raw : amount.value;
  const read = { value, raw: amount.raw, start: amount.start, end: amount.end, form: amount.hasDecimals ? 1 : 0.5 };
  const span = { segment, start: amount.start, end: amount.end };
  return { ...candidate(read, [span], label > 0 ? 'right' : 'arithmetic', label), score };
}
