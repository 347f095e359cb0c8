import { findPhrase, type Phrase, type PhraseMatch, type SearchableText } from './phraseSearch.js';

/** Where a phrase was found, and how alike. */
export interface IndexedMatch extends PhraseMatch {
  /** Index of the text it was found in. */
  text: number;
}

/** Finds phrases in the texts that it was made of. */
export interface PhraseIndex {
  /** All texts in which a phrase occurs, in order, with its best place in each. Phrases of one or two letters are not found. */
  find(phrase: Phrase): IndexedMatch[];
}

/**
 * Makes many phrases findable in many texts: trigrams tell which texts are worth a comparison, so that a thousand phrases in
 * two hundred lines take milliseconds.
 */
export function indexPhrases(texts: readonly SearchableText[]): PhraseIndex {
  const textsByTrigram = new Map<string, number[]>();
  texts.forEach(({ compact }, text) => {
    for (const trigram of new Set(trigramsOf(compact))) {
      const found = textsByTrigram.get(trigram);
      if (found) found.push(text);
      else textsByTrigram.set(trigram, [text]);
    }
  });

  /** Each edit destroys at most three trigrams; a text that lacks more of them cannot hold the phrase. */
  const worthATry = (phrase: Phrase): number[] => {
    const trigrams = trigramsOf(phrase.compact);
    const needed = Math.max(1, trigrams.length - 3 * phrase.tolerance);
    const shared = new Map<number, number>();
    for (const trigram of trigrams) {
      for (const text of textsByTrigram.get(trigram) ?? []) shared.set(text, (shared.get(text) ?? 0) + 1);
    }
    return [...shared]
      .filter(([, count]) => count >= needed)
      .map(([text]) => text)
      .sort((a, b) => a - b);
  };

  return {
    find: (phrase) =>
      worthATry(phrase).flatMap((text) => {
        const match = findPhrase(phrase, texts[text]!);
        return match ? [{ ...match, text }] : [];
      }),
  };
}

function trigramsOf(compact: string): string[] {
  const trigrams: string[] = [];
  for (let i = 0; i + 2 < compact.length; i++) trigrams.push(compact.slice(i, i + 3));
  return trigrams;
}
