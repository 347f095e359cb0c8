import type { Case } from '../../domain/cases/case.js';
import { definitionOf } from '../../domain/cases/caseAgent.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { DocumentOutcome } from '../../domain/cases/caseRules.js';
import { DomainError } from '../../domain/core/decider.js';
import { EngineUnavailable, type DocumentEngine } from '../../engines/documents/documentEngine.js';
import { BlobDamaged, BlobNotFound, type BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Leases } from '../../platform/database/leases.js';
import type { Log } from '../../platform/log.js';
import { findAgentTypes, INTERNAL_FAILURE, readAgentDocument, type AgentTypes } from '../documents/agentDocuments.js';
import type { CommandContext } from '../core/context.js';
import type { DocumentTypeCatalog } from '../documents/pipelineTypes.js';
import type { CaseHandler, HandledCase } from './caseHandler.js';

/** What reading documents of cases stands on. */
export interface CaseDocumentReaderDeps {
  cases: CaseHandler;
  documentTypes: DocumentTypeCatalog;
  engine: Pick<DocumentEngine, 'process'>;
  blobs: Pick<BlobStore, 'read'>;
  leases: Leases;
  clock: Clock;
  log: Log;
}

/** What came of reading a document that was just received. */
interface ReadNow {
  outcome: DocumentOutcome;
  /** Why there was no engine: the outcome notes it like any other failure, and the caller is told. */
  unavailable?: EngineUnavailable;
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
  read(one: Case, document: CaseDocument, types: AgentTypes): Promise<ReadNow>;
  /**
   * Reads a document that was received before and cannot be refused any more.
   * @throws EngineUnavailable the document stays as it is, to be tried again
   */
  readLater(one: Case, document: CaseDocument): Promise<DocumentOutcome>;
  /** Records an outcome; the first one stays. */
  finish(context: CommandContext, session_id: string, doc_id: string, outcome: DocumentOutcome): Promise<HandledCase>;
}

/** Creates what reads documents of cases. */
export function createCaseDocumentReader(deps: CaseDocumentReaderDeps): CaseDocumentReader {
  const { cases, documentTypes, leases, clock, log } = deps;
  const now = (): string => clock().toISOString();
  const typesOf = (one: Case): Promise<AgentTypes> => findAgentTypes(documentTypes, one, definitionOf(one.agent));

  const readWith = async (one: Case, document: CaseDocument, types: AgentTypes): Promise<DocumentOutcome> => {
    const bytes = await deps.blobs.read(document.object_key);
    const sent = { bytes, filename: document.filename ?? '', label: document.label };
    return readAgentDocument(deps, types, definitionOf(one.agent), sent, now().slice(0, 10));
  };

  return {
    held: (doc_id, work) => leases.hold(`case-document:${doc_id}`, work),
    typesOf,

    async read(one, document, types) {
      try {
        return { outcome: await readWith(one, document, types) };
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) throw error;
        return { outcome: NO_ENGINE, unavailable: error };
      }
    },

    async readLater(one, document) {
      try {
        return await readWith(one, document, await typesOf(one));
      } catch (error) {
        if (error instanceof DomainError) return { status: 'failed', reason: 'type_unusable', error: error.message };
        if (!(error instanceof BlobNotFound || error instanceof BlobDamaged)) throw error;
        // Trying again would not bring it back.
        log.error(
          { err: error, session_id: one.session_id, doc_id: document.doc_id },
          'the file of a document is gone',
        );
        return FILE_GONE;
      }
    },

    async finish(context, session_id, doc_id, outcome) {
      const finishWith = (outcome: DocumentOutcome): Promise<HandledCase> =>
        cases.handle(context, session_id, { type: 'finish_document', doc_id, outcome, at: now() });
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

const FILE_GONE: DocumentOutcome = {
  status: 'failed',
  reason: 'internal',
  error: 'The file of the document is no longer there; send it again',
};

const NO_ENGINE: DocumentOutcome = {
  status: 'failed',
  reason: 'engine_unavailable',
  error: 'No document engine was available; send it again',
};
