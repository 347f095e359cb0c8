import { setTimeout as sleep } from 'node:timers/promises';
import { isUnread, type Case } from '../../domain/case.js';
import { definitionOf } from '../../domain/caseAgent.js';
import type { CaseDocument } from '../../domain/caseDocument.js';
import type { DocumentOutcome, StoredDocument } from '../../domain/caseRules.js';
import { DomainError } from '../../domain/decider.js';
import { EngineUnavailable, type DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Leases } from '../../platform/database/leases.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases.js';
import { findAgentTypes, INTERNAL_FAILURE, readAgentDocument, type AgentTypes } from '../agentDocuments.js';
import { committed } from '../commandHandler.js';
import type { CommandContext, Committed } from '../context.js';
import type { DocumentTypeCatalog } from '../pipelineTypes.js';
import { caseIn, type CaseHandler, type HandledCase } from './caseHandler.js';

/** A document of a case, and the case after it. */
export interface DocumentInCase {
  document: CaseDocument;
  case: Case;
}

/** Takes in the documents of cases and reads them. */
export interface CaseDocuments {
  /**
   * Takes in a document that is in the blob store, under the key of `documentKey`, and reads it. `onReceived` is told once
   * the file belongs to the case.
   * @throws DomainError `not_found`, `conflict` for a case that does not collect, `rule_broken` where a document type of
   *   the agent cannot be used
   * @throws EngineUnavailable when no engine could be had; the document is recorded as failed
   */
  upload(
    context: CommandContext,
    session_id: string,
    document: StoredDocument,
    onReceived?: () => void,
  ): Promise<Committed<DocumentInCase>>;
  /**
   * Reads what a replay has to read, and sets it beside what was before. Harmless when it was done.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   */
  processReplay(context: CommandContext, session_id: string): Promise<Committed<void>>;
  /** Fails what a replay still has to read: nobody is going to. */
  giveUpReplay(context: CommandContext, session_id: string): Promise<Committed<void>>;
  /** Reads documents that a process left unread when it was killed. Says how many it read. */
  recover(context: CommandContext): Promise<Committed<number>>;
}

/** What documents of cases stand on. */
export interface CaseDocumentsDeps {
  cases: CaseHandler;
  documentTypes: DocumentTypeCatalog;
  queries: Pick<CaseQueries, 'withUnreadDocuments'>;
  engine: Pick<DocumentEngine, 'process'>;
  blobs: Pick<BlobStore, 'read'>;
  leases: Leases;
  clock: Clock;
  log: Log;
}

/** Where the file of a document is to be stored. */
export const documentKey = (session_id: string, doc_id: string): string => `cases/${session_id}/documents/${doc_id}`;

/** Cases that are looked at in one go when documents are recovered. */
const RECOVERED_AT_ONCE = 20;

/** How often a replay looks whether another process has read the document that it holds. */
const LOOK_AGAIN_MS = 500;

/** Creates what takes in and reads documents. */
export function createCaseDocuments(deps: CaseDocumentsDeps): CaseDocuments {
  const { cases, documentTypes, queries, leases, clock } = deps;
  const now = (): string => clock().toISOString();

  /** Whoever holds this reads the document; a document that is unread and held by no one was left by a process that died. */
  const held = <Value>(doc_id: string, work: () => Promise<Value>) => leases.hold(`case-document:${doc_id}`, work);

  const finish = async (context: CommandContext, session_id: string, doc_id: string, outcome: DocumentOutcome) => {
    try {
      return await cases.handle(context, session_id, { type: 'finish_document', doc_id, outcome, at: now() });
    } catch (error) {
      // What does not fit into an event is a fault of ours; the document must not stay unread for it.
      if (!(error instanceof TypeError) || outcome === INTERNAL_FAILURE) throw error;
      deps.log.error({ err: error, session_id, doc_id }, 'what was read from a document could not be recorded');
      return cases.handle(context, session_id, {
        type: 'finish_document',
        doc_id,
        outcome: INTERNAL_FAILURE,
        at: now(),
      });
    }
  };

  const typesOf = (one: Case): Promise<AgentTypes> => findAgentTypes(documentTypes, one, definitionOf(one.agent));

  const read = async (one: Case, document: CaseDocument, types: AgentTypes): Promise<DocumentOutcome> => {
    const bytes = await deps.blobs.read(document.object_key);
    const sent = { bytes, filename: document.filename ?? '', label: document.label };
    return readAgentDocument(deps, types, definitionOf(one.agent), sent, now().slice(0, 10));
  };

  /** As `read`, for a document that was taken in before and cannot be refused any more. */
  const readLater = async (one: Case, document: CaseDocument): Promise<DocumentOutcome> => {
    try {
      return await read(one, document, await typesOf(one));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { status: 'failed', reason: 'type_unusable', error: error.message };
    }
  };

  /** Reads the documents of a case that no one reads; true when none is left. */
  const readOn = async (context: CommandContext, session_id: string, handled: HandledCase[]): Promise<boolean> => {
    const { documents } = caseIn((await cases.load(session_id)).state);
    for (const { doc_id } of documents.filter(isUnread)) {
      await held(doc_id, async () => {
        const one = caseIn((await cases.load(session_id)).state);
        const document = one.documents.find((each) => each.doc_id === doc_id);
        if (!document || !isUnread(document)) return;
        handled.push(await finish(context, session_id, doc_id, await readLater(one, document)));
      });
    }
    return caseIn((await cases.load(session_id)).state).unread === 0;
  };

  const compare = async (context: CommandContext, session_id: string): Promise<HandledCase[]> => {
    const one = caseIn((await cases.load(session_id)).state);
    if (one.replay_of === null || one.comparison !== null) return [];
    const before = caseIn((await cases.load(one.replay_of)).state);
    return [await cases.handle(context, session_id, { type: 'compare_replay', before, at: now() })];
  };

  return {
    async upload(context, session_id, stored, onReceived) {
      const types = await typesOf(caseIn((await cases.load(session_id)).state));
      const { doc_id } = stored;
      const result = await held(doc_id, async () => {
        const received = await cases.handle(context, session_id, {
          type: 'receive_document',
          document: stored,
          at: now(),
        });
        onReceived?.();
        const one = caseIn(received.state);
        const { outcome, unavailable } = await read(one, documentIn(one, doc_id), types).then(
          (outcome) => ({ outcome, unavailable: undefined }),
          (error: unknown) => {
            if (!(error instanceof EngineUnavailable)) throw error;
            return { outcome: NO_ENGINE, unavailable: error };
          },
        );
        const finished = await finish(context, session_id, doc_id, outcome);
        if (unavailable) throw unavailable;
        const after = caseIn(finished.state);
        return committed({ document: documentIn(after, doc_id), case: after }, received, finished);
      });
      if (!result) throw new Error('The id of a new document is in use');
      return result.value;
    },

    async processReplay(context, session_id) {
      const handled: HandledCase[] = [];
      while (!(await readOn(context, session_id, handled))) await sleep(LOOK_AGAIN_MS);
      return committed(undefined, ...handled, ...(await compare(context, session_id)));
    },

    async giveUpReplay(context, session_id) {
      const { documents } = caseIn((await cases.load(session_id)).state);
      const handled: HandledCase[] = [];
      for (const { doc_id } of documents.filter(isUnread)) {
        handled.push(await finish(context, session_id, doc_id, INTERNAL_FAILURE));
      }
      return committed(undefined, ...handled, ...(await compare(context, session_id)));
    },

    async recover(context) {
      const handled: HandledCase[] = [];
      for (const { session_id, replay_of } of await queries.withUnreadDocuments(RECOVERED_AT_ONCE)) {
        // The documents of a replay are work of the bus, which hands it out again by itself.
        if (replay_of === null) await readOn(context, session_id, handled);
      }
      return committed(handled.length, ...handled);
    },
  };
}

const NO_ENGINE: DocumentOutcome = {
  status: 'failed',
  reason: 'engine_unavailable',
  error: 'No document engine was available; send it again',
};

function documentIn({ documents }: Case, doc_id: string): CaseDocument {
  const document = documents.find((each) => each.doc_id === doc_id);
  if (!document) throw new Error('A document that was just received is not in its case');
  return document;
}
