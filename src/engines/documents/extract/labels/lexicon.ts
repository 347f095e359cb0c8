import { foldText } from '../../text/fold.js';
import { BUSINESS_CONCEPTS } from './businessLabels.js';
import { phrasesOf, type Concept } from './concept.js';
import { IDENTITY_CONCEPTS } from './identityLabels.js';
import { MONEY_CONCEPTS } from './moneyLabels.js';

/** Every concept whose labels are known, whatever type a document is of. */
export const CONCEPTS: { readonly [concept: string]: Concept } = {
  ...IDENTITY_CONCEPTS,
  ...MONEY_CONCEPTS,
  ...BUSINESS_CONCEPTS,
};

/** The labels of each concept. */
export const CONCEPT_LABELS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CONCEPTS).map(([concept, { labels }]) => [concept, phrasesOf(labels)]),
);

const conceptByName = new Map<string, string>();
for (const [concept, { names }] of Object.entries(CONCEPTS)) {
  for (const name of [concept.replaceAll('_', ' '), ...phrasesOf(names)]) {
    const folded = foldText(name);
    if (!conceptByName.has(folded)) conceptByName.set(folded, concept);
  }
}

/** Words that say whose or which document's a field is, not what it is: `holder_birth_date` is a birth date. */
const QUALIFIERS = new Set(
  'holder applicant patient owner person member employee insured student driver bearer primary document doc card official'.split(
    ' ',
  ),
);

/** The words of a field's name: `birthDate`, `birth_date` and `birth-date` are all `birth date`. */
export const fieldWords = (field: string): string =>
  foldText(field.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '));

/** The concept that a field's name stands for, or `null`. */
export function conceptOf(field: string): string | null {
  const words = fieldWords(field);
  const exact = conceptByName.get(words);
  if (exact) return exact;
  const unqualified = words
    .split(' ')
    .filter((word) => !QUALIFIERS.has(word))
    .join(' ');
  return conceptByName.get(unqualified) ?? null;
}
