import type { CheckCode } from '../../documents/index.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import type { Language } from './language.js';
import { pt } from './pt.js';
import type { AskedMeaning, Wording } from './wording.js';

export { DEFAULT_LANGUAGE, type Language, LANGUAGES } from './language.js';
export { type AskedMeaning, type ReasonWords, type Wording } from './wording.js';

const WORDINGS: Readonly<Record<Language, Wording>> = { en, de, fr, es, pt, it };

/** The sentences of a language. */
export const wordingOf = (language: Language): Wording => WORDINGS[language];

/** What a failed check means in a language. `said`: the English sentence of whoever looked, which stays where the language has none. */
export const checkWords = ({ checks }: Pick<Wording, 'checks'>, code: CheckCode, said: string): string =>
  checks?.[code] ?? said;

/** A name of a type or field as people of the language read it: `utility_bill` is `utility bill`, `a|b` is `a or b`. */
export const nameIn = ({ fields, or }: Pick<Wording, 'fields' | 'or'>, name: string): string =>
  Object.hasOwn(fields, name) ? fields[name as AskedMeaning]! : name.replaceAll('_', ' ').replaceAll('|', ` ${or} `);
