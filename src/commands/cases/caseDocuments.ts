import { setTimeout as sleep } from 'node:timers/promises';
import { isUnread, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { StoredDocument } from '../../domain/cases/caseRules.js';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { Log } from '../../platform/log.js';
import { EventStoreUnavailable } from '../../platform/eventStore/eventStore.js';
import type { CaseQueries } from '../../projections/cases/casesProjection.js';
import { GIVEN_UP } from '../documents/readDocument.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { createCaseDocumentReader, type CaseDocumentReaderDeps } from './caseDocumentReader.js';
import { caseIn, type HandledCase } from './caseHandler.js';

/** A document of a case, and the case after it. */
export interface DocumentInCase {
  document: CaseDocument;
  case: Case;
}

/** Takes in the documents of cases and reads them. */
export interface CaseDocuments {
  /**
   * Takes in a document that is in the blob store, under the key of `documentKey`, and reads it. `onReceived` is told once
   * the file belongs to the case, or may do so: where the answer of the event store was lost, nobody knows. A document that was taken in under its id before is not taken in again.
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
  /**
   * Reads documents that a process left unread when it was killed. Says how many it read.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   */
  recover(context: CommandContext): Promise<Committed<number>>;
}

/** What documents of cases stand on. */
export interface CaseDocumentsDeps extends CaseDocumentReaderDeps {
  queries: Pick<CaseQueries, 'withUnreadDocuments'>;
}

/** Where the file of a document is to be stored. */
export const documentKey = (session_id: string, doc_id: string): string => `cases/${session_id}/documents/${doc_id}`;

/** Cases that are looked at in one go when documents are recovered. */
const RECOVERED_AT_ONCE = 20;

/** How often it is looked whether another process has read the document that it holds. */
const LOOK_AGAIN_MS = 500;

/** Creates what takes in and reads documents. */
export function createCaseDocuments(deps: CaseDocumentsDeps): CaseDocuments {
  const { cases, queries } = deps;
  const { held, typesOf, read, readLater, finish } = createCaseDocumentReader(deps);

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

  return {
    async upload(context, session_id, stored, onReceived) {
      const types = await typesOf(caseIn((await cases.load(session_id)).state));
      const { doc_id } = stored;
      const receiveAndRead = async () => {
        const received = await receive(deps, context, session_id, stored, onReceived);
        const one = caseIn(received.state);
        const document = documentIn(one, doc_id);
        // The request was cut off before, and its document was read since.
        if (!isUnread(document)) return committed({ document, case: one }, received);
        const { outcome, unavailable } = await read(one, document, types);
        const finished = await finish(context, session_id, doc_id, outcome);
        if (unavailable) throw unavailable;
        const after = caseIn(finished.state);
        return committed({ document: documentIn(after, doc_id), case: after }, received, finished);
      };
      for (;;) {
        const result = await held(doc_id, receiveAndRead);
        if (result) return result.value;
        await sleep(LOOK_AGAIN_MS);
      }
    },

    async processReplay(context, session_id) {
      const handled: HandledCase[] = [];
      while (!(await readOn(context, session_id, handled))) await sleep(LOOK_AGAIN_MS);
      return committed(undefined, ...handled, ...(await compareReplay(deps, context, session_id)));
    },

    async giveUpReplay(context, session_id) {
      const { documents } = caseIn((await cases.load(session_id)).state);
      const handled: HandledCase[] = [];
      for (const { doc_id } of documents.filter(isUnread)) {
        handled.push(await finish(context, session_id, doc_id, GIVEN_UP));
      }
      return committed(undefined, ...handled, ...(await compareReplay(deps, context, session_id)));
    },

    async recover(context) {
      const handled: HandledCase[] = [];
      const ids = await queries.withUnreadDocuments(RECOVERED_AT_ONCE);
      await eachByItself(deps.log, ids, (session_id) => readOn(context, session_id, handled));
      return committed(handled.length, ...handled);
    },
  };
}

/** Does work for cases one after the other: what is wrong with one must not keep the others waiting. */
async function eachByItself(log: Log, ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (const session_id of ids) {
    try {
      await work(session_id);
    } catch (error) {
      if (error instanceof EngineUnavailable) throw error;
      log.error({ err: error, session_id }, 'documents that were left unread could not be read');
    }
  }
}

async function receive(
  { cases, clock }: Pick<CaseDocumentsDeps, 'cases' | 'clock'>,
  context: CommandContext,
  session_id: string,
  document: StoredDocument,
  onReceived: (() => void) | undefined,
): Promise<HandledCase> {
  try {
    const received = await cases.handle(context, session_id, {
      ...{ type: 'receive_document', document, at: clock().toISOString() },
    });
    if (received.events.length > 0) onReceived?.();
    return received;
  } catch (error) {
    if (error instanceof EventStoreUnavailable) onReceived?.();
    throw error;
  }
}

/** Sets a replay whose documents were all read beside the case that it does again; once. */
async function compareReplay(
  { cases, clock }: Pick<CaseDocumentsDeps, 'cases' | 'clock'>,
  context: CommandContext,
  session_id: string,
): Promise<HandledCase[]> {
  const one = caseIn((await cases.load(session_id)).state);
  if (one.replay_of === null || one.comparison !== null) return [];
  const before = caseIn((await cases.load(one.replay_of)).state);
  return [await cases.handle(context, session_id, { type: 'compare_replay', before, at: clock().toISOString() })];
}

function documentIn({ documents }: Case, doc_id: string): CaseDocument {
  const document = documents.find((each) => each.doc_id === doc_id);
  if (!document) throw new Error('A document that was just received is not in its case');
  return document;
}
