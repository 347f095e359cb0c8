import { distance } from 'fastest-levenshtein';
import { compactText, foldCharacters } from './fold.js';

/** A text made ready for being searched many times. */
export interface SearchableText {
  text: string;
  /** Folded letters and digits of `text`, without spaces. */
  compact: string;
  /** For each character of `compact`, the index in `text` it came from. */
  origin: number[];
  /** For each character of `compact`, whether a word starts at it. */
  starts: boolean[];
  /** For each character of `compact`, whether a word ends after it. */
  ends: boolean[];
  bigrams: Set<string>;
}

/** A phrase to search for. */
export interface Phrase {
  text: string;
  compact: string;
  bigrams: string[];
  /** One part more than characters may differ, so that one of them is there letter by letter wherever the phrase is. */
  parts: { text: string; at: number }[];
  /** How many characters may differ. */
  tolerance: number;
}

/** Where a phrase stands in a text: `[start, end)` in the original text, and how alike they are, 0 to 1. */
export interface PhraseMatch {
  start: number;
  end: number;
  similarity: number;
}

/** From this length on, a phrase that is there letter by letter counts inside a word too: readers lose spaces. */
const LENGTH_THAT_NEEDS_NO_WORD_EDGE = 8;

/** Prepares a text (a line) for `findPhrase`. */
export function searchableText(text: string): SearchableText {
  const compact: string[] = [];
  const origin: number[] = [];
  const starts: boolean[] = [];
  const ends: boolean[] = [];
  let before: CharacterKind = 'other';
  let index = 0;
  for (const character of text) {
    const folded = [...foldCharacters(character)].filter((c) => /[\p{L}\p{N}]/u.test(c));
    const kind = folded.length === 0 ? 'other' : kindOf(folded[0]!);
    if (kind !== before) {
      if (kind !== 'other') starts[compact.length] = true;
      if (before !== 'other') ends[compact.length - 1] = true;
    } else if (kind === 'ideograph') {
      starts[compact.length] = true;
      ends[compact.length - 1] = true;
    }
    for (const c of folded) {
      compact.push(c);
      origin.push(index);
      ends.push(false);
      starts[compact.length] ??= false;
    }
    before = kind;
    index += character.length;
  }
  if (compact.length > 0) ends[compact.length - 1] = true;
  const joined = compact.join('');
  return { text, compact: joined, origin, starts, ends, bigrams: new Set(bigramsOf(joined)) };
}

/** Prepares a phrase for `findPhrase`; short phrases must match exactly, one character in about six may differ in others. */
export function searchablePhrase(text: string): Phrase {
  const compact = compactText(text);
  const tolerance = compact.length < 5 ? 0 : compact.length < 10 ? 1 : compact.length < 16 ? 2 : 3;
  return { text, compact, bigrams: bigramsOf(compact), parts: partsOf(compact, tolerance + 1), tolerance };
}

/** Labels are the same for every document, and preparing them takes longer than finding them. */
const MOST_REMEMBERED = 50_000;
const labelPhrases = new Map<string, Phrase>();

/** Like `searchablePhrase`, remembered: for labels and headings only, never for what a document says. */
export function labelPhrase(label: string): Phrase {
  const known = labelPhrases.get(label);
  if (known) return known;
  const phrase = searchablePhrase(label);
  if (labelPhrases.size >= MOST_REMEMBERED) labelPhrases.clear();
  labelPhrases.set(label, phrase);
  return phrase;
}

/** The best occurrence of a phrase in a text that begins and ends at the edge of a word, or `null`. */
export function findPhrase(phrase: Phrase, text: SearchableText): PhraseMatch | null {
  const length = phrase.compact.length;
  if (length === 0 || text.compact.length < length - phrase.tolerance || !sharesEnough(phrase, text)) return null;
  return exactMatch(phrase, text) ?? (phrase.tolerance > 0 ? closeMatch(phrase, text) : null);
}

type CharacterKind = 'letter' | 'digit' | 'ideograph' | 'other';

function kindOf(character: string): CharacterKind {
  if (/\p{N}/u.test(character)) return 'digit';
  // Scripts that write without spaces: every character may begin a word.
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character)
    ? 'ideograph'
    : 'letter';
}

function bigramsOf(compact: string): string[] {
  const bigrams: string[] = [];
  for (let i = 0; i + 1 < compact.length; i++) bigrams.push(compact.slice(i, i + 2));
  return bigrams;
}

/** Each edit destroys at most two bigrams, so fewer shared ones than that rule a match out. */
function sharesEnough(phrase: Phrase, text: SearchableText): boolean {
  let missing = 0;
  for (const bigram of phrase.bigrams) {
    if (!text.bigrams.has(bigram) && ++missing > 2 * phrase.tolerance) return false;
  }
  return true;
}

function exactMatch(phrase: Phrase, text: SearchableText): PhraseMatch | null {
  const length = phrase.compact.length;
  for (let at = text.compact.indexOf(phrase.compact); at >= 0; at = text.compact.indexOf(phrase.compact, at + 1)) {
    const onEdges = text.starts[at] && text.ends[at + length - 1];
    if (onEdges || length >= LENGTH_THAT_NEEDS_NO_WORD_EDGE) return matchAt(text, at, length, 1);
  }
  return null;
}

function closeMatch(phrase: Phrase, text: SearchableText): PhraseMatch | null {
  const length = phrase.compact.length;
  let best: PhraseMatch | null = null;
  let leastEdits = phrase.tolerance + 1;
  // Readers mistake letters more than they lose them; a text that lacks two letters lacks a word (`Passport`, `Passport No`).
  const slack = Math.max(1, phrase.tolerance - 1);
  for (const start of possibleStarts(phrase, text)) {
    for (let size = length - slack; size <= length + slack; size++) {
      if (start + size > text.compact.length || !text.ends[start + size - 1]) continue;
      const found = text.compact.slice(start, start + size);
      const edits = distance(phrase.compact, found);
      if (edits >= leastEdits || lacksNumbers(phrase.compact, found)) continue;
      leastEdits = edits;
      best = matchAt(text, start, size, 1 - edits / Math.max(length, size));
    }
  }
  return best;
}

/** Letters that readers take digits for, folded. */
const LIKE_DIGITS: { [digit: string]: string } = {
  0: 'oqd',
  1: 'il',
  2: 'z',
  4: 'a',
  5: 's',
  6: 'gb',
  8: 'b',
  9: 'gq',
};

/**
 * Whether a text lacks a number of the phrase: form 1098 is not form 1099. A reader may take a digit for a letter that looks like
 * it, but another digit is another number.
 */
function lacksNumbers(phrase: string, found: string): boolean {
  if (!/\d/.test(phrase)) return false;
  if (phrase.length !== found.length) return phrase.replace(/\D/g, '') !== found.replace(/\D/g, '');
  return [...phrase].some((c, i) => /\d/.test(c) && c !== found[i] && !LIKE_DIGITS[c]?.includes(found[i]!));
}

function partsOf(compact: string, count: number): Phrase['parts'] {
  const edge = (part: number): number => Math.round((part * compact.length) / count);
  return Array.from({ length: count }, (_, part) => ({
    text: compact.slice(edge(part), edge(part + 1)),
    at: edge(part),
  }));
}

/**
 * The starts of words from which the phrase may be there, in order: edits leave at least one of its parts as it is and move it by
 * no more characters than there are edits (S. Wu, U. Manber, "Fast text searching allowing errors", 1992). In a text of thousands
 * of words nearly all of them are ruled out.
 */
function possibleStarts({ parts, tolerance }: Phrase, { compact, starts }: SearchableText): number[] {
  const possible = new Set<number>();
  for (const part of parts) {
    for (let found = compact.indexOf(part.text); found >= 0; found = compact.indexOf(part.text, found + 1)) {
      const first = found - part.at - tolerance;
      for (let start = first; start <= first + 2 * tolerance; start++) if (starts[start]) possible.add(start);
    }
  }
  return [...possible].sort((a, b) => a - b);
}

const matchAt = (text: SearchableText, at: number, length: number, similarity: number): PhraseMatch => ({
  start: text.origin[at]!,
  end: text.origin[at + length - 1]! + 1,
  similarity,
});
