import { foldText } from '../text/fold.js';

/** Words this long are also known by their first letters: languages inflect, and readers lose the ends of words. */
const LONG_WORD = 6;
const STEM = 5;
/** Marks like `w2` or `art5`; longer mixtures of letters and digits are numbers of one document. */
const LONGEST_MARK = 5;
/** A page says what it is in its first thousands of words. */
const MOST_WORDS = 20_000;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Yen have no decimals, and stand with their sign. */
const AMOUNT = /\d[.,]\d{2}(?!\d)|[¥￥$€£]\s?\d|\d\s?円/;
/** Edges of the classes that counts fall into. */
const EDGES = { words: [8, 20, 45, 100, 220, 500], amounts: [1, 3, 7, 16] };
/** Height to width from which a page is a strip, upright, square; wider ones are cards or slips. */
const SHAPES: [number, string][] = [
  [1.9, 'strip'],
  [1.15, 'upright'],
  [0.8, 'square'],
  [0, 'wide'],
];

/** Begins the features that are no words; words are folded and never begin so. */
export const LOOK = '#';

/** Runs of words, and pages by their number; a `Layout` is that. */
export interface PageText {
  segments: readonly { text: string }[];
  pages: ReadonlyMap<number, { width: number; height: number }>;
}

/**
 * What a page says in words and how it looks from afar, as the names of its features: words and pairs of words, folded, stems
 * (`betra*`), pairs of characters where words have no spaces between them, and classes of counts (`#amounts:2`). Linear in the
 * length of the text.
 */
export function wordsOfPage({ segments, pages }: PageText): Set<string> {
  const features = new Set<string>();
  let words = 0;
  let amounts = 0;
  for (const { text } of segments) {
    if (words > MOST_WORDS) break;
    if (AMOUNT.test(text)) amounts++;
    let before = '';
    for (const word of foldText(text).split(' ')) {
      words++;
      if (IDEOGRAPHS.test(word)) addCharacters(word, before, features);
      else if (/\d/.test(word)) addNumber(word, before, features);
      else addWord(word, before, features);
      before = word;
    }
  }
  features.add(`${LOOK}words:${classOf(words, EDGES.words)}`).add(`${LOOK}amounts:${classOf(amounts, EDGES.amounts)}`);
  const [page] = [...pages.values()];
  const ratio = page ? page.height / page.width : 1;
  features.add(`${LOOK}shape:${SHAPES.find(([least]) => ratio >= least)?.[1] ?? 'square'}`);
  return features;
}

function addWord(word: string, before: string, features: Set<string>): void {
  if (word.length < 2) return;
  features.add(word);
  if (word.length >= LONG_WORD) features.add(`${word.slice(0, STEM)}*`);
  if (before !== '' && !/\d/.test(before)) features.add(`${before} ${word}`);
}

/** Of numbers only those that forms go by are words: `w2`, `form 1040`. */
function addNumber(word: string, before: string, features: Set<string>): void {
  if (word.length > LONGEST_MARK) return;
  if (/\p{L}/u.test(word)) features.add(word);
  else if (word.length > 2 && /^\p{L}{2,}$/u.test(before)) features.add(`${before} ${word}`);
}

/** Titles are printed with spaces between their characters: these go on where the word before ended. */
function addCharacters(word: string, before: string, features: Set<string>): void {
  const last = IDEOGRAPHS.test(before) ? [...before.slice(-2)].slice(-1) : [];
  const characters = [...last, ...word];
  for (let i = 0; i + 1 < characters.length; i++) features.add(`${characters[i]}${characters[i + 1]}`);
}

const classOf = (count: number, edges: readonly number[]): number => edges.filter((edge) => count >= edge).length;
