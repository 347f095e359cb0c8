import { WORDS, type Words } from '../../../src/api/capture/words/index.js';

type Language = keyof typeof WORDS;

const isSpoken = (language: string): language is Language => Object.hasOwn(WORDS, language);

/** The language that the page speaks: the one that the service says, which is that of the case or the browser's; before it says so the browser's, else English. */
export const languageOf = (said?: Language): Language =>
  said ?? navigator.languages.map((one) => one.slice(0, 2)).find(isSpoken) ?? 'en';

/** What it says in that language. */
export const wordsOf = (language: Language): Words => WORDS[language];
