import { distance } from 'fastest-levenshtein';

/** The words of a text: runs of letters and digits; what an apostrophe parts is one word. */
export const wordsOf = (latin: string): string[] => latin.replace(/['’`]/g, '').match(/[a-z0-9]+/g) ?? [];

/** 1 where two texts are the same, 0 where no character stands in the same order: the share of characters that need no edit. */
export const similarity = (one: string, other: string): number =>
  one === other ? 1 : 1 - distance(one, other) / Math.max(one.length, other.length);
