import type { Candidate } from './candidate.js';
import { candidate, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import type { LabelHit } from './labels/findLabels.js';
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
  lowerOnPage: 0.12,
  repeated: 0.06,
  sumsAgree: 0.25,
  /** Totals printed again in the summary of taxes are totals of something else. */
  inTaxSummary: -0.3,
  zero: -0.5,
  /** Another amount within a few cents, printed later, is this one after rounding. */
  beforeRounding: -0.2,
  excluding: -0.45,
};

const FINAL_WORDS = /incl|grand|payable|round|after|due|to pay|ttc|nett?\b/i;
const EXCLUDING_WORDS = /excl|exclu|before|without|w\/o|\bex\b|\bht\b|netto/i;
const TAX_SUMMARY = /(gst|tax|vat|tva|mwst|iva)\s*\.?\s*(summ?ary|analysis|code|breakdown)|\bsummary\b/i;
const NOT_PAID_FOR = /\b(total|qty|quantity|cash|change|item|tender)/i;
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
  const lastRow = Math.max(1, document.layout.rows.length - 1);
  const candidates = amounts.flatMap((labelled) => {
    const { amount, row } = labelled;
    const label = strengthAsTotal(labelled, plan.name);
    const agrees = owed !== null && Math.abs(owed - amount.value) < 0.005;
    if (label === 0 && !(agrees && amount.hasDecimals)) return [];
    const text = row.text;
    const score =
      WEIGHTS.label * label +
      (label > 0 && FINAL_WORDS.test(text) ? WEIGHTS.finalWord : 0) +
      (amount.hasDecimals ? WEIGHTS.decimals : -WEIGHTS.decimals) +
      (WEIGHTS.lowerOnPage * row.index) / lastRow +
      (timesPrinted(amounts, amount.value) > 1 ? WEIGHTS.repeated : 0) +
      (agrees ? WEIGHTS.sumsAgree : 0) +
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
  const own = labels.filter((hit) => hit.fields.includes(field));
  if (own.length === 0) return 0;
  const strongest = Math.max(...own.map((hit) => hit.strength));
  const others = labels.filter((hit) => !hit.fields.includes(field) && hit.concept !== 'currency');
  const behindOther = nearest !== undefined && others.includes(nearest) && nearest.segment === segment;
  const isLastOfRow = parseAmounts(segment.text).at(-1)?.start === amount.start;
  return strongest * (behindOther ? 0.5 : 1) * (others.length > 0 ? 0.7 : 1) * (isLastOfRow ? 1 : 0.6);
}

/** What was handed over less what was handed back, when both are labelled. */
function cashLessChange(amounts: readonly LabelledAmount[]): number | null {
  const labelledAs = (concept: string): number | undefined =>
    amounts.find(({ labels, amount }) => amount.hasDecimals && labels.some((hit) => hit.concept === concept))?.amount
      .value;
  const cash = labelledAs('cash');
  const change = labelledAs('change');
  return cash !== undefined && change !== undefined && change >= 0 && cash > change ? cash - change : null;
}

const timesPrinted = (amounts: readonly LabelledAmount[], value: number): number =>
  amounts.filter(({ amount }) => amount.value === value).length;

function isBeforeRounding(amounts: readonly LabelledAmount[], value: number): boolean {
  const isRound = (amount: number): boolean =>
    Math.abs(amount / ROUNDING_STEP - Math.round(amount / ROUNDING_STEP)) < 1e-6;
  if (isRound(value)) return false;
  return amounts.some(
    ({ amount }) => amount.value !== value && isRound(amount.value) && Math.abs(amount.value - value) <= 0.025,
  );
}

/** Where no row is labelled: the largest amount that is neither cash nor change. */
function largestAmount(plan: FieldPlan, amounts: readonly LabelledAmount[]): Candidate[] {
  const largest = amounts
    .filter(({ amount, row }) => amount.hasDecimals && !NOT_PAID_FOR.test(row.text))
    .sort((a, b) => b.amount.value - a.amount.value)[0];
  return largest ? [scored(plan, largest, 0, 0.2)] : [];
}

function scored(plan: FieldPlan, { amount, segment }: LabelledAmount, label: number, score: number): Candidate {
  const value = plan.hint.kind === 'string' || plan.hint.kind === 'text' ? amount.raw : amount.value;
  const read = { value, raw: amount.raw, start: amount.start, end: amount.end, form: amount.hasDecimals ? 1 : 0.5 };
  const span = { segment, start: amount.start, end: amount.end };
  return { ...candidate(read, [span], label > 0 ? 'right' : 'arithmetic', label), score };
}
