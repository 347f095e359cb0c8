import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { pt } from './pt.js';

const LANGUAGES: { readonly [language: string]: Words } = { en, de, fr, es, pt, it };

/** The words of a language; of the first of the browser's that there are words in, where none is named; else English. */
export const wordsOf = (language?: string): Words => {
  const wanted = language === undefined ? navigator.languages.map((one) => one.slice(0, 2)) : [language];
  return wanted.map((one) => LANGUAGES[one]).find((words) => words !== undefined) ?? en;
};
