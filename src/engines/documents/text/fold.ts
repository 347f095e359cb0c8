/**
 * Folds text for comparison: lower case, no accents, ligatures and compatibility forms resolved, everything that is
 * neither letter nor digit a single space. `Straße/N°` becomes `strasse n`.
 */
export const foldText = (text: string): string =>
  foldCharacters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Folds letters only; punctuation and spaces stay. May change the length. */
export const foldCharacters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter] ?? letter);

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS_WITHOUT_DECOMPOSITION: { [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Folded and without any space: what is compared where a reader may have lost or invented spaces. */
export const compactText = (text: string): string => foldText(text).replaceAll(' ', '');
