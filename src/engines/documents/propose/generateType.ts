import { guidanceFor, type DocumentTypeConfig, type FieldRule } from '../../../domain/documentTypes/index.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import { CONCEPT_LABELS } from '../extract/labels/lexicon.js';
import { foldText } from '../text/fold.js';
import { labelPhrase, searchablePhrase } from '../text/phraseSearch.js';
import { HINT_WORDS } from './descriptionWords.js';
import { countVote, labelsOfType, mostOf, withoutNull } from './labelVocabulary.js';
import { readDescription, type DescribedField } from './readDescription.js';
import { findTopic } from './topic.js';
import { nameOf } from './unknownLabels.js';

/** A document type that a description suggests. */
export type GeneratedType = Pick<
  DocumentTypeConfig,
  | 'display_name'
  | 'category'
  | 'input_type'
  | 'analysis_type'
  | 'model_hint'
  | 'output_schema'
  | 'classify_hints'
  | 'prompt_hint'
> & {
  /** In snake_case, made of what the document is called. */
  context_id: string;
  /** What the description and the type it is about say of each field; what a name suggests is not among it. */
  validation_rules: { [field: string]: FieldRule };
};

/** What a type is called of which nothing is said. */
const NAMELESS = 'Document';
/** Of a document of which nothing is known and no field is named. */
const PLAIN_FIELDS = { title: 'string', date: 'date YYYY-MM-DD or null' };
const SCENE_FIELDS = { description: 'string' };
/** What it is called and recognised by; more of the hints of a known type are of its issuers. */
const LONGEST_NAME = 200;

/**
 * Makes a document type out of a description in plain words, by what the known types know: what such a document is, what its fields are
 * called, in which form they are written and which labels announce them. A field that none of them knows is named by its own words.
 */
export function generateType(description: string, types: readonly EngineDocumentType[]): GeneratedType {
  const read = readDescription(description);
  const topic = findTopic(read.name, types) ?? findTopic(description, types);
  const name = (read.name || topic?.display_name || NAMELESS).slice(0, LONGEST_NAME);
  const isScene = read.isPicture && read.fields.length === 0;
  const known = read.fields.length > 0 ? knownFields(topic, types) : undefined;
  const named = known ? read.fields.map((field) => ({ ...namedField(field, known), field })) : [];
  const schema = read.kindAlone ? {} : schemaOf(named, topic, isScene);
  return {
    context_id: nameOf(name) ?? 'document',
    display_name: name.charAt(0).toUpperCase() + name.slice(1),
    category: isScene ? 'scene' : (topic?.category ?? 'other'),
    input_type: read.isPicture ? 'image' : (topic?.input_type ?? 'document'),
    analysis_type: read.kindAlone ? 'classification' : isScene ? 'scene_understanding' : 'extraction',
    model_hint: topic?.category === 'identity' || read.isPicture ? 'vlm' : 'llm',
    output_schema: schema,
    validation_rules: rulesOf(named, topic, schema),
    classify_hints: [...new Set([name, ...(isScene ? [] : (topic?.classify_hints ?? []))])],
    prompt_hint: guidanceFor(labelsOf(named, topic, schema)),
  };
}

interface NamedField {
  name: string;
  hint: string;
  field: DescribedField;
}

function schemaOf(
  named: readonly NamedField[],
  topic: EngineDocumentType | undefined,
  isScene: boolean,
): { [field: string]: string } {
  if (named.length > 0) return Object.fromEntries(named.map(({ name, hint }) => [name, hint]));
  if (isScene) return SCENE_FIELDS;
  return topic ? { ...topic.output_schema } : PLAIN_FIELDS;
}

/** What a field that a description names is looked up in. */
interface KnownFields {
  topic: EngineDocumentType | undefined;
  /** By label, folded, how many types give it to which field: of the type it is about, and of all. */
  ofTopic: LabelIndex;
  ofAll: LabelIndex;
  /** By field name, how many types give it which type hint. */
  hints: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

type LabelIndex = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Read once for all fields of a description: types are hundreds, and labels tens of thousands. */
function knownFields(topic: EngineDocumentType | undefined, types: readonly EngineDocumentType[]): KnownFields {
  const hints = new Map<string, Map<string, number>>();
  for (const { output_schema } of types) {
    for (const [field, hint] of Object.entries(output_schema)) countVote(hints, field, withoutNull(hint));
  }
  return { topic, ofTopic: labelIndex(topic ? [topic] : []), ofAll: labelIndex(types), hints };
}

function labelIndex(types: readonly EngineDocumentType[]): LabelIndex {
  const index = new Map<string, Map<string, number>>();
  for (const type of types) {
    // Once for a field, however many ways of writing it come to the same.
    const seen = new Set<string>();
    for (const { field, label } of labelsOfType(type)) {
      const { compact } = labelPhrase(label);
      if (seen.has(`${field} ${compact}`)) continue;
      seen.add(`${field} ${compact}`);
      countVote(index, compact, field);
    }
  }
  for (const [concept, labels] of types.length > 1 ? CONCEPT_LABELS : []) {
    for (const label of labels) countVote(index, labelPhrase(label).compact, concept);
  }
  return index;
}

/** One type that has a label for a field is not enough to call any document's field so. */
const LEAST_VOTES = 2;

/** The name that the type it is about has for a field, else the one that types in general have, else its own words; with the form of its values. */
function namedField(field: DescribedField, known: KnownFields): { name: string; hint: string } {
  const { compact } = searchablePhrase(field.words);
  const own = nameOf(field.words) ?? `field_${compact.length}`;
  const general = (): string | undefined => {
    const votes = known.ofAll.get(compact);
    const most = mostOf(votes);
    return most !== undefined && votes!.get(most)! >= LEAST_VOTES ? most : undefined;
  };
  const name = mostOf(known.ofTopic.get(compact)) ?? (known.hints.has(own) ? own : (general() ?? own));
  const hint = field.options.length > 0 ? `enum(${field.options.join('|')})` : hintFor(name, field.words, known);
  return { name, hint: field.optional ? `${hint} or null` : hint };
}

/** What the type it is about says of a field of that name, else most types, else its words. */
function hintFor(name: string, words: string, { topic, hints }: KnownFields): string {
  const inTopic = topic && Object.hasOwn(topic.output_schema, name) ? topic.output_schema[name] : undefined;
  const byWords = (): string | undefined =>
    HINT_WORDS.find(([pattern]) => pattern.test(words) || pattern.test(name.replaceAll('_', ' ')))?.[1];
  return (inTopic && withoutNull(inTopic)) ?? mostOf(hints.get(name)) ?? byWords() ?? 'string';
}

function rulesOf(
  named: readonly NamedField[],
  topic: EngineDocumentType | undefined,
  schema: { [field: string]: string },
): { [field: string]: FieldRule } {
  const asked = new Map(named.map(({ name, field }) => [name, field]));
  return Object.fromEntries(
    Object.keys(schema).flatMap((name) => {
      const field = asked.get(name);
      // Of a field that somebody names, whether it must be there is his to say.
      const { required, ...form } = topic?.validation_rules[name] ?? {};
      const rule: FieldRule = {
        ...form,
        ...((field ? field.required : required) && { required: true }),
        ...(field?.masked && { mask: true }),
      };
      return Object.keys(rule).length > 0 ? [[name, rule] as const] : [];
    }),
  );
}

function labelsOf(
  named: readonly NamedField[],
  topic: EngineDocumentType | undefined,
  schema: { [field: string]: string },
): { name: string; labels: string[] }[] {
  const ofTopic = topic ? labelsInGuidance(topic.prompt_hint, Object.keys(schema)) : new Map<string, string[]>();
  return Object.keys(schema).map((name) => {
    const own = named.filter((one) => one.name === name).map(({ field }) => field.words);
    const known = ofTopic.get(name) ?? [];
    const isNew = (label: string): boolean => !known.some((other) => foldText(other) === foldText(label));
    return { name, labels: [...own.filter(isNew), ...known] };
  });
}
