import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import { DomainError, fold } from '../../domain/core/decider.js';
import {
  documentType,
  documentTypeStream,
  onlyConfig,
  withDefaults,
  type DocumentType,
  type DocumentTypeCommand,
  type DocumentTypeId,
  type DocumentTypeState,
} from '../../domain/documentTypes/documentType.js';
import type { DocumentTypeConfig, FieldRule } from '../../domain/documentTypes/documentTypeConfig.js';
import { assertPatternLimits } from '../../domain/documentTypes/patternLimits.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import type { PatternFault, RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { Clock } from '../../platform/clock.js';
import { committed, revisionAfter, type CommandHandler, type Handled } from '../core/commandHandler.js';
import type { AtRevision, CommandContext, Committed } from '../core/context.js';
import { assertMembersThere, type KnownTypes } from './typeReferences.js';

/** A new document type; what is left out takes its default. */
export type DefineDocumentType = DocumentTypeId &
  Pick<DocumentTypeConfig, 'display_name' | 'output_schema'> &
  Partial<DocumentTypeConfig>;

/** What `lock-fields` is asked for. */
export interface LockFields {
  /** Field to type hint, merged into `output_schema`. */
  fields: { [field: string]: string };
  /** Merged into `validation_rules` field by field. */
  rules?: { [field: string]: FieldRule };
  /** Suggest rules by field name for fields that have none. */
  auto_suggest?: boolean;
}

/** A document type after a change, and as it was before. */
export interface ChangedDocumentType {
  now: AtRevision<DocumentType>;
  before: DocumentType;
}

/** A shipped document type: a file of `presets/`. */
export type Preset = DocumentTypeConfig & { context_id: string };

/**
 * What can be asked of document types. All but `define` refuse an unknown type with `not_found`; with `ifRevision` a type is changed only where
 * its stream is at one of these.
 */
export interface DocumentTypeCommands {
  /** @throws DomainError `conflict` when the tenant has the type already, `invalid` for a configuration that cannot work */
  define(context: CommandContext, input: DefineDocumentType): Promise<Committed<DocumentType>>;
  /** Replaces the given parts as wholes, keeping a snapshot of what was before. @throws DomainError `invalid`, `not_found`, `changed` */
  update(
    context: CommandContext,
    id: DocumentTypeId,
    changes: Partial<DocumentTypeConfig>,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<ChangedDocumentType>>;
  /** What an update would make of it, held to all that an update is; nothing is written. @throws DomainError as `update` does */
  draft(id: DocumentTypeId, changes: Partial<DocumentTypeConfig>): Promise<DocumentType>;
  /** @throws DomainError `not_found`, `changed` */
  remove(context: CommandContext, id: DocumentTypeId, ifRevision?: readonly bigint[]): Promise<Committed<void>>;
  /** Merges fields and rules, keeping a snapshot of what was before. @throws DomainError `invalid`, `not_found`, `changed` */
  lockFields(
    context: CommandContext,
    id: DocumentTypeId,
    input: LockFields,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<ChangedDocumentType>>;
  /**
   * Makes the global types those that ship: adds new ones, updates changed ones that nobody edited, leaves the rest.
   * Does nothing when nothing changed. `value` counts what was done.
   */
  seedPresets(
    context: CommandContext,
    presets: readonly Preset[],
  ): Promise<Committed<{ defined: number; updated: number; unchanged: number }>>;
}

/** Streams that are seeded at the same time. */
const SEEDED_AT_ONCE = 8;

declare module '../core/commands.js' {
  interface Commands {
    documentTypes: DocumentTypeCommands;
  }
}

/** What the commands of document types stand on. */
export interface DocumentTypeCommandsDeps {
  handler: CommandHandler;
  rules: Pick<RuleChecks, 'faultIn'>;
  clock: Clock;
  documentTypes: KnownTypes;
}

/** Creates the commands of document types. */
export function createDocumentTypeCommands(deps: DocumentTypeCommandsDeps): DocumentTypeCommands {
  const { handler, clock } = deps;
  /** What it takes others to know: whether patterns compile, and whether members are there. */
  const assertMeaningful = async (id: DocumentTypeId, given: Partial<DocumentTypeConfig>): Promise<void> => {
    await assertPatterns(deps, id.tenant_id, given.validation_rules);
    await assertMembersThere(deps.documentTypes, id, given.pipeline_steps);
  };

  const handle = typeHandler(handler);
  const change = () => ({ at: clock().toISOString(), version_id: newId() });

  return {
    async define(context, { tenant_id, context_id, ...given }) {
      const id = { tenant_id, context_id };
      if (context.mode === 'test') await assertHidesNothing(handler, id);
      await assertMeaningful(id, given);
      const config = withDefaults(given);
      const handled = await handle(context, id, { type: 'define', id, config, at: clock().toISOString() });
      return committed(typeIn(handled.state), handled);
    },

    async update(context, id, changes, ifRevision) {
      await assertMeaningful(id, changes);
      const handled = await handle(context, id, { type: 'update', id, changes, ...change() }, ifRevision);
      return committed(changedIn(handled), handled);
    },

    async draft(id, changes) {
      await assertMeaningful(id, changes);
      const { state } = await handler.load(documentTypeStream(id), documentType);
      const events = documentType.decide({ type: 'update', id, changes, ...change() }, state);
      return typeIn(fold({ ...documentType, initial: state }, events));
    },

    async remove(context, id, ifRevision) {
      const handled = await handle(context, id, { type: 'remove', id, at: clock().toISOString() }, ifRevision);
      return committed(undefined, handled);
    },

    async lockFields(context, id, { fields, rules = {}, auto_suggest = false }, ifRevision) {
      await assertPatterns(deps, id.tenant_id, rules);
      const command = { type: 'lock_fields', id, fields, rules, auto_suggest, ...change() } as const;
      const handled = await handle(context, id, command, ifRevision);
      return committed(changedIn(handled), handled);
    },

    async seedPresets(context, presets) {
      const seeded: Handled<DocumentTypeState, { type: string }>[] = [];
      for (let start = 0; start < presets.length; start += SEEDED_AT_ONCE) {
        const batch = presets.slice(start, start + SEEDED_AT_ONCE).map(({ context_id, ...preset }) => {
          const id = { tenant_id: PLATFORM, context_id };
          return handle(context, id, { type: 'seed', id, config: onlyConfig(preset), ...change() });
        });
        seeded.push(...(await Promise.all(batch)));
      }
      return seededOf(seeded);
    },
  };
}

/** Runs the commands of a type. */
const typeHandler =
  (handler: CommandHandler) =>
  (context: CommandContext, id: DocumentTypeId, command: DocumentTypeCommand, ifRevision?: readonly bigint[]) =>
    handler.handle({
      ...{ stream: documentTypeStream(id), decider: documentType, command, ifRevision, once: true },
      context: { ...context, tenant_id: id.tenant_id },
    });

function typeIn(state: DocumentTypeState): DocumentType {
  if (state.status !== 'defined') throw new Error('A document type that is not defined has no view');
  return state.documentType;
}

/** Each change keeps what it made of the type. A change that is sent again is none: what was before is what was otherwise. */
function changedIn(handled: Handled<DocumentTypeState, { type: string }>): ChangedDocumentType {
  const { state } = handled;
  const now = { ...typeIn(state), revision: revisionAfter(handled) };
  const isOther = (one: DocumentType): boolean => !isDeepStrictEqual(onlyConfig(one), onlyConfig(now));
  const before = (state.status === 'defined' && state.kept.findLast(isOther)) || now;
  return { now, before };
}

function seededOf(
  handled: readonly Handled<DocumentTypeState, { type: string }>[],
): Committed<{ defined: number; updated: number; unchanged: number }> {
  const count = (type: string): number =>
    handled.filter(({ events }) => events.some((event) => event.type === type)).length;
  const defined = count('DocumentTypeDefined');
  const updated = count('DocumentTypeUpdated');
  return committed({ defined, updated, unchanged: handled.length - defined - updated }, ...handled);
}

/** A tenant's own type takes the place of the global one of its name, for live documents too. @throws DomainError `forbidden` */
async function assertHidesNothing(
  handler: Pick<CommandHandler, 'load'>,
  { tenant_id, context_id }: DocumentTypeId,
): Promise<void> {
  if (tenant_id === PLATFORM) return;
  const { state } = await handler.load(documentTypeStream({ tenant_id: PLATFORM, context_id }), documentType);
  if (state.status !== 'defined') return;
  throw new DomainError(
    'forbidden',
    `A document type ${context_id} of a test key would take the place of the global one; use a live key, or another context_id`,
  );
}

/**
 * Refuses patterns that the linear-time engine does not take. They are compiled once their text says that they are small enough.
 * @throws DomainError `invalid`
 */
async function assertPatterns(
  { rules }: Pick<DocumentTypeCommandsDeps, 'rules'>,
  tenant_id: string,
  given: { [field: string]: FieldRule } = {},
): Promise<void> {
  if (Object.values(given).every(({ regex }) => regex === undefined)) return;
  assertPatternLimits('validation_rules', given);
  const fault = await rules.faultIn(tenant_id, given);
  if (fault) throw new DomainError('invalid', sentenceOf(fault));
}

const sentenceOf = (fault: PatternFault): string =>
  'field' in fault
    ? `validation_rules.${fault.field}.regex is no valid RE2 pattern (back references and look-around are not available)`
    : `The patterns of validation_rules could not be compiled ${fault.notCompiled}; make them simpler`;
