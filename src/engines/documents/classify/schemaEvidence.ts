import type { EngineDocumentType } from '../documentEngine.js';
import type { Layout } from '../extract/layout.js';
import { foldText } from '../text/fold.js';
import type { ClassificationEvidence } from './classification.js';
import { prepareType } from './preparedType.js';

/** Weight when the labels of all fields are on the page; hints tell types apart better. */
const ALL_LABELS = 2.2;
/** Fewer labels than this are on any page. */
const FEWEST_LABELS = 3;
/** Labels have at most this many words. */
const MOST_WORDS = 4;

/** Weak evidence from what a type wants to know: are the labels of its fields there? */
export function schemaEvidence(type: EngineDocumentType, phrases: ReadonlySet<string>): ClassificationEvidence[] {
  const { labels } = prepareType(type);
  const found = labels.filter((ofField) => ofField.some((label) => phrases.has(label))).length;
  if (found < FEWEST_LABELS) return [];
  const weight = (ALL_LABELS * found) / Math.max(labels.length, 2 * FEWEST_LABELS);
  return [{ kind: 'fields', detail: `labels of ${found} of ${labels.length} fields`, weight }];
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
