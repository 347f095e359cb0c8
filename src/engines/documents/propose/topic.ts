import type { EngineDocumentType } from '../documentEngine.js';
import { foldText } from '../text/fold.js';

/** What a document is called says more than a phrase that stands on it. */
const OF_NAME = 1;
const OF_HINT = 0.7;
/** A type for all countries is meant where none is named. */
const OF_COUNTRY = 0.9;
/** A shorter phrase is a word of anything. */
const LEAST_LETTERS = 4;

/**
 * The type that a text is about: the one with the longest name, or phrase that it is recognised by, in the text; undefined where there
 * is none.
 */
export function findTopic(text: string, types: readonly EngineDocumentType[]): EngineDocumentType | undefined {
  const words = ` ${foldText(text)} `;
  let best: { type: EngineDocumentType; score: number } | undefined;
  for (const type of types) {
    const score = scoreOf(type, words);
    if (score > (best?.score ?? 0)) best = { type, score };
  }
  return best?.type;
}

function scoreOf(type: EngineDocumentType, words: string): number {
  const { context_id, display_name, classify_hints, describes } = type;
  const names = [context_id, display_name, display_name.replace(/\(.*\)/, ''), describes?.kind ?? ''];
  const longest = (phrases: readonly string[]): number =>
    Math.max(0, ...phrases.map((phrase) => lengthIn(phrase, words)));
  const score = Math.max(OF_NAME * longest(names), OF_HINT * longest(classify_hints));
  return score * (describes?.countries?.length ? OF_COUNTRY : 1);
}

/** Letters of a phrase that is in the text word by word, one or more of it; 0 where it is not. */
function lengthIn(phrase: string, words: string): number {
  const folded = foldText(phrase.replaceAll('_', ' '));
  const isThere = words.includes(` ${folded} `) || words.includes(` ${folded}s `);
  return isThere && folded.length >= LEAST_LETTERS ? folded.length : 0;
}
