import { distance } from 'fastest-levenshtein';

/** Shorter words differ by one letter from too many others, and are parts of too many. */
const SHORTEST_TO_CORRECT = 5;

/**
 * Corrects words that differ in one letter from a word of the vocabulary, and parts two of them that the reader put together;
 * capitals stay as they are printed.
 */
export const correctWords = (text: string, vocabulary: readonly string[]): string =>
  text.replace(/\p{L}{5,}/gu, (word) => {
    const lower = word.toLowerCase();
    if (vocabulary.includes(lower)) return word;
    const edge = edgeBetweenWords(lower, vocabulary);
    if (edge !== null) return `${word.slice(0, edge)} ${word.slice(edge)}`;
    const meant = vocabulary.find((known) => known.length === lower.length && distance(known, lower) === 1);
    if (!meant) return word;
    if (word === word.toUpperCase()) return meant.toUpperCase();
    return /^\p{Lu}/u.test(word) ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant;
  });

/** Where the second of two words begins that stand together without a space, or `null`. */
function edgeBetweenWords(lower: string, vocabulary: readonly string[]): number | null {
  const isWord = (text: string): boolean => text.length >= SHORTEST_TO_CORRECT && vocabulary.includes(text);
  const first = vocabulary.find(
    (known) => lower.startsWith(known) && isWord(known) && isWord(lower.slice(known.length)),
  );
  return first === undefined ? null : first.length;
}
