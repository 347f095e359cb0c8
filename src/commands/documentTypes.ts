import type { DocumentType } from '../domain/documentType.js';
import type { DocumentTypeConfig, FieldRule } from '../domain/documentTypeConfig.js';
import type { CommandContext, Committed } from './context.js';

/** Which document type: `''` is the tenant of the global ones. */
export interface DocumentTypeId {
  tenant_id: string;
  context_id: string;
}

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

/** A shipped document type: a file of `presets/`. */
export type Preset = DocumentTypeConfig & { context_id: string };

/** What can be asked of document types. All but `define` refuse an unknown type with `not_found`. */
export interface DocumentTypeCommands {
  /** @throws DomainError `conflict` when the tenant has the type already, `invalid` for a configuration that cannot work */
  define(context: CommandContext, input: DefineDocumentType): Promise<Committed<DocumentType>>;
  /** Replaces the given parts as wholes, keeping a snapshot of what was before. @throws DomainError `invalid`, `not_found` */
  update(
    context: CommandContext,
    id: DocumentTypeId,
    changes: Partial<DocumentTypeConfig>,
  ): Promise<Committed<DocumentType>>;
  /** @throws DomainError `not_found` */
  remove(context: CommandContext, id: DocumentTypeId): Promise<Committed<void>>;
  /** Merges fields and rules, keeping a snapshot of what was before. @throws DomainError `invalid`, `not_found` */
  lockFields(context: CommandContext, id: DocumentTypeId, input: LockFields): Promise<Committed<DocumentType>>;
  /**
   * Makes the global types those that ship: adds new ones, updates changed ones that nobody edited, leaves the rest.
   * Does nothing when nothing changed. `value` counts what was done.
   */
  seedPresets(
    context: CommandContext,
    presets: readonly Preset[],
  ): Promise<Committed<{ defined: number; updated: number; unchanged: number }>>;
}
