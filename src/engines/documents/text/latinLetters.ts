import anyAscii from 'any-ascii';

/**
 * Letters that passports write as two (ICAO Doc 9303-3, section 6.A), and Greek pairs that stand for one sound
 * (ISO 843, which ICAO follows); letter by letter they would come out as something else.
 */
const AS_PASSPORTS_WRITE: readonly [RegExp, string][] = [
  [/[äæ]/g, 'ae'],
  [/[öøœ]/g, 'oe'],
  [/ü/g, 'ue'],
  [/å/g, 'aa'],
  [/ου/g, 'ou'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
  [/γγ/g, 'ng'],
];

/**
 * What differs between ways of writing the same name in Latin letters: ICAO, ISO 9 and the press write `Юлия Алексеева` as
 * `Iuliia Alekseeva`, `Julija Alekseeva`, `Yulia Alexeyeva`. Applied to both sides, so that only sameness matters.
 */
const SPELLINGS: readonly [RegExp, string][] = [
  [/ae|aa/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
  [/dj/g, 'd'],
  [/[yj]/g, 'i'],
  [/ks/g, 'x'],
  [/kh/g, 'h'],
  [/ie(?=v)/g, 'e'],
  [/(.)\1+/g, '$1'],
];

/** Lower-case Latin letters, digits and punctuation, of any script: `Müller` is `muller`, `Юлия` is `yuliya`. */
export const toLatin = (text: string): string => anyAscii(composed(text)).toLowerCase();

/** As `toLatin`, with the letters that passports write as two written as two: `Müller` is `mueller`. */
export const asPassportsWrite = (text: string): string =>
  anyAscii(
    AS_PASSPORTS_WRITE.reduce((result, [letters, two]) => result.replace(letters, two), bareGreek(text)),
  ).toLowerCase();

/** A word in Latin letters, with spellings that are used for one another made one. */
export const spellingKey = (word: string): string =>
  SPELLINGS.reduce((result, [letters, one]) => result.replace(letters, one), word);

const composed = (text: string): string => text.normalize('NFKC');

/** Greek vowels lose their accents, which would hide the pairs; other letters keep theirs. */
const bareGreek = (text: string): string =>
  composed(text)
    .toLowerCase()
    .replace(/\p{Script=Greek}/gu, (letter) => letter.normalize('NFD').replace(/[\u0301\u0300\u0342]/g, ''));
