import { isDeepStrictEqual } from 'node:util';
import { DomainError, type Decider } from '../core/decider.js';
import { assertRoomForChange } from '../core/keptChanges.js';
import type { DocumentTypeConfig, FieldRule } from './documentTypeConfig.js';
import { configSchema, type DocumentTypeEvent } from './documentTypeEvents.js';
import { assertDocumentTypeId, assertUsable } from './documentTypeRules.js';
import { suggestRule } from './suggestedRules.js';

/** A document type as the API shows it. */
export interface DocumentType extends DocumentTypeConfig {
  context_id: string;
  /** `''` is global: shared by all tenants. */
  tenant_id: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
}

/** A document type as it was before a change. */
export interface DocumentTypeVersion {
  id: string;
  context_id: string;
  tenant_id: string;
  display_name: string;
  config: DocumentTypeConfig;
  /** Why the snapshot was taken. */
  note: string;
  /** ISO 8601 */
  created_at: string;
}

/** Which document type. */
export interface DocumentTypeId {
  tenant_id: string;
  context_id: string;
}

/** When, and the id that a snapshot taken on the way gets. */
interface Change {
  id: DocumentTypeId;
  /** ISO 8601 */
  at: string;
  version_id: string;
}

/** What can be asked of a document type. */
export type DocumentTypeCommand =
  | { type: 'define'; id: DocumentTypeId; config: DocumentTypeConfig; at: string }
  | ({ type: 'update'; changes: Partial<DocumentTypeConfig> } & Change)
  | ({ type: 'lock_fields' } & FieldsToLock & Change)
  | { type: 'remove'; id: DocumentTypeId; at: string }
  | ({ type: 'seed'; config: DocumentTypeConfig } & Change);

/** Fields to merge into the schema and rules to merge by field, with suggestions for fields that have none if wanted. */
export interface FieldsToLock {
  fields: { [field: string]: string };
  rules: { [field: string]: FieldRule };
  auto_suggest: boolean;
}

/** What has become of a document type. `origin` is that of its last change; `kept` is what each of its changes made of it. */
export type DocumentTypeState =
  | { status: 'absent' }
  | { status: 'defined'; origin: 'shipped' | 'user'; documentType: DocumentType; kept: readonly DocumentType[] }
  | { status: 'removed'; kept: readonly DocumentType[] };

/** The stream of a document type. */
export const documentTypeStream = (id: DocumentTypeId): string => `documentType-${id.tenant_id}:${id.context_id}`;

/** A configuration with the defaults of a new document type filled in. */
export const withDefaults = (
  given: Partial<DocumentTypeConfig> & Pick<DocumentTypeConfig, 'display_name' | 'output_schema'>,
): DocumentTypeConfig => ({ ...DEFAULTS, ...onlyConfig(given) });

const DEFAULTS = {
  input_type: 'document',
  analysis_type: 'extraction',
  model_hint: 'vlm',
  category: 'other',
  validation_rules: {},
  classify_hints: [],
  pipeline_steps: ['classify', 'extract', 'validate'],
  prompt_hint: '',
  enabled: true,
} satisfies Partial<DocumentTypeConfig>;

/** The rules of document types. */
export const documentType: Decider<DocumentTypeState, DocumentTypeCommand, DocumentTypeEvent> = {
  initial: { status: 'absent' },
  trialsApart: 'until_meant',

  decide(command, state) {
    switch (command.type) {
      case 'define':
        return define(command, state);
      case 'update':
        return update(command, state);
      case 'lock_fields':
        return lockFields(command, state);
      case 'remove':
        existing(command.id, state);
        return [{ type: 'DocumentTypeRemoved', data: { ...command.id, removed_at: command.at } }];
      case 'seed':
        return seed(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'DocumentTypeDefined':
      case 'DocumentTypeUpdated':
      case 'DocumentTypeFieldsLocked': {
        const before = state.status === 'defined' ? state.documentType : undefined;
        const after = applyToDocumentType(before, event);
        const origin = event.type === 'DocumentTypeFieldsLocked' ? 'user' : event.data.origin;
        if (!after) return state;
        // A type that was removed and is defined anew goes on with its stream.
        return { status: 'defined', origin, documentType: after, kept: [...keptOf(state), after] };
      }
      case 'DocumentTypeSnapshotTaken':
        return state;
      case 'DocumentTypeRemoved':
        return { status: 'removed', kept: keptOf(state) };
    }
  },
};

const keptOf = (state: DocumentTypeState): readonly DocumentType[] => (state.status === 'absent' ? [] : state.kept);

/** What an event makes of a document type; undefined where there is none (any more). Shared with the read model. */
export function applyToDocumentType(
  before: DocumentType | undefined,
  event: DocumentTypeEvent,
): DocumentType | undefined {
  switch (event.type) {
    case 'DocumentTypeDefined': {
      const { tenant_id, context_id, config, defined_at } = event.data;
      return { tenant_id, context_id, ...config, created_at: defined_at, updated_at: defined_at };
    }
    case 'DocumentTypeUpdated':
      return before && afterUpdate(before, event);
    case 'DocumentTypeFieldsLocked': {
      const { output_schema, validation_rules, locked_at } = event.data;
      return before && { ...before, output_schema, validation_rules, updated_at: locked_at };
    }
    case 'DocumentTypeSnapshotTaken':
      return before;
    case 'DocumentTypeRemoved':
      return undefined;
  }
}

/** The configuration of an update is all of it: what it leaves out is gone. */
function afterUpdate(
  { tenant_id, context_id, created_at }: DocumentType,
  { data: { config, updated_at } }: Extract<DocumentTypeEvent, { type: 'DocumentTypeUpdated' }>,
): DocumentType {
  return { tenant_id, context_id, ...config, created_at, updated_at };
}

type Command<Type extends DocumentTypeCommand['type']> = Extract<DocumentTypeCommand, { type: Type }>;

function define({ id, config, at }: Command<'define'>, state: DocumentTypeState): DocumentTypeEvent[] {
  assertDocumentTypeId(id);
  assertUsable(id.context_id, config);
  if (state.status === 'defined') {
    throw new DomainError('conflict', `The document type ${id.context_id} exists already`);
  }
  assertRoomForChange(keptOf(state), 'The document type');
  return [{ type: 'DocumentTypeDefined', data: { ...id, config, origin: 'user', defined_at: at } }];
}

function update(command: Command<'update'>, state: DocumentTypeState): DocumentTypeEvent[] {
  const before = existing(command.id, state);
  assertRoomForChange(keptOf(state), 'The document type');
  const config = { ...onlyConfig(before), ...onlyConfig(command.changes) };
  assertUsable(command.id.context_id, config);
  return [
    snapshot(command, before, 'Before an update'),
    { type: 'DocumentTypeUpdated', data: { ...command.id, config, origin: 'user', updated_at: command.at } },
  ];
}

function lockFields(command: Command<'lock_fields'>, state: DocumentTypeState): DocumentTypeEvent[] {
  const before = existing(command.id, state);
  assertRoomForChange(keptOf(state), 'The document type');
  const output_schema = { ...before.output_schema, ...command.fields };
  const validation_rules = { ...before.validation_rules, ...command.rules };
  if (command.auto_suggest) {
    for (const [field, hint] of Object.entries(output_schema)) {
      const suggested = Object.hasOwn(validation_rules, field) ? undefined : suggestRule(field, hint);
      if (suggested) validation_rules[field] = suggested;
    }
  }
  assertUsable(command.id.context_id, { ...onlyConfig(before), output_schema, validation_rules });
  return [
    snapshot(command, before, 'Before its fields were locked'),
    {
      type: 'DocumentTypeFieldsLocked',
      data: { ...command.id, output_schema, validation_rules, locked_at: command.at },
    },
  ];
}

// What a platform key made, changed or removed is left as it is.
function seed(command: Command<'seed'>, state: DocumentTypeState): DocumentTypeEvent[] {
  const { id, config, at } = command;
  assertDocumentTypeId(id);
  assertUsable(id.context_id, config);
  if (state.status === 'absent') {
    return [{ type: 'DocumentTypeDefined', data: { ...id, config, origin: 'shipped', defined_at: at } }];
  }
  if (state.status === 'removed' || state.origin === 'user') return [];
  if (isDeepStrictEqual(onlyConfig(state.documentType), onlyConfig(config))) return [];
  return [
    snapshot(command, state.documentType, 'Before an update of the shipped document types'),
    { type: 'DocumentTypeUpdated', data: { ...id, config, origin: 'shipped', updated_at: at } },
  ];
}

/** Said of a document type that neither the tenant nor the platform has. */
export const noDocumentType = (context_id: string): DomainError =>
  new DomainError('not_found', `There is no document type ${context_id.slice(0, 64)}`);

function existing(id: DocumentTypeId, state: DocumentTypeState): DocumentType {
  if (state.status === 'defined') return state.documentType;
  throw noDocumentType(id.context_id);
}

function snapshot(change: Change, before: DocumentType, note: string): DocumentTypeEvent {
  const { id, version_id, at } = change;
  return {
    type: 'DocumentTypeSnapshotTaken',
    data: { ...id, version_id, config: onlyConfig(before), note, taken_at: at },
  };
}

const CONFIG_KEYS = Object.keys(configSchema.shape) as (keyof DocumentTypeConfig)[];

/** The configuration alone: no ids, no times, nothing unknown, nothing undefined. */
export function onlyConfig<Given extends Partial<DocumentTypeConfig>>(
  given: Given,
): Pick<Given, keyof DocumentTypeConfig & keyof Given> {
  return Object.fromEntries(
    CONFIG_KEYS.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  ) as Pick<Given, keyof DocumentTypeConfig & keyof Given>;
}
