import { DomainError } from '../../domain/core/decider.js';
import { maskFields, type PipelineResult } from '../../domain/documents/index.js';
import {
  type DocumentTypeConfig,
  maskedFields,
  memberTypes,
  noDocumentType,
} from '../../domain/documentTypes/index.js';
import type { Clock } from '../../platform/clock.js';
import type { CommandContext } from '../core/context.js';
import { notingShown, type NoteShownDeps } from '../documents/noteShown.js';
import { readByType, toTry } from '../documents/readByType.js';
import type { ReadWithEngineDeps } from '../documents/readWithEngine.js';
import type { DocumentTypeCatalog } from './documentTypeCatalog.js';
import type { DocumentTypeCommands } from './documentTypeCommands.js';
import { hintWarnings } from './hintWarnings.js';

/** A document to try a type on, and what of the type is to be otherwise. */
export interface TestOfType {
  tenant_id: string;
  context_id: string;
  changes: Partial<DocumentTypeConfig>;
  bytes: Uint8Array;
}

/** What a document type, as it would be, makes of a document. Masked as the draft masks it. */
export interface TestedType {
  /** Null where the document cannot be read. */
  result: PipelineResult | null;
  /** Why it cannot be read; null where it can. */
  error: string | null;
  /** What of the draft is probably a mistake. */
  warnings: string[];
}

/** Tries document types before they are saved. Nothing is kept, neither of the draft nor of the document, but for an event that says which language model was asked, where one was. */
export interface DocumentTypeTests {
  /**
   * Puts a document through the tenant's own type, else the global one, with some changes.
   * @throws DomainError `not_found`, `invalid` for a draft that could not be saved, `rule_broken` for a type that is made of others
   * @throws EngineUnavailable when no engine can be had
   */
  test(context: CommandContext, given: TestOfType): Promise<TestedType>;
}

declare module '../core/commands.js' {
  interface Commands {
    documentTypeTests: DocumentTypeTests;
  }
}

/** What tests of document types stand on. */
export interface DocumentTypeTestsDeps extends ReadWithEngineDeps, NoteShownDeps {
  types: Pick<DocumentTypeCommands, 'draft'>;
  documentTypes: Pick<DocumentTypeCatalog, 'list' | 'resolve'>;
  clock: Clock;
}

/** Creates tests of document types. */
export const createDocumentTypeTests = ({
  types,
  documentTypes,
  ...deps
}: DocumentTypeTestsDeps): DocumentTypeTests => ({
  async test(context, { tenant_id, context_id, changes, bytes }) {
    const saved = await documentTypes.resolve({ tenant_id, context_id });
    if (!saved) throw noDocumentType(context_id);
    const drafted = await types.draft({ tenant_id: saved.tenant_id, context_id }, changes);
    const members = memberTypes(drafted);
    if (members.length > 0) {
      throw new DomainError('rule_broken', `The document type ${context_id} is made of other types; test these: ${members.join(', ')}`); // prettier-ignore
    }
    const warnings = hintWarnings(drafted.output_schema);
    const asTried = await toTry(documentTypes, tenant_id, drafted);
    const file = () => Promise.resolve(bytes);
    const read = await notingShown(deps, context, (note) => readByType(deps, asTried, { file, note }));
    if ('error' in read) return { result: null, error: read.error, warnings };
    return { result: maskFields(read.result, maskedFields(drafted.validation_rules)), error: null, warnings };
  },
});
