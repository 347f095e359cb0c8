import type { CheckCode } from '../../documents/index.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { DEFAULT_LANGUAGE, type Language } from './language.js';
import { pt } from './pt.js';
import { withNamedTypes } from './namedTypes.js';
import { typeNameOf } from './types/index.js';
import type { OwnTypeNames } from './types/typeNames.js';
import type { Wording } from './wording.js';

export { localeOf } from './forms.js';
export { DEFAULT_LANGUAGE, type Language, LANGUAGES } from './language.js';
export { typeNameOf } from './types/index.js';
export { type OwnTypeNames } from './types/typeNames.js';
export { type AskedMeaning, type ReasonWords, type Wording } from './wording.js';

const WORDINGS: Readonly<Record<Language, Wording>> = { en, de, fr, es, pt, it };

/** The sentences of a language. */
export const wordingOf = (language: Language): Wording => WORDINGS[language];

/** The sentences of a language, with document types called as people of the language call them. English reasons keep to the names of configurations, as they are promised. */
export function wordingFor(language: Language, own: OwnTypeNames = {}): Wording {
  const wording = wordingOf(language);
  if (language === DEFAULT_LANGUAGE) return wording;
  return { ...wording, reason: withNamedTypes(wording.reason, (type) => typeNameOf(language, type, own) ?? type) };
}

/** What a failed check means in a language. `said`: the English sentence of whoever looked, which stays where the language has none. */
export const checkWords = ({ checks }: Pick<Wording, 'checks'>, code: CheckCode, said: string): string =>
  checks?.[code] ?? said;

/** A name of a field as people of the language read it: `customer_name` is `customer name` where the language has no word for it. */
export const fieldIn = ({ fields }: Pick<Wording, 'fields'>, name: string): string =>
  Object.hasOwn(fields, name) ? fields[name as keyof typeof fields]! : spaced(name);

/**
 * A document type, or several of which one will do (`a|b`), as people of the language read it within a sentence. In English a shipped
 * type goes by its own name, `utility bill`.
 */
export const typeIn = (language: Language, name: string, own: OwnTypeNames = {}): string =>
  name
    .split('|')
    .map((type) => nameWithin(language, type, own) ?? spaced(type))
    .join(` ${wordingOf(language).or} `);

const nameWithin = (language: Language, type: string, own: OwnTypeNames): string | undefined =>
  language === DEFAULT_LANGUAGE && !Object.hasOwn(own, type) ? undefined : typeNameOf(language, type, own);

const spaced = (name: string): string => name.replaceAll('_', ' ');
