/**
 * Letters and digits that print alike (O and 0, I, l and 1) told apart by the characters around them. The recogniser sees
 * one character at a time and mixes them up more often than any others; a word of letters holds no digit in its
 * middle, and a number no letter. What is both, such as a document number, is left as it was read.
 */

/** A run of letters or digits, without the punctuation that numbers and abbreviations are set with. */
const RUN = /[\p{L}\p{N}]+/gu;
/** A number as it is printed: digits, what looks like them, and what stands between them. */
const NUMBER = /^[^\p{L}\p{N}]*[\dOoIl]+([.,:/-][\dOoIl]+)*[^\p{L}\p{N}]*$/u;
/** Digits that a word must hold to be taken for a number. */
const FEWEST_DIGITS = 2;
/** Half of a British postcode, such as `0AB`: the digit is right. */
const POSTCODE_HALF = /^0\p{Lu}{2}$/u;
/** No word begins with a small l and one of these: it is a capital I. */
const CAPITAL_I = /^l(?=[bcdfghjkmnpqrstvwxz])/;

/** The same word with its lookalikes put right; as long as before. */
export function tellLookalikesApart(word: string): string {
  if (NUMBER.test(word) && (word.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS) return asNumber(word);
  return word.replace(RUN, asLetters).replace(CAPITAL_I, 'I');
}

const asNumber = (word: string): string => word.replace(/[Oo]/g, '0').replace(/[Il]/g, '1');

function asLetters(run: string): string {
  const isWord = /\p{L}/u.test(run) && !/[2-9]/.test(run) && !POSTCODE_HALF.test(run);
  if (!isWord) return run;
  return run
    .replace(/(?<!\d)0(?!\d)/g, (_, at: number) => (isSmall(run, at) ? 'o' : 'O'))
    .replace(/(?<=\p{L})1(?=\p{L})/gu, (_, at: number) => (isSmall(run, at) ? 'l' : 'I'));
}

/** The letter at `at` should be a small one: its left neighbour is, or the right one of the first. */
const isSmall = (run: string, at: number): boolean => /\p{Ll}/u.test(run[at - 1] ?? run[at + 1] ?? '');
