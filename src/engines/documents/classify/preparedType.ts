import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import { fieldWords } from '../extract/labels/lexicon.js';
import { foldText } from '../text/fold.js';
import { searchablePhrase, type Phrase } from '../text/phraseSearch.js';

/** The words of a document type, ready to be looked for. */
export interface PreparedType {
  hints: readonly Phrase[];
  /** Per field of its schema, the labels that may announce it, folded. */
  labels: readonly (readonly string[])[];
}

/** The types of a tenant are the same for every document, and folding their thousands of words takes longer than the search. */
const MOST_REMEMBERED = 500;
const prepared = new Map<string, PreparedType>();

/** Prepares a document type, once as long as its words stay the same. */
export function prepareType(type: EngineDocumentType): PreparedType {
  const fields = Object.keys(type.output_schema);
  const key = [type.context_id, type.display_name, ...type.classify_hints, ...fields, type.prompt_hint].join('\n');
  const known = prepared.get(key);
  if (known) return known;
  const guidance = labelsInGuidance(type.prompt_hint, fields);
  const result = {
    hints: distinctPhrases([...type.classify_hints, ...ownNames(type)]),
    labels: fields.map((field) => [fieldWords(field), ...(guidance.get(field) ?? []).map(foldText)]),
  };
  if (prepared.size >= MOST_REMEMBERED) prepared.clear();
  prepared.set(key, result);
  return result;
}

/** The words a document type goes by itself count like one of its hints. */
const ownNames = (type: EngineDocumentType): string[] => [type.display_name, type.context_id.replaceAll('_', ' ')];

function distinctPhrases(hints: readonly string[]): Phrase[] {
  const byCompact = new Map<string, Phrase>();
  for (const phrase of hints.map(searchablePhrase)) {
    if (phrase.compact.length > 2 && !byCompact.has(phrase.compact)) byCompact.set(phrase.compact, phrase);
  }
  return [...byCompact.values()];
}
