/**
 * Longer words are cut, as an index takes keys of some thousand bytes at most; questions are cut likewise. Characters are code points:
 * Postgres takes no half of one.
 */
const LONGEST_WORD = 100;

/** A number with its separators, or letters and digits; `*` stands in for what a mask hides, and is found as itself. */
const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}*]+/gu;

/** A text as it is compared: without the case of its letters and without accents, any white space as one space. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join(''));

/** The words of a text, as they are compared. */
export const wordsOf = (text: string): string[] => (plain(text).match(WORD) ?? []).map(cut);

/** The words of a text with a space before and behind each, so that words in a row are found as a part of it. */
export const spacedWords = (words: readonly string[]): string => ` ${words.join(' ')} `;
