import { DomainError } from '../core/decider.js';
import type { Json } from '../core/json.js';
import { STEP_NAMES } from '../documents/index.js';

/** What an agent does, with all defaults filled in: what `readDefinition` makes of a definition. */
export interface AgentDefinition {
  /** What the classifier says to the `context_id` that is used for it. Its distinct values are what a case requires. */
  doc_type_map: { [classified: string]: string };
  /** Text that names a document type, as people write it, to its `context_id`. */
  classify_aliases: { [alias: string]: string };
  /** `min_doc_types`: from how many documents on the fields are compared. */
  cross_match: { enabled: boolean; match_fields: string[]; min_doc_types: number };
  /** Steps for all types, or by `context_id`. */
  pipeline_per_type: string[] | { [context_id: string]: string[] };
  /** 0 and 1: no conversation; 2: replies from templates; 3: also answers about what was read. */
  intelligence_level: number;
  [other: string]: Json;
}

/** A definition as it is stored and shown: what the caller gave, with the keys that Attest knows in their form. */
export interface AgentDefinitionGiven {
  [key: string]: Json;
}

/** Steps of a type for which the definition names none. */
export const DEFAULT_PIPELINE: readonly string[] = ['classify', 'extract', 'validate'];

/** Longest definition as JSON text, in characters of up to three bytes: an append holds two, and at most 1 MiB. */
const MAX_DEFINITION_LENGTH = 150_000;

/** Highest level of conversation there is. */
const HIGHEST_LEVEL = 3;

const DEFAULTS = {
  doc_type_map: {},
  classify_aliases: {},
  pipeline_per_type: [...DEFAULT_PIPELINE],
  intelligence_level: 0,
} satisfies Partial<AgentDefinition>;

/** A stored definition with its defaults: cross-match is on where fields are named, from two documents on. */
export function readDefinition(given: AgentDefinitionGiven): AgentDefinition {
  // It was held to its form when it was stored.
  const known = given as Partial<AgentDefinition>;
  const { match_fields = [], ...crossMatch }: Partial<AgentDefinition['cross_match']> = known.cross_match ?? {};
  const cross_match = { enabled: match_fields.length > 0, min_doc_types: 2, ...crossMatch, match_fields };
  return { ...DEFAULTS, ...known, cross_match };
}

/** The document types that a case of the agent requires, in the order in which the definition names them. */
export const requiredTypes = ({ doc_type_map }: Pick<AgentDefinition, 'doc_type_map'>): string[] => [
  ...new Set(Object.values(doc_type_map)),
];

/** The steps that a document of a type goes through. */
export function pipelineFor({ pipeline_per_type }: AgentDefinition, contextId: string): readonly string[] {
  if (Array.isArray(pipeline_per_type)) return pipeline_per_type;
  const steps = Object.hasOwn(pipeline_per_type, contextId) ? pipeline_per_type[contextId] : undefined;
  return steps ?? DEFAULT_PIPELINE;
}

/** Holds the keys that Attest knows to their form; others are the caller's own. @throws DomainError `invalid` */
export function assertUsableDefinition(definition: AgentDefinitionGiven): void {
  const { doc_type_map, classify_aliases, cross_match, pipeline_per_type, intelligence_level } = definition;
  if (doc_type_map !== undefined) assertTextMap('doc_type_map', doc_type_map);
  if (classify_aliases !== undefined) assertTextMap('classify_aliases', classify_aliases);
  if (cross_match !== undefined) assertCrossMatch(cross_match);
  if (pipeline_per_type !== undefined) assertPipelines(pipeline_per_type);
  if (intelligence_level !== undefined && !isWholeNumber(intelligence_level, 0, HIGHEST_LEVEL)) {
    throw invalid(`definition.intelligence_level must be a whole number from 0 to ${HIGHEST_LEVEL}`);
  }
  if (JSON.stringify(definition).length > MAX_DEFINITION_LENGTH) {
    throw invalid(`definition is too large: keep it below ${MAX_DEFINITION_LENGTH} characters of JSON`);
  }
}

function assertTextMap(key: string, value: Json): void {
  if (!isObject(value)) throw invalid(`definition.${key} must be an object of texts`);
  for (const [name, text] of Object.entries(value)) {
    if (isReserved(name) || name.trim() === '') throw invalid(`definition.${key} has the name ${quote(name)}`);
    if (typeof text !== 'string' || text.trim() === '' || text.length > 128) {
      throw invalid(`definition.${key}.${shorten(name)} must be the context_id of a document type`);
    }
  }
}

function assertCrossMatch(value: Json): void {
  if (!isObject(value)) throw invalid('definition.cross_match must be an object');
  const { enabled, match_fields, min_doc_types } = value;
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw invalid('definition.cross_match.enabled must be true or false');
  }
  if (match_fields !== undefined && !isListOfTexts(match_fields)) {
    throw invalid('definition.cross_match.match_fields must be a list of field names');
  }
  if (min_doc_types !== undefined && !isWholeNumber(min_doc_types, 1, 100)) {
    throw invalid('definition.cross_match.min_doc_types must be a whole number from 1 to 100');
  }
}

function assertPipelines(value: Json): void {
  if (!isObject(value)) return assertPipeline('definition.pipeline_per_type', value);
  for (const [contextId, steps] of Object.entries(value)) {
    if (isReserved(contextId)) throw invalid(`definition.pipeline_per_type has the name ${quote(contextId)}`);
    assertPipeline(`definition.pipeline_per_type.${shorten(contextId)}`, steps);
  }
}

const STEPS: readonly string[] = STEP_NAMES;

/** Holds a list of steps to those there are, each once. `where` is the field that holds it. @throws DomainError `invalid` */
export function assertPipeline(where: string, steps: Json): void {
  if (!isListOfTexts(steps)) throw invalid(`${where} must be a list of step names`);
  const unknown = steps.find((step) => !STEPS.includes(step));
  if (unknown !== undefined) {
    throw invalid(`${where} names the unknown step ${quote(unknown)}; known are ${STEP_NAMES.join(', ')}`);
  }
  const twice = steps.find((step, index) => steps.indexOf(step) !== index);
  if (twice !== undefined) throw invalid(`${where} names the step ${quote(twice)} twice`);
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isListOfTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.trim() !== '' && text.length <= 128);

const isWholeNumber = (value: Json, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const isReserved = (name: string): boolean => ['__proto__', 'constructor', 'prototype'].includes(name);

const invalid = (message: string): DomainError => new DomainError('invalid', message);

const shorten = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

const quote = (text: string): string => JSON.stringify(shorten(text));
