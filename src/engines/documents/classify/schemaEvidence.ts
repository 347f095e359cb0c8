import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import { fieldWords } from '../extract/labels/lexicon.js';
import type { Layout } from '../extract/layout.js';
import { parseAmounts } from '../extract/values/amount.js';
import { foldText } from '../text/fold.js';
import type { ClassificationEvidence } from './classification.js';

/** Weight when the labels of all fields are on the page; hints tell types apart better. */
const ALL_LABELS = 2.2;
/** Fewer labels than this are on any page. */
const FEWEST_LABELS = 3;
/** A page full of prices, and a type that asks for amounts. */
const AMOUNTS_WANTED = 0.3;
const MANY_AMOUNTS = 5;
/** Labels have at most this many words. */
const MOST_WORDS = 4;

/** Weak evidence from what a type wants to know: are the labels of its fields there, is there money on the page? */
export function schemaEvidence(
  layout: Layout,
  type: EngineDocumentType,
  phrases: ReadonlySet<string>,
): ClassificationEvidence[] {
  const fields = Object.keys(type.output_schema);
  const guidance = labelsInGuidance(type.prompt_hint, fields);
  const found = fields.filter((field) =>
    [fieldWords(field), ...(guidance.get(field) ?? [])].some((label) => phrases.has(folded(label))),
  ).length;
  const evidence: ClassificationEvidence[] = [];
  if (found >= FEWEST_LABELS) {
    const weight = (ALL_LABELS * found) / Math.max(fields.length, 2 * FEWEST_LABELS);
    evidence.push({ kind: 'fields', detail: `labels of ${found} of ${fields.length} fields`, weight });
  }
  const wantsAmounts = Object.values(type.output_schema).filter((hint) => /^(amount|list of \{)/.test(hint)).length > 1;
  if (wantsAmounts && amountsOn(layout) >= MANY_AMOUNTS) {
    evidence.push({ kind: 'layout', detail: 'many amounts of money', weight: AMOUNTS_WANTED });
  }
  return evidence;
}

/** Every run of up to four words that stands on the page, folded. Made once per document. */
export function phrasesOn({ segments }: Layout): Set<string> {
  const phrases = new Set<string>();
  for (const { text } of segments) {
    const words = foldText(text).split(' ');
    for (let from = 0; from < words.length; from++) {
      for (let size = 1; size <= MOST_WORDS && from + size <= words.length; size++) {
        phrases.add(words.slice(from, from + size).join(' '));
      }
    }
  }
  return phrases;
}

const amountsByLayout = new WeakMap<Layout, number>();

function amountsOn(layout: Layout): number {
  const known = amountsByLayout.get(layout);
  if (known !== undefined) return known;
  const count = layout.segments.filter(({ text }) => parseAmounts(text).some(({ hasDecimals }) => hasDecimals)).length;
  amountsByLayout.set(layout, count);
  return count;
}

/** The shipped types have thousands of labels, the same ones for every document. */
const MOST_REMEMBERED = 50_000;
const foldedLabels = new Map<string, string>();

function folded(label: string): string {
  const known = foldedLabels.get(label);
  if (known !== undefined) return known;
  const result = foldText(label);
  if (foldedLabels.size >= MOST_REMEMBERED) foldedLabels.clear();
  foldedLabels.set(label, result);
  return result;
}
