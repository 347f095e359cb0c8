import { z } from 'zod';
import { DomainError } from '../core/decider.js';
import { quote, shorten } from '../core/quote.js';
import type { Json } from '../core/json.js';
import { MOST_RETENTION_DAYS } from '../core/retention.js';
import {
  CHECK_WEIGHTS,
  type CheckPolicy,
  POLICY_ACTIONS,
  POLICY_KEYS,
  type PolicyAction,
  STEP_NAMES,
} from '../documents/index.js';
import { alternativesOf, DEMANDS, requiredBy } from './agentDemands.js';
import { didYouMean, knownAre, probablyMeant } from '../core/spelling.js';
import { canBeName, record, textWhich, wholeNumber } from '../core/forms.js';

/** What an agent does, with all defaults filled in: what `readDefinition` makes of a definition. */
export interface AgentDefinition {
  /** What the classifier says to the `context_id` that is used for it. Its distinct values are what a case requires, unless `required` says otherwise. */
  doc_type_map: { [classified: string]: string };
  /** Text that names a document type, as people write it, to its `context_id`. */
  classify_aliases: { [alias: string]: string };
  /** `min_doc_types`: from how many documents on the fields are compared. */
  cross_match: { enabled: boolean; match_fields: string[]; min_doc_types: number };
  /** Steps for all types, or by `context_id`; exactly `DEFAULT_PIPELINE` where each type goes through its own. */
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

/** What a definition has that names no steps: each type then goes through its own. */
export const DEFAULT_PIPELINE: readonly string[] = ['classify', 'extract', 'validate'];

/** Longest definition as JSON text, in characters of up to three bytes: an append holds two, and at most 1 MiB. */
const MAX_DEFINITION_LENGTH = 150_000;

/** Most document types of one agent: all of them are looked up for every case, document and run. */
const MOST_TYPES = 100;

/** Most fields that are compared: each is looked for in every document of a case. */
const MOST_MATCH_FIELDS = 500;

/** Highest level of conversation there is. */
const HIGHEST_LEVEL = 3;

const KNOWN_STEPS: readonly string[] = STEP_NAMES;

const steps = z
  .array(textWhich('must be the name of a step'), { error: 'must be a list of step names' })
  .check((list) => {
    const unknown = list.value.find((step) => !KNOWN_STEPS.includes(step));
    const refuse = (message: string): void =>
      void list.issues.push({ code: 'custom', input: list.value, message, continue: true });
    if (unknown !== undefined) {
      refuse(`names the unknown step ${quote(unknown)}${knownAre(unknown, STEP_NAMES)}`);
      return;
    }
    // Only here: of the few steps that are known one comes again soon, of any others there can be very many.
    const twice = list.value.find((step, index) => list.value.indexOf(step) !== index);
    if (twice !== undefined) refuse(`names the step ${quote(twice)} twice`);
  });

const contextIds = record(textWhich('must be the context_id of a document type'), 'must be an object of texts');
const fieldName = textWhich('must be the name of a field').refine(canBeName, {
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

const NO_POLICY_KEY = `is neither the code of a check, nor of a reason that a policy can name, nor a weight (${CHECK_WEIGHTS.join(', ')})`;

const policy = z
  .record(z.string(), z.enum(POLICY_ACTIONS, { error: `must be one of ${POLICY_ACTIONS.join(', ')}` }), {
    error: 'must be an object from codes and weights to what they do',
  })
  .check(({ value, issues }) => {
    const unknown = Object.keys(value).find((key) => !POLICY_KEYS.includes(key));
    if (unknown === undefined) return;
    const message = `${NO_POLICY_KEY}${didYouMean(probablyMeant(unknown, POLICY_KEYS))}`;
    issues.push({ code: 'custom', input: value, path: [unknown], message, continue: true });
  });

const retentionDays = wholeNumber(1, MOST_RETENTION_DAYS);

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
  policy: policy.optional(),
  intelligence_level: wholeNumber(0, HIGHEST_LEVEL).default(0),
  require_reason: z.boolean({ error: 'must be true or false' }).default(false),
  retention_days: retentionDays.optional(),
  ...DEMANDS,
});

// What was stored before these keys had a meaning must not keep an agent from working: who reads them takes what has their form.
const STORED_DEFINITION = DEFINITION.omit({
  ...{ policy: true, required: true, rules: true, sides: true, face_match: true, capture: true, retention_days: true },
});

/** The keys that Attest knows, by where they stand. */
export const KNOWN_KEYS = {
  definition: Object.keys(DEFINITION.shape),
  cross_match: Object.keys(crossMatch.shape),
} as const;

/** A stored definition with its defaults: cross-match is on where fields are named, from two documents on. */
export const readDefinition = (given: AgentDefinitionGiven): AgentDefinition =>
  STORED_DEFINITION.parse(given) as AgentDefinition;

/** What a definition says findings do to a case, by the code of a check or by a weight; what it does not name goes by the default. */
export function policyOf({ policy: given }: { policy?: Json }): CheckPolicy {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return {};
  const isAction = (value: unknown): value is PolicyAction => POLICY_ACTIONS.some((action) => action === value);
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, action]) => (isAction(action) ? [[key, action]] : [])),
  );
}

/** Days for which what was done with the agent is kept after its end; undefined where that is for good. */
export const retentionDaysOf = ({ retention_days }: { readonly [key: string]: Json }): number | undefined =>
  retentionDays.safeParse(retention_days).data;

/** What a definition says of the types that it asks for. */
export type AskedTypes = Pick<AgentDefinition, 'doc_type_map'> & { required?: Json };

/**
 * What a case of the agent requires, in the order in which the definition names it: types, and `a|b` where one of several types will do.
 * Where the definition does not say, one document of each type that it uses.
 */
export const requiredTypes = (definition: AskedTypes): string[] => [
  ...new Set(requiredBy(definition) ?? Object.values(definition.doc_type_map)),
];

/** The document types that the agent works with: those it maps to, and others that it requires. */
export const usedTypes = (definition: AskedTypes): string[] => [
  ...new Set([...Object.values(definition.doc_type_map), ...requiredTypes(definition).flatMap(alternativesOf)]),
];

/**
 * The steps that the agent puts a document of a type through; undefined where it goes through those of its type: where the definition says
 * nothing of it, or exactly the default that agents are built with.
 */
export function pipelineFor(
  { pipeline_per_type }: Pick<AgentDefinition, 'pipeline_per_type'>,
  contextId: string,
): readonly string[] | undefined {
  if (!Array.isArray(pipeline_per_type)) {
    return Object.hasOwn(pipeline_per_type, contextId) ? pipeline_per_type[contextId] : undefined;
  }
  return isDefault(pipeline_per_type) ? undefined : pipeline_per_type;
}

const isDefault = (steps: readonly string[]): boolean =>
  steps.length === DEFAULT_PIPELINE.length && steps.every((step, index) => step === DEFAULT_PIPELINE[index]);

/** Holds the keys that Attest knows to their form; others are the caller's own. @throws DomainError `invalid` */
export function assertUsableDefinition(definition: AgentDefinitionGiven): void {
  assertForm('definition', DEFINITION, definition);
  if (usedTypes(readDefinition(definition)).length > MOST_TYPES) {
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
