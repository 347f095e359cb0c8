import { distance } from 'fastest-levenshtein';
import { foldText } from '../../text/fold.js';

const SEX_WORDS: { [sex in 'M' | 'F' | 'X']: string } = {
  M: 'm male man h masculin masculino maschile mannlich homme hombre mann mezczyzna muz barbat erkek lelaki laki laki man м муж',
  F: 'f female woman feminin feminino femenino femminile weiblich w femme mujer k kobieta kvinna kvinne zena femeie kadin perempuan v vrouw ж жен',
  X: 'x unspecified divers non binary indeterminado',
};
const sexByWord = new Map<string, 'M' | 'F' | 'X'>();
for (const sex of ['M', 'F', 'X'] as const) {
  for (const word of SEX_WORDS[sex].split(' ')) if (!sexByWord.has(word)) sexByWord.set(word, sex);
}

const YES = 'yes y true oui ja si sim tak ano da ya x ✓ ✔ ☑ ☒ donor veteran'.split(' ');
const NO = 'no n false non nein nao nie ne nu tidak ☐ none'.split(' ');

/** `M`, `F` or `X` (ICAO Doc 9303) for a word or letter of one of many languages, bilingual forms (`F/F`) included. */
export function sexOf(text: string): 'M' | 'F' | 'X' | null {
  for (const word of foldText(text).split(' ').slice(0, 3)) {
    const sex = sexByWord.get(word);
    if (sex) return sex;
  }
  return null;
}

/** Whether a text says yes or no, in one of many languages or with a mark. */
export function booleanOf(text: string): boolean | null {
  const word = foldText(text).split(' ')[0] ?? '';
  const mark = text.trim().charAt(0);
  if (YES.includes(word) || YES.includes(mark)) return true;
  if (NO.includes(word) || NO.includes(mark)) return false;
  return null;
}

/** The option of an enumeration that a text names, spelling as in the enumeration, or `null`. */
export function optionOf(text: string, options: readonly string[]): string | null {
  const words = foldText(text);
  const isSex = options.every((option) => ['M', 'F', 'X'].includes(option));
  if (isSex) {
    const sex = sexOf(text);
    return sex !== null && options.includes(sex) ? sex : null;
  }
  const exact = options.find((option) => ` ${words} `.includes(` ${foldText(option)} `));
  if (exact) return exact;
  return (
    options.find((option) => {
      const folded = foldText(option);
      return folded.length > 4 && distance(folded, words.slice(0, folded.length)) <= 1;
    }) ?? null
  );
}
