import { type Language, LANGUAGES, languageOf } from '../../cases/index.js';
import { CHAT_WORDS, type ChatIntentName, type ChatWords } from './chatWords.js';

/** A part of a message that means one thing. */
export interface Clause {
  /** As it was written. */
  text: string;
  /** In small letters without accents, words apart by single spaces, which stand around it too. */
  folded: string;
  isQuestion: boolean;
}

/** Most of a message that is looked at, in characters, and most parts of it. */
const LOOKED_AT = 4_000;
const MOST_CLAUSES = 20;

/** Small letters without accents, each word between single spaces: how what is said is compared. */
export const foldedWords = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()} `;

const patterns = new Map<string, RegExp>();

/** The words of one meaning in one language, in a folded text. */
export function wordsFor(language: Language, name: keyof ChatWords): RegExp {
  const key = `${language} ${name}`;
  const known = patterns.get(key) ?? new RegExp(` (?:${CHAT_WORDS[language][name]}) `, 'u');
  patterns.set(key, known);
  return known;
}

/** Whether something is meant by a text, in the words of a language. */
export const means = (folded: string, language: Language, name: keyof ChatWords): boolean =>
  wordsFor(language, name).test(folded);

const MEANINGS = Object.keys(CHAT_WORDS.en) as (keyof ChatWords)[];

/** The language that is understood best: by the words that give a language away, and by those that mean something; English where none does. */
export function languageOfChat(message: string): Language {
  const text = message.slice(0, LOOKED_AT);
  const folded = foldedWords(text);
  const told = languageOf(text);
  const scores = LANGUAGES.map((language) => ({
    language,
    score: MEANINGS.filter((name) => means(folded, language, name)).length + (language === told ? 1.5 : 0),
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).language;
}

/** Parts of a message: sentences, and what a comma or an `and` parts of them where a new verb begins. */
export function clausesOf(message: string, language: Language): Clause[] {
  const sentences = message.slice(0, LOOKED_AT).match(/[^.!?;\n]+[.!?;\n]*/gu) ?? [];
  const clauses = sentences.flatMap((sentence) => {
    const isQuestion = /\?\s*$/.test(sentence) && !means(foldedWords(sentence), language, 'polite');
    return partsOf(sentence, language).map((text) => ({ text: text.trim(), folded: foldedWords(text), isQuestion }));
  });
  return clauses.filter(({ folded }) => folded.trim() !== '').slice(0, MOST_CLAUSES);
}

/** What a clause can begin with that is done by itself. */
const ORDERS: readonly ChatIntentName[] = [
  ...([
    'set_name',
    'set_goal',
    'add',
    'remove',
    'set_cross_match',
    'next',
    'back',
    'build',
    'deploy',
    'cancel',
  ] as const),
];

const JOINTS = /(,|\s(?:and|then|but|und|dann|aber|et|puis|mais|y|e|luego|pero|depois|mas|poi|ma|ed)\s)/iu;

function partsOf(sentence: string, language: Language): string[] {
  const tokens = sentence.split(JOINTS);
  const parts: string[] = [tokens[0] ?? ''];
  for (let at = 1; at + 1 < tokens.length; at += 2) {
    const [joint = '', next = ''] = [tokens[at], tokens[at + 1]];
    if (isOrder(next, language) && parts.at(-1)!.trim() !== '') parts.push(next);
    else parts.push(`${parts.pop() ?? ''}${joint}${next}`);
  }
  return parts;
}

/** Whether a text begins with an order: within its first words. */
function isOrder(text: string, language: Language): boolean {
  const start = ` ${foldedWords(text).trim().split(' ').slice(0, 4).join(' ')} `;
  return ORDERS.some((name) => {
    const found = wordsFor(language, name).exec(start);
    return found !== null && start.slice(0, found.index).trim().split(' ').length <= 2;
  });
}
