import { distance } from 'fastest-levenshtein';

/** Shorter words differ by one letter from too many others. */
const SHORTEST_TO_CORRECT = 5;

/** Corrects words that differ in one letter from a word of the vocabulary; capitals stay as they are printed. */
export const correctWords = (text: string, vocabulary: readonly string[]): string =>
  text.replace(/\p{L}{4,}/gu, (word) => {
    const lower = word.toLowerCase();
    if (lower.length < SHORTEST_TO_CORRECT || vocabulary.includes(lower)) return word;
    const meant = vocabulary.find((known) => known.length === lower.length && distance(known, lower) === 1);
    if (!meant) return word;
    if (word === word.toUpperCase()) return meant.toUpperCase();
    return /^\p{Lu}/u.test(word) ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant;
  });
