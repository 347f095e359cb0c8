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

/** The characters of a regular expression class that may be a digit: digits and the letters mistaken for them. */
export const DIGIT_LIKE = '0-9OoQIl|ZSB';

/** Reads letters that stand where only digits can as the digits they look like. */
export const asDigits = (text: string): string => text.replace(/[OoQDIl|ZSB]/g, (c) => DIGIT_OF_LETTER[c] ?? c);

/**
 * Corrects O/0, I/1, S/5 inside words that are otherwise plainly numbers or plainly words: `1O2O0` is `10200`, `F1RMA` is
 * `FIRMA`, `F1oor` is `Floor`. Words that mix both, such as `B12` or `AB34`, stay as they are.
 */
export const correctConfusions = (text: string): string =>
  text
    .replace(/(?<=\d)[lI|O](?=\d)/g, asDigits)
    .replace(/[A-Za-z0-9]+/g, (word) => (isNumberWithLetters(word) ? asDigits(word) : word))
    .replace(/[A-Za-z0-9]+/g, (word) => (isWordWithDigits(word) ? asLetters(word) : word))
    .replace(/(?<=(?<![A-Za-z0-9])[A-Z]\.)1(?=\.[A-Z])/g, 'I')
    .replace(/(?<![A-Za-z0-9])N0(?=[.:,\s])/g, 'NO');

/** Longer ones are neither numbers nor words. */
const LONGEST_WORD = 40;

/** More digits than letters, and all letters among those that look like digits. */
const isNumberWithLetters = (word: string): boolean =>
  /^[\dOoQIl]{4,}$/.test(word) && word.replace(/\D/g, '').length * 2 > word.length;

/** Begins and ends with a letter, and the digits inside are among those that look like letters. */
const isWordWithDigits = (word: string): boolean =>
  word.length <= LONGEST_WORD &&
  /^[A-Za-z]+(?:0+|[15])[A-Za-z]+(?:0+|[15])?[A-Za-z]*$/.test(word) &&
  /[A-Za-z]$/.test(word) &&
  (/0/.test(word) || word.replace(/\d/g, '').length > 3);

/** Small letters next to small letters. */
const asLetters = (word: string): string =>
  word.replace(/[015]/g, (digit, at: number) => {
    const isSmall = /[a-z]/.test(word.charAt(at + 1)) || /[a-z]/.test(word.charAt(at - 1));
    const letter = digit === '0' ? 'O' : digit === '5' ? 'S' : isSmall ? 'l' : 'I';
    return isSmall ? letter.toLowerCase() : letter;
  });
