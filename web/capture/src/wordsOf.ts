import { WORDS, type Words } from '../../../src/api/capture/words/index.js';

const LANGUAGES: { readonly [language: string]: Words | undefined } = WORDS;

/** The words of a language; of the first of the browser's that there are words in, where none is named; else English. */
export const wordsOf = (language?: string): Words => {
  const wanted = language === undefined ? navigator.languages.map((one) => one.slice(0, 2)) : [language];
  return wanted.map((one) => LANGUAGES[one]).find((words) => words !== undefined) ?? WORDS.en;
};
