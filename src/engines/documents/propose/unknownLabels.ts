import { canBeName } from '../../../domain/core/forms.js';
import { foldText } from '../text/fold.js';
import { lettersOf } from '../text/lettersOf.js';
import { hasWordOf } from './titles.js';

/** A label has at most so many words, and so many letters: what is longer is a sentence. */
const MOST_WORDS = 6;
const MOST_LETTERS = 48;
const LEAST_LETTERS = 3;

/** A label is words: no figures, not too many, and not only one letter. @param most how many words there may be, and letters */
export function isLabel(text: string, most = { words: MOST_WORDS, letters: MOST_LETTERS }): boolean {
  const words = text.trim().split(/\s+/);
  return (
    words.length <= most.words &&
    text.trim().length <= most.letters &&
    !/\d/.test(text) &&
    lettersOf(text) >= LEAST_LETTERS &&
    /^[\p{L}(]/u.test(text.trim())
  );
}

/** What stands between the names of people in languages of Latin letters: `van der`, `de la`, `bin`, `ben`, `af`, `zu`. */
const PARTICLE =
  /^(?:a[bf]|al|b[ei]n|bint|d[aeiou]|de[lnr]|dell[ao]|do[ns]?|d[ao]s|el|ibn|l[ae]|las|los|te[nr]|tot|v[ao]n|vom|y|zu[mr]?|'t)$/;

/** `Anna Schmidt: …` is somebody who says something: names of people become no names of fields. */
export function mayBeName(label: string, words: ReadonlySet<string>): boolean {
  // In `Anna van der Berg` nobody is called by the words between.
  const parts = label
    .trim()
    .split(/\s+/)
    .filter((part, at) => at === 0 || !PARTICLE.test(part));
  const isCapitalised = parts.every((part) => /^\p{Lu}/u.test(part));
  return parts.length > 1 && isCapitalised && !hasWordOf(parts.join(' '), words);
}

/** The name of a field that a label announces; undefined where its letters give none. */
export function nameOf(label: string): string | undefined {
  const words = foldText(label).replace(/[^a-z0-9 ]/g, '').trim().split(/\s+/).filter(Boolean); // prettier-ignore
  const name = words.join('_').slice(0, 64).replace(/_+$/, '');
  return /^[a-z]/.test(name) && name.length >= 2 && canBeName(name) ? name : undefined;
}
