import { findPhrase, labelPhrase, type Phrase, type PhraseMatch } from '../../text/phraseSearch.js';
import type { FieldPlan } from '../fieldPlan.js';
import type { Layout, Segment } from '../layout.js';
import { CONCEPT_LABELS } from './lexicon.js';

/** A label on the page. */
export interface LabelHit {
  segment: Segment;
  /** `[start, end)` in the text of the segment. */
  start: number;
  end: number;
  /** 0 to 1: how alike label and print are, less where a label would not stand so. */
  strength: number;
  /** The fields of the schema that it announces; none when it is the label of something else. */
  fields: string[];
  /** The concept it is a label of, when a known one. */
  concept: string | null;
  label: string;
}

interface KnownLabel {
  phrase: Phrase;
  fields: string[];
  concept: string | null;
}

/** Short labels (`1`, `EXP`, `To`) are also parts of other texts: they count only where a line begins with them. */
const SHORT_LABEL = 3;
/** Boxes of forms are numbered before their label: `4b.`, `D.1` (Directive 1999/37/EC), `5. 9`. */
const NUMBER_OF_BOX =
  /^\s*(?:\d{1,2}[a-d]?[.)]?\s+)?\d{1,2}[a-d]?[.)]?\s*$|^\s*(?:\d{1,2}\.\s+)?[A-Z](?:\.\d){0,2}\s+$/;
/** `EXP31/01/2031`: the reader lost the space, or there was none. */
const STRENGTH_GLUED = 0.8;
const STRENGTH_DOUBTFUL = 0.7;
/** A label inside a running text, not at its start and not followed by a colon, is more often a word of a sentence. */
const STRENGTH_INSIDE_TEXT = 0.6;

/**
 * Finds the labels of all fields at once, and the labels of everything else that is known, so that the longest wins:
 * `Date of birth` is not a `Date`, `Sub total` no `Total`, `Total tax` neither.
 */
export function findLabels(layout: Layout, plans: readonly FieldPlan[]): LabelHit[] {
  const known = knownLabels(plans);
  return layout.segments.flatMap((segment) => withoutCovered(hitsIn(segment, known)));
}

function knownLabels(plans: readonly FieldPlan[]): KnownLabel[] {
  const byPhrase = new Map<string, KnownLabel>();
  const add = (label: string, concept: string | null, field?: string): void => {
    const phrase = labelPhrase(label);
    if (phrase.compact === '') return;
    const existing = byPhrase.get(phrase.compact);
    if (!existing) byPhrase.set(phrase.compact, { phrase, concept, fields: field ? [field] : [] });
    else if (field && !existing.fields.includes(field)) existing.fields.push(field);
  };
  for (const plan of plans) for (const label of plan.labels) add(label, plan.concept, plan.name);
  for (const [concept, labels] of CONCEPT_LABELS) {
    for (const label of labels) {
      const folded = labelPhrase(label).compact;
      if (!byPhrase.has(folded)) add(label, concept);
    }
  }
  return [...byPhrase.values()];
}

function hitsIn(segment: Segment, known: readonly KnownLabel[]): LabelHit[] {
  const hits: LabelHit[] = [];
  for (const { phrase, fields, concept } of known) {
    const match = findPhrase(phrase, segment.search);
    if (!match) continue;
    const strength = match.similarity * strengthOfPlace(segment.text, match, phrase);
    if (strength > 0) {
      hits.push({ segment, start: match.start, end: match.end, strength, fields, concept, label: phrase.text });
    }
  }
  return hits;
}

function strengthOfPlace(text: string, match: PhraseMatch, phrase: Phrase): number {
  const { start, end } = match;
  const before = text.slice(0, start);
  const after = text.slice(end);
  const { length } = phrase.compact;
  // A word of an address in the web, no label.
  if (/^\.\p{Ll}/u.test(after)) return 0;
  const leads = /^[^\p{L}\p{N}]*$/u.test(before) || NUMBER_OF_BOX.test(before);
  if (/^\d+$/.test(phrase.compact)) return leads && before.trim() === '' ? strengthOfNumber(after) : 0;
  const isTranslation = /[/|(]\s*$/.test(before);
  if (length === 1 && isOtherLetter(text.slice(start, end), phrase.text) && !/^\s*[:=]/.test(after)) return 0;
  if (length <= SHORT_LABEL) {
    if (length > 1 && isTranslation && /^\s*(?:$|[/):])/.test(after)) return 1;
    if (!leads) return /^\s*[:#=]/.test(after) ? STRENGTH_INSIDE_TEXT : 0;
    if (after === '' || /^\s*[:.#=]|^\s/.test(after)) return 1;
    return length === SHORT_LABEL ? STRENGTH_GLUED : 0;
  }
  // Cards print the number of a field before its label (`4b EXP`): nothing else looks like that.
  if (isDoubtful(match, phrase, after)) return STRENGTH_DOUBTFUL;
  if (leads || /^\d+[a-d]?\p{L}{2}/u.test(phrase.compact) || isTranslation) return 1;
  if (/^\s*[:#=]/.test(after)) return 1;
  return STRENGTH_INSIDE_TEXT;
}

/** `à`, which announces a place, is no `A.`, which is somebody's initial: of a single letter the accent counts, unless a colon says what it is. */
const isOtherLetter = (printed: string, label: string): boolean => letterOf(printed) !== letterOf(label);

const letterOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** One letter makes another word of a short one (`Marca`, `Maria`), unless it stands as labels do, before a colon or a number. */
const isDoubtful = ({ similarity }: PhraseMatch, { compact }: Phrase, after: string): boolean =>
  similarity < 1 && compact.length < 7 && !/^\s*(?:[:/=]|\(?\p{Lu}{2}\)|[\d$€£])/u.test(after);

/** Fields of cards are numbered (`4b.`); a number without its dot is as likely a house number or a day. */
const strengthOfNumber = (after: string): number => (/^\s*[.):]|^$/.test(after) ? 1 : /^\s/.test(after) ? 0.7 : 0);

/** Of labels that overlap the one that covers more letters wins; on a tie the one that is more alike. */
function withoutCovered(hits: LabelHit[]): LabelHit[] {
  const kept: LabelHit[] = [];
  const worth = (hit: LabelHit): number => (hit.end - hit.start) * hit.strength ** 2;
  for (const hit of [...hits].sort((a, b) => worth(b) - worth(a))) {
    const rival = kept.find((other) => hit.start < other.end && hit.end > other.start);
    if (!rival) kept.push(hit);
  }
  return kept.sort((a, b) => a.start - b.start);
}
