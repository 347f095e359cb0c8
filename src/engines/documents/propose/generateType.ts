import { guidanceFor, type DocumentTypeConfig, type FieldRule } from '../../../domain/documentTypes/index.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import { labelsOfField } from '../extract/labels/fields/fieldLabels.js';
import { CONCEPT_LABELS, fieldWords } from '../extract/labels/lexicon.js';
import { foldText } from '../text/fold.js';
import { labelPhrase } from '../text/phraseSearch.js';
import { HINT_WORDS } from './descriptionWords.js';
import { mostOf, withoutNull } from './labelVocabulary.js';
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
  const named = read.fields.map((field) => ({ ...namedField(field, topic, types), field }));
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

/** The name that the type it is about has for a field, else the one that any type has, else its own words; with the form of its values. */
function namedField(
  field: DescribedField,
  topic: EngineDocumentType | undefined,
  types: readonly EngineDocumentType[],
): { name: string; hint: string } {
  const compact = labelPhrase(field.words).compact;
  const own = nameOf(field.words) ?? `field_${compact.length}`;
  const known =
    (topic && fieldCalled(compact, [topic], 1)) ?? (isFieldOf(own, types) ? own : fieldCalled(compact, types, 2));
  const name = known ?? own;
  const hint = field.options.length > 0 ? `enum(${field.options.join('|')})` : hintFor(name, field.words, topic, types);
  return { name, hint: field.optional ? `${hint} or null` : hint };
}

const isFieldOf = (name: string, types: readonly EngineDocumentType[]): boolean =>
  types.some(({ output_schema }) => Object.hasOwn(output_schema, name));

/** The field that most of the types announce by a label, when at least so many votes are for it. */
function fieldCalled(compact: string, types: readonly EngineDocumentType[], least: number): string | undefined {
  const votes = new Map<string, number>();
  const vote = (field: string): unknown => votes.set(field, (votes.get(field) ?? 0) + 1);
  for (const { output_schema, prompt_hint } of types) {
    const fields = Object.keys(output_schema);
    const guidance = labelsInGuidance(prompt_hint, fields);
    for (const field of fields) {
      const labels = [fieldWords(field), ...(guidance.get(field) ?? []), ...labelsOfField(field)];
      if (labels.some((label) => labelPhrase(label).compact === compact)) vote(field);
    }
  }
  for (const [concept, labels] of types.length > 1 ? CONCEPT_LABELS : []) {
    if (labels.some((label) => labelPhrase(label).compact === compact)) vote(concept);
  }
  const field = mostOf(votes);
  return field !== undefined && votes.get(field)! >= least ? field : undefined;
}

/** What most types say of a field of that name, else what its words do. */
function hintFor(
  name: string,
  words: string,
  topic: EngineDocumentType | undefined,
  types: readonly EngineDocumentType[],
): string {
  const inTopic = topic?.output_schema[name];
  if (inTopic !== undefined) return withoutNull(inTopic);
  const votes = new Map<string, number>();
  for (const { output_schema } of types) {
    const hint = Object.hasOwn(output_schema, name) ? withoutNull(output_schema[name]!) : undefined;
    if (hint !== undefined) votes.set(hint, (votes.get(hint) ?? 0) + 1);
  }
  const byWords = (): string | undefined =>
    HINT_WORDS.find(([pattern]) => pattern.test(words) || pattern.test(name.replaceAll('_', ' ')))?.[1];
  return mostOf(votes) ?? byWords() ?? 'string';
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
