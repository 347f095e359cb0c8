import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import { labelsOfField } from '../extract/labels/fields/fieldLabels.js';
import { CONCEPT_LABELS, fieldWords } from '../extract/labels/lexicon.js';
import { compactText, foldText } from '../text/fold.js';
import type { PhraseIndex } from '../text/phraseIndex.js';
import { labelPhrase } from '../text/phraseSearch.js';

/** A label that some type knows, with the fields that types announce by it. */
export interface KnownLabel {
  label: string;
  /** Field name to how much speaks for it. */
  votes: Map<string, number>;
}

/** What the types of a tenant know of labels, as far as a document prints them. */
export interface LabelVocabulary {
  /** By the folded letters of the label. */
  labels: ReadonlyMap<string, KnownLabel>;
  /** Every word of every label that is known, on the document or not, folded. */
  words: ReadonlySet<string>;
  /** The type hint that most types give a field of this name. */
  hintOf(field: string): string | undefined;
}

/** What a type says of its own labels, its field's name, what forms in general print for a field of that name, and what any document does. */
const WORTH = { guidance: 1, name: 0.8, general: 0.5, concept: 0.02 } as const;

/** A label that a type has for a field, and where it is from. */
export interface LabelOfType {
  field: string;
  label: string;
  from: 'guidance' | 'name' | 'general';
}

/** Every label that a type has for its fields: what it says itself, the names of the fields, and what forms in general print for them. */
export function labelsOfType({
  output_schema,
  prompt_hint,
}: Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'>): LabelOfType[] {
  const fields = Object.keys(output_schema);
  const guidance = labelsInGuidance(prompt_hint, fields);
  return fields.flatMap((field) => [
    ...(guidance.get(field) ?? []).map((label) => ({ field, label, from: 'guidance' as const })),
    { field, label: fieldWords(field), from: 'name' as const },
    ...labelsOfField(field).map((label) => ({ field, label, from: 'general' as const })),
  ]);
}

/**
 * Gathers the labels of all types that stand on a document. Each type votes for its own names, as much as it is like the document.
 *
 * @param likeness 0 to 1 by `context_id`
 */
export function labelVocabulary(
  types: readonly EngineDocumentType[],
  likeness: (contextId: string) => number,
  onPage: PhraseIndex,
): LabelVocabulary {
  const labels = new Map<string, KnownLabel>();
  const seen = new Map<string, boolean>();
  const words = new Set<string>();
  const isOnPage = (compact: string, label: string): boolean => {
    const known = seen.get(compact) ?? onPage.find(labelPhrase(label)).length > 0;
    seen.set(compact, known);
    return known;
  };
  const vote = (label: string, field: string, weight: number): void => {
    const compact = compactText(label);
    if (!seen.has(compact)) for (const word of foldText(label).split(' ')) words.add(word);
    if (compact === '' || !isOnPage(compact, label)) return;
    const known = labels.get(compact) ?? { label, votes: new Map<string, number>() };
    known.votes.set(field, (known.votes.get(field) ?? 0) + weight);
    labels.set(compact, known);
  };
  const hints = new Map<string, Map<string, number>>();
  for (const type of types) {
    const like = likeness(type.context_id);
    for (const [field, hint] of Object.entries(type.output_schema)) countVote(hints, field, withoutNull(hint), like);
    for (const { field, label, from } of labelsOfType(type)) vote(label, field, like * WORTH[from]);
  }
  for (const [concept, its] of CONCEPT_LABELS) for (const label of its) vote(label, concept, WORTH.concept);
  return { labels, words, hintOf: (field) => mostOf(hints.get(field)) };
}

/** Every word, folded, of every label that is known. */
export function allLabelWords(types: readonly EngineDocumentType[]): ReadonlySet<string> {
  const labels = types.flatMap((type) => labelsOfType(type).map(({ label }) => label));
  const texts = new Set([...labels, ...[...CONCEPT_LABELS.values()].flat()]);
  return new Set([...texts].flatMap((text) => foldText(text).split(' ')));
}

/** The field that most speaks for; by name where as much speaks for two, so that the answer is always the same. */
export const mostOf = (votes: ReadonlyMap<string, number> | undefined): string | undefined =>
  [...(votes ?? [])].sort(([one, its], [other, others]) => others - its || (one < other ? -1 : 1))[0]?.[0];

/** A type hint without the leave to be empty. */
export const withoutNull = (hint: string): string => hint.replace(/\s+or\s+null\s*$/i, '').trim();

/** Adds to what speaks for something. */
export function countVote(counts: Map<string, Map<string, number>>, of: string, what: string, weight = 1): void {
  const its = counts.get(of) ?? new Map<string, number>();
  its.set(what, (its.get(what) ?? 0) + weight);
  counts.set(of, its);
}
