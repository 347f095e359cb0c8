/** Letters that a reader takes digits for, by their shape. */
const DIGIT_OF_LETTER: { [letter: string]: string } = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
};

const LETTER_OF_DIGIT: { [digit: string]: string } = { '0': 'O', '1': 'I', '5': 'S' };

/** The characters of a regular expression class that may be a digit: digits and the letters mistaken for them. */
export const DIGIT_LIKE = '0-9OoQIl|ZSB';

/** Reads letters that stand where only digits can as the digits they look like. */
export const asDigits = (text: string): string => text.replace(/[OoQDIl|ZSB]/g, (c) => DIGIT_OF_LETTER[c] ?? c);

/**
 * Corrects O/0, I/1, S/5 inside words that are otherwise plainly numbers or plainly words: `4O17O` is `40170`, `SET1A` is
 * `SETIA`. Words that mix both, such as `U13` or `SS21`, stay as they are.
 */
export const correctConfusions = (text: string): string =>
  text.replace(/[A-Za-z0-9]+/g, (word) => {
    const digits = word.replace(/\D/g, '').length;
    const letters = word.length - digits;
    if (digits === 0 || letters === 0 || word.length < 3) return word;
    if (digits >= 3 && letters === 1 && /^[\dOoQIl]+$/.test(word)) return asDigits(word);
    if (digits === 1 && letters >= 3 && /^[A-Z]+[015][A-Z]+$/.test(word)) {
      return word.replace(/[015]/, (digit) => LETTER_OF_DIGIT[digit] ?? digit);
    }
    return word;
  });
