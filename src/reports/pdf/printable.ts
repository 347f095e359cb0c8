import type { Tone } from './style.js';

/** Text as it can be set: no control characters but line breaks, no broken surrogates, no word too long for its column. */
export const printable = (text: string, longestWord = 30): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[^\s-]+/gu, (word) => breakable(word, longestWord));

/** A line can be broken at a space of no width (U+200B); a word that leaves its column would be cut off at the edge of the page. */
const breakable = (word: string, longest: number): string =>
  word.length <= longest ? word : (word.match(new RegExp(`.{1,${longest / 2}}`, 'gu')) ?? []).join('\u200b');

/** Longest word of a name, in the narrow column that names stand in. */
const LONGEST_IN_NAME = 18;

/** `document_number` as people write it: `Document number`. */
export function inWords(name: string): string {
  const words = printable(name.replace(/[_+]+/g, ' '), LONGEST_IN_NAME)
    .trim()
    .replace(/\p{L}+/gu, (word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  return words === '' ? '–' : words.charAt(0).toUpperCase() + words.slice(1);
}

const ABBREVIATIONS = new Set('bic iban id mrz pan pin ssn tin us vat vin w'.split(' '));

/** Below this a value deserves a look, and below the other hardly any trust: confidences are calibrated, so they are shares of right values. */
const DOUBTFUL = 0.9;
const WEAK = 0.6;

/** How a confidence is judged. */
export const confidenceTone = (confidence: number): Tone =>
  confidence >= DOUBTFUL ? 'plain' : confidence >= WEAK ? 'doubt' : 'bad';

/** Whether a text holds letters that the fonts of the report lack. */
export const isBeyondFonts = (text: string): boolean =>
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(text);
