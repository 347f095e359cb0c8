import { quote } from './quote.js';

/** What is compared of a word at most: what differs behind it is told by nobody's suggestion. */
const MOST_COMPARED = 64;

/** So many letters a word may differ from a known one to be that, misspelt; of a short word many are so near. */
const lettersOff = (known: string): number => (known.length < 7 ? 1 : 2);

/**
 * How many letters two words are apart: one put in, left out, or in place of another, or two neighbours that changed places count as one each
 * (optimal string alignment).
 */
export function lettersApart(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const least = Math.min(last[at]! + 1, now[at - 1]! + 1, last[at - 1]! + (isSame ? 0 : 1));
      now.push(isSwapped ? Math.min(least, beforeLast[at - 2]! + 1) : least);
    }
    [beforeLast, last] = [last, now];
  }
  return last[other.length]!;
}

/**
 * The known word that one is, misspelt: one letter off, or two where it is long; case, blanks and hyphens do not count. Undefined where none is so
 * near, and for a word that is known.
 */
export function misspelt(word: string, known: readonly string[]): string | undefined {
  if (known.includes(word)) return undefined;
  const plain = plainly(word);
  const near = known.flatMap((one) => {
    if (Math.abs(one.length - plain.length) > lettersOff(one)) return [];
    const apart = lettersApart(plain, one.toLowerCase());
    return apart <= lettersOff(one) ? [{ one, apart }] : [];
  });
  return near.sort((first, second) => first.apart - second.apart)[0]?.one;
}

/** The same, or else the only known word that begins with it: `ttl_minutes` for `ttl`. For where a name that is not known means nothing at all. */
export function probablyMeant(word: string, known: readonly string[]): string | undefined {
  const begun = known.filter((one) => one.startsWith(`${plainly(word)}_`));
  return misspelt(word, known) ?? (begun.length === 1 && !known.includes(word) ? begun[0] : undefined);
}

/** What ends a sentence about a word that is not known: which are, and which of them is probably meant. */
export function knownAre(word: string, known: readonly string[]): string {
  const meant = probablyMeant(word, known);
  return `; known are ${known.join(', ')}${meant === undefined ? '' : didYouMean(meant)}`;
}

/** The same where the known ones are too many to name them: nothing where none is probably meant. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : `; did you mean ${quote(meant)}?`;

const plainly = (word: string): string => word.slice(0, MOST_COMPARED).toLowerCase().replaceAll(/[-\s]/g, '_');
