import { z } from 'zod';
import { defineEvent, type EventOf } from '../core/event.js';
import { FORMATS, type DocumentDescription } from './documentDescription.js';
import {
  ANALYSIS_TYPES,
  CATEGORIES,
  INPUT_TYPES,
  MODEL_HINTS,
  type DocumentTypeConfig,
  type FieldRule,
} from './documentTypeConfig.js';

const rules = z.record(
  z.string(),
  z.object({
    required: z.boolean().optional(),
    regex: z.string().optional(),
    mask: z.boolean().optional(),
    format: z.string().optional(),
  }) satisfies z.ZodType<FieldRule>,
);

const description = z.object({
  kind: z.string().optional(),
  countries: z.array(z.string()).optional(),
  format: z.enum(FORMATS).optional(),
  issuer: z.object({ name: z.string().optional(), address: z.string().optional() }).optional(),
}) satisfies z.ZodType<DocumentDescription>;

/** Shape of a configuration in an event. */
export const configSchema = z.object({
  display_name: z.string(),
  input_type: z.enum(INPUT_TYPES),
  analysis_type: z.enum(ANALYSIS_TYPES),
  model_hint: z.enum(MODEL_HINTS),
  category: z.enum(CATEGORIES),
  output_schema: z.record(z.string(), z.string()),
  validation_rules: rules,
  classify_hints: z.array(z.string()),
  pipeline_steps: z.array(z.string()),
  prompt_hint: z.string(),
  enabled: z.boolean(),
  describes: description.optional(),
}) satisfies z.ZodType<DocumentTypeConfig>;

const identity = { tenant_id: z.string(), context_id: z.string() };

/** Who made the type what it is: the shipped presets, or someone with a key. */
const origin = z.enum(['shipped', 'user']);

/** A document type came to be, or came back after it was removed. */
export const DocumentTypeDefined = defineEvent(
  'DocumentTypeDefined',
  z.object({ ...identity, config: configSchema, origin, defined_at: z.string() }),
);

/** What the type was before a change was kept as a version. */
export const DocumentTypeSnapshotTaken = defineEvent(
  'DocumentTypeSnapshotTaken',
  z.object({ ...identity, version_id: z.string(), config: configSchema, note: z.string(), taken_at: z.string() }),
);

/** The type was changed; `config` is all of it as it is now. */
export const DocumentTypeUpdated = defineEvent(
  'DocumentTypeUpdated',
  z.object({ ...identity, config: configSchema, origin, updated_at: z.string() }),
);

/** Fields and rules were settled; the schema and the rules are all of them as they are now. */
export const DocumentTypeFieldsLocked = defineEvent(
  'DocumentTypeFieldsLocked',
  z.object({
    ...identity,
    output_schema: z.record(z.string(), z.string()),
    validation_rules: rules,
    locked_at: z.string(),
  }),
);

/** The type is no longer there. */
export const DocumentTypeRemoved = defineEvent(
  'DocumentTypeRemoved',
  z.object({ ...identity, removed_at: z.string() }),
);

/** What can happen to a document type. */
export type DocumentTypeEvent =
  | EventOf<typeof DocumentTypeDefined>
  | EventOf<typeof DocumentTypeSnapshotTaken>
  | EventOf<typeof DocumentTypeUpdated>
  | EventOf<typeof DocumentTypeFieldsLocked>
  | EventOf<typeof DocumentTypeRemoved>;

/** Every event type of document types. */
export const documentTypeEventDefinitions = [
  DocumentTypeDefined,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
] as const;
