import { classMask, decodeCtc, type Activations, type ClassMask, type Glyph } from './ctc.js';

/** Printable Latin text: ASCII, Latin-1 letters, Latin Extended-A, those of Romanian with a comma below, and the signs €, £, ¥, §, °. */
const LATIN = /^[\x20-\x7e\u00a3\u00a5\u00a7\u00b0\u00c0-\u017f\u0218-\u021b\u20ac]$/;

/** Chinese and Japanese print, with the marks that are set between (CJK Symbols and Punctuation, full-width forms). */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3011\u30fb\u30fc\uff01-\uff60]$/u;

/** A step whose likeliest Latin class has less than this was not Latin print, or was not print. */
const CLEAR = 0.5;
/** So many of them make it worth looking what else the line may be. */
const FEWEST_UNCLEAR = 3;
/** Characters below this do not count: specks look like 一 and 口. */
const SURE = 0.8;
const FEWEST_LETTERS = 2;
/** Share of a line's sure characters that have to be Chinese or Japanese. */
const LEAST_SHARE = 0.3;

/** Reads a line of the network's activations as print of the script that it is in. */
export type ReadLine = (activations: Activations) => Glyph[];

/**
 * Reads lines as Latin print, and as Chinese or Japanese with Latin where the characters of a line are clearly of that.
 * @param characters of each class, `''` for the blank
 */
export function readInScripts(characters: readonly string[]): ReadLine {
  const latin = classMask(characters, (character) => LATIN.test(character));
  const either = classMask(characters, (character) => LATIN.test(character) || EAST_ASIAN.test(character));
  const knowsBoth = either.length > latin.length;
  return (activations) => {
    if (knowsBoth && unclearSteps(activations, latin) >= FEWEST_UNCLEAR) {
      const glyphs = decodeCtc(activations, characters, either);
      if (isEastAsian(glyphs)) return glyphs;
    }
    return decodeCtc(activations, characters, latin);
  };
}

function isEastAsian(glyphs: readonly Glyph[]): boolean {
  const sure = glyphs.filter(({ character, probability }) => probability >= SURE && character !== ' ');
  const letters = sure.filter(({ character }) => EAST_ASIAN.test(character)).length;
  return letters >= FEWEST_LETTERS && letters >= LEAST_SHARE * sure.length;
}

function unclearSteps({ data, offset, steps, classes }: Activations, mask: ClassMask): number {
  let unclear = 0;
  for (let step = 0; step < steps; step++) {
    const row = offset + step * classes;
    if (!mask.some((candidate) => data[row + candidate]! >= CLEAR)) unclear++;
  }
  return unclear;
}
