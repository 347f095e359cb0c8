import type { Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { CaseState, DocumentOutcome } from '../../domain/cases/caseCommand.js';
import { DomainError } from '../../domain/core/decider.js';
import type { DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { findAgentTypes, readAgentDocument, type AgentReading, type AgentTypes } from '../documents/agentDocuments.js';
import type { Loaded } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import { INTERNAL_FAILURE, type Unread } from '../documents/readWithEngine.js';
import type { CaseHandler, HandledCase } from './caseHandler.js';

/** What reading documents of cases stands on. */
export interface CaseDocumentReaderDeps {
  cases: CaseHandler;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  engine: Pick<DocumentEngine, 'process'>;
  blobs: Pick<BlobStore, 'read'>;
  exclusive: Pick<Exclusive, 'hold'>;
  clock: Clock;
  log: Log;
}

/** Reads the stored documents of cases, and records what came of them. */
export interface CaseDocumentReader {
  /**
   * Does work that only one process may do for a document; undefined where another one does it. A document that is unread
   * and held by no one was left by a process that died.
   */
  held<Value>(doc_id: string, work: () => Promise<Value>): Promise<{ value: Value } | undefined>;
  /** @throws DomainError `rule_broken` where a document type of the agent cannot be used */
  typesOf(one: Case): Promise<AgentTypes>;
  /** Reads a document that was just received. */
  read(one: Case, document: CaseDocument, types: AgentTypes): Promise<AgentReading>;
  /**
   * Reads a document that was received before and cannot be refused any more.
   * @throws EngineUnavailable the document stays as it is, to be tried again
   */
  readLater(one: Case, document: CaseDocument): Promise<DocumentOutcome>;
  /** Records an outcome; the first one stays. `known` is the case as it was read before. */
  finish(
    context: CommandContext,
    session_id: string,
    doc_id: string,
    outcome: DocumentOutcome,
    known?: Loaded<CaseState>,
  ): Promise<HandledCase>;
}

/** Creates what reads documents of cases. */
export function createCaseDocumentReader(deps: CaseDocumentReaderDeps): CaseDocumentReader {
  const { cases, definitions, documentTypes, exclusive, clock, log } = deps;
  const now = (): string => clock().toISOString();
  const typesOf = async (one: Case): Promise<AgentTypes> =>
    findAgentTypes(documentTypes, one, await definitions(one.agent));

  const read: CaseDocumentReader['read'] = (one, { doc_id, object_key, filename, expected_type }, types) =>
    readAgentDocument(deps, types, {
      ...{ file: () => deps.blobs.read(object_key), filename: filename ?? '', expected_type },
      ...{ today: now().slice(0, 10), about: { session_id: one.session_id, doc_id } },
    });

  return {
    held: (doc_id, work) => exclusive.hold(`case-document:${doc_id}`, work),
    typesOf,
    read,

    async readLater(one, document) {
      const types = await typesOf(one).catch(unusable);
      if ('status' in types) return types;
      const { outcome, unavailable } = await read(one, document, types);
      if (unavailable) throw unavailable;
      return outcome;
    },

    async finish(context, session_id, doc_id, outcome, known) {
      const finishWith = (outcome: DocumentOutcome): Promise<HandledCase> =>
        cases.handle(context, session_id, { type: 'finish_document', doc_id, outcome, at: now() }, known);
      try {
        return await finishWith(outcome);
      } catch (error) {
        // What does not fit into an event is a fault of ours; the document must not stay unread for it.
        if (!(error instanceof TypeError) || outcome === INTERNAL_FAILURE) throw error;
        log.error({ err: error, session_id, doc_id }, 'what was read from a document could not be recorded');
        return finishWith(INTERNAL_FAILURE);
      }
    },
  };
}

/** A type that was taken away since the document was received: trying again would not bring it back. */
function unusable(error: unknown): Unread<'type_unusable'> {
  if (!(error instanceof DomainError)) throw error;
  return { status: 'failed', reason: 'type_unusable', error: error.message };
}
