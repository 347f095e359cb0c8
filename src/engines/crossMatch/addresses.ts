import { asPassportsWrite, spellingKey } from '../documents/text/latinLetters.js';
import { similarity, wordsOf } from './fold.js';

/** Words of addresses that are mostly written short, to the short form that stands for all (USPS Publication 28, appendix C, and usage elsewhere). */
const SHORT_FORMS: { readonly [word: string]: string } = {
  street: 'st',
  saint: 'st',
  road: 'rd',
  avenue: 'ave',
  av: 'ave',
  avenida: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  square: 'sq',
  place: 'pl',
  platz: 'pl',
  terrace: 'ter',
  apartment: 'apt',
  flat: 'apt',
  unit: 'apt',
  suite: 'ste',
  floor: 'fl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  mount: 'mt',
  allee: 'al',
  jalan: 'jln',
  calle: 'c',
  rue: 'r',
  via: 'v',
  ulica: 'ul',
  piazza: 'pza',
  plaza: 'pza',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
};

/** Words of one thing only in their language: nothing is lost when one side lacks them. General knowledge, without a list that they were taken from. */
const SAYS_NOTHING = new Set('no nr number apt c r v ul the of de la del di da'.split(' '));

/** A text longer than this is no address. */
const MOST_WORDS = 40;
/** Words of addresses may be misread in one letter of five. */
const SAME_WORD = 0.8;
/** What the words of the shorter address count against those of the longer: documents leave out country and region. */
const SHARE_OF_SHORTER = 0.85;
/** A house number or a postal code that differs makes another address, however alike the rest is. */
const OTHER_NUMBER = 0.5;
/** A town without a house number names no address. */
const NO_NUMBER = 0.6;

/** How alike two addresses are, 0 to 1, by their words: order, short forms, separators and a missing country matter little, numbers much. */
export function compareAddresses(one: string, other: string): number {
  const [few, many] = [wordsOfAddress(one), wordsOfAddress(other)].sort(shorterFirst) as [string[], string[]];
  if (few.length === 0) return 0;
  if (few.join(' ') === many.join(' ')) return 1;
  const left = [...many];
  let shared = 0;
  for (const word of few) {
    const index = left.findIndex((candidate) => sameWord(word, candidate));
    if (index < 0) continue;
    left.splice(index, 1);
    shared += 1;
  }
  const score = SHARE_OF_SHORTER * (shared / few.length) + (1 - SHARE_OF_SHORTER) * (shared / many.length);
  const numbers = few.filter(isNumber);
  if (numbers.some((number) => !many.includes(number))) return Math.min(score, OTHER_NUMBER);
  return numbers.length === 0 && many.some(isNumber) ? Math.min(score, NO_NUMBER) : score;
}

function wordsOfAddress(text: string): string[] {
  const written = asPassportsWrite(text)
    // German: one word or two, whole or short (`Lange Straße`, `Langestr.`).
    .replace(/\s*(strasse|str)\b\.?/g, 'str')
    // `12 B` and `12B`, `5-7` and `5 - 7`.
    .replace(/(\d)\s+(?=[a-z]\b)/g, '$1');
  return wordsOf(written)
    .slice(0, MOST_WORDS)
    .map((word) => SHORT_FORMS[word] ?? word)
    .filter((word) => !SAYS_NOTHING.has(word))
    .sort();
}

// Of the same length in one order, so that it does not matter which address came first.
const shorterFirst = (a: readonly string[], b: readonly string[]): number =>
  a.length - b.length || (a.join(' ') < b.join(' ') ? -1 : 1);

const isNumber = (word: string): boolean => /\d/.test(word);

const sameWord = (one: string, other: string): boolean =>
  one === other ||
  (!isNumber(one) &&
    !isNumber(other) &&
    (spellingKey(one) === spellingKey(other) || similarity(one, other) >= SAME_WORD));
