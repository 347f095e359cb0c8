import { z } from 'zod';
import { DomainError } from '../core/decider.js';
import { quote, shorten } from '../core/quote.js';
import type { Json } from '../core/json.js';
import { isShortText } from '../core/text.js';
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
  /** Whether a decision in review needs a reason. */
  require_reason: boolean;
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

/** Most document types of one agent: all of them are looked up for every case, document and run. */
const MOST_TYPES = 100;

/** Most fields that are compared: each is looked for in every document of a case. */
const MOST_MATCH_FIELDS = 500;

/** Highest level of conversation there is. */
const HIGHEST_LEVEL = 3;

/** Names of objects that JavaScript gives a meaning of its own. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const name = z.string().refine((text) => text.trim() !== '' && !RESERVED.includes(text));

const textWhich = (error: string) => z.string({ error }).refine((text) => isShortText(text, 128), { error });

const record = <Value extends z.ZodType>(value: Value, error: string) =>
  z.record(name, value, { error: ({ code }) => (code === 'invalid_key' ? 'cannot be a name here' : error) });

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

const KNOWN_STEPS: readonly string[] = STEP_NAMES;

const steps = z
  .array(textWhich('must be the name of a step'), { error: 'must be a list of step names' })
  .check((list) => {
    const unknown = list.value.find((step) => !KNOWN_STEPS.includes(step));
    const refuse = (message: string): void =>
      void list.issues.push({ code: 'custom', input: list.value, message, continue: true });
    if (unknown !== undefined) {
      refuse(`names the unknown step ${quote(unknown)}; known are ${STEP_NAMES.join(', ')}`);
      return;
    }
    // Only here: of the few steps that are known one comes again soon, of any others there can be very many.
    const twice = list.value.find((step, index) => list.value.indexOf(step) !== index);
    if (twice !== undefined) refuse(`names the step ${quote(twice)} twice`);
  });

const contextIds = record(textWhich('must be the context_id of a document type'), 'must be an object of texts');
const fieldName = textWhich('must be the name of a field').refine((text) => !RESERVED.includes(text), {
  error: 'cannot be the name of a field',
});
const fieldNames = z
  .array(fieldName, { error: 'must be a list of field names' })
  .max(MOST_MATCH_FIELDS, { error: `must name at most ${MOST_MATCH_FIELDS} fields` });
const crossMatch = z.looseObject(
  {
    enabled: z.boolean({ error: 'must be true or false' }).optional(),
    match_fields: fieldNames.default([]),
    min_doc_types: wholeNumber(1, 100).default(2),
  },
  { error: 'must be an object' },
);

/** The keys that Attest knows, with their defaults; others are the caller's own. */
const DEFINITION = z.looseObject({
  doc_type_map: contextIds.default({}),
  classify_aliases: contextIds.default({}),
  cross_match: crossMatch
    .transform((given) => ({ ...given, enabled: given.enabled ?? given.match_fields.length > 0 }))
    .prefault({}),
  pipeline_per_type: z
    .union([steps, record(steps, '')], { error: 'must be a list of step names, or one for each document type' })
    .default([...DEFAULT_PIPELINE]),
  intelligence_level: wholeNumber(0, HIGHEST_LEVEL).default(0),
  require_reason: z.boolean({ error: 'must be true or false' }).default(false),
});

/** The keys that Attest knows, by where they stand. */
export const KNOWN_KEYS = {
  definition: Object.keys(DEFINITION.shape),
  cross_match: Object.keys(crossMatch.shape),
} as const;

/** A stored definition with its defaults: cross-match is on where fields are named, from two documents on. */
export const readDefinition = (given: AgentDefinitionGiven): AgentDefinition =>
  DEFINITION.parse(given) as AgentDefinition;

/** The document types that a case of the agent requires, in the order in which the definition names them. */
export const requiredTypes = ({ doc_type_map }: Pick<AgentDefinition, 'doc_type_map'>): string[] => [
  ...new Set(Object.values(doc_type_map)),
];

/** The steps that a document of a type goes through. */
export function pipelineFor(
  { pipeline_per_type }: Pick<AgentDefinition, 'pipeline_per_type'>,
  contextId: string,
): readonly string[] {
  if (Array.isArray(pipeline_per_type)) return pipeline_per_type;
  const steps = Object.hasOwn(pipeline_per_type, contextId) ? pipeline_per_type[contextId] : undefined;
  return steps ?? DEFAULT_PIPELINE;
}

/** Holds the keys that Attest knows to their form; others are the caller's own. @throws DomainError `invalid` */
export function assertUsableDefinition(definition: AgentDefinitionGiven): void {
  assertForm('definition', DEFINITION, definition);
  if (requiredTypes(readDefinition(definition)).length > MOST_TYPES) {
    throw new DomainError('invalid', `definition.doc_type_map names more than ${MOST_TYPES} document types`);
  }
  if (JSON.stringify(definition).length > MAX_DEFINITION_LENGTH) {
    throw new DomainError(
      'invalid',
      `definition is too large: keep it below ${MAX_DEFINITION_LENGTH} characters of JSON`,
    );
  }
}

/** Holds a list of steps to those there are, each once. `where` is the field that holds it. @throws DomainError `invalid` */
export const assertPipeline = (where: string, given: readonly string[]): void => assertForm(where, steps, given);

/** Holds fields to compare to the form and the number that a definition takes. @throws DomainError `invalid` */
export const assertMatchFields = (where: string, given: readonly string[]): void =>
  assertForm(where, fieldNames, given);

function assertForm(where: string, form: z.ZodType, value: unknown): void {
  const [issue] = form.safeParse(value).error?.issues ?? [];
  if (!issue) return;
  const place = [where, ...issue.path.map((part) => shorten(String(part)))].join('.');
  throw new DomainError('invalid', `${place} ${issue.message}`);
}
