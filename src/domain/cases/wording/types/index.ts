import { type Language } from '../language.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { pt } from './pt.js';
import type { OwnTypeNames, ShippedType, TypeNames } from './typeNames.js';

/** What the shipped document types are called, by language. */
export const TYPE_NAMES: Readonly<Record<Language, TypeNames>> = { en, de, fr, es, pt, it };

/**
 * The display names of types that do not go by the name that they are shipped with: a tenant's own, and shipped ones that were renamed.
 * A name of one's own says what is meant better than a translation of another.
 */
export const ownNamesOf = (types: readonly { context_id: string; display_name: string }[]): OwnTypeNames =>
  Object.fromEntries(
    types
      .filter(({ context_id, display_name }) => shippedName('en', context_id) !== display_name)
      .map(({ context_id, display_name }) => [context_id, display_name]),
  );

/** What a document type is called: by a name of its own, else by that of the language; undefined where it has neither. */
export const typeNameOf = (language: Language, context_id: string, own: OwnTypeNames = {}): string | undefined =>
  Object.hasOwn(own, context_id) ? own[context_id] : shippedName(language, context_id);

const shippedName = (language: Language, context_id: string): string | undefined =>
  Object.hasOwn(TYPE_NAMES[language], context_id) ? TYPE_NAMES[language][context_id as ShippedType] : undefined;
