import { setTimeout as sleep } from 'node:timers/promises';
import { isUnread, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { typeOfName } from '../../domain/cases/caseAgent.js';
import type { CaseCommand, ReceivedDocument, StoredDocument } from '../../domain/cases/caseCommand.js';
import { DomainError } from '../../domain/core/decider.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { EventTooLarge } from '../../platform/eventStore/eventStore.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import type { AgentTypes } from '../documents/agentDocuments.js';
import { GIVEN_UP } from '../documents/readWithEngine.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { HeldElsewhere } from '../core/heldElsewhere.js';
import { sweep } from '../core/sweep.js';
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
   * Takes in a document that is in the blob store, under the key of `documentKey`, and reads it. From here on the file is
   * the case's; where the case does not take it, it is deleted. A document that was taken in under its id before is not
   * taken in again.
   * @throws DomainError `not_found`, `conflict` for a case that does not collect, `rule_broken` where a document type of
   *   the agent cannot be used
   * @throws EngineUnavailable when no engine could be had; the document is recorded as failed
   * @throws HeldElsewhere when another process reads the document and does not come to an end
   */
  upload(context: CommandContext, session_id: string, document: StoredDocument): Promise<Committed<DocumentInCase>>;
  /**
   * Reads what a replay has to read, and sets it beside what was before. Harmless when it was done.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   * @throws HeldElsewhere when another process reads documents of it and does not come to an end
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
  blobs: Pick<BlobStore, 'read' | 'delete'>;
  /** For tests: how long another process is waited for, in milliseconds. */
  patienceMs?: number;
}

/** Where the file of a document is to be stored. */
export const documentKey = (session_id: string, doc_id: string): string => `cases/${session_id}/documents/${doc_id}`;

/** Cases that are looked at in one go when documents are recovered. */
const RECOVERED_AT_ONCE = 20;

/** How often it is looked whether another process has read the document that it holds. */
const LOOK_AGAIN_MS = 500;
/** How long it is waited for: as long as callers mostly wait for an answer. */
const PATIENCE_MS = 30_000;

/** Creates what takes in and reads documents. */
export function createCaseDocuments(deps: CaseDocumentsDeps): CaseDocuments {
  const { cases, queries, patienceMs = PATIENCE_MS } = deps;
  const { held, typesOf, read, readLater, finish } = createCaseDocumentReader(deps);
  const takeIn = createTakeIn(deps, typesOf);

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
    async upload(context, session_id, stored) {
      const { doc_id } = stored;
      const receiveAndRead = async (offer: () => void) => {
        const { received, types } = await takeIn(context, session_id, stored, offer);
        const one = caseIn(received.state);
        const document = documentIn(one, doc_id);
        // The request was cut off before, and its document was read since.
        if (!isUnread(document)) return committed({ document, case: one }, received);
        const { outcome, unavailable } = await read(one, document, types);
        const finished = await finish(context, session_id, doc_id, outcome, received);
        if (unavailable) throw unavailable;
        const after = caseIn(finished.state);
        return committed({ document: documentIn(after, doc_id), case: after }, received, finished);
      };
      const { value } = await orDiscard(deps, stored, (offer) =>
        untilSome(patienceMs, () => held(doc_id, () => receiveAndRead(offer))),
      );
      return value;
    },

    async processReplay(context, session_id) {
      const handled: HandledCase[] = [];
      await untilSome(patienceMs, async () => (await readOn(context, session_id, handled)) || undefined);
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
      await sweep({
        ...{ name: 'unread documents', log: deps.log },
        next: (except) => queries.withUnreadDocuments(RECOVERED_AT_ONCE, except),
        work: (session_id) => readOn(context, session_id, handled),
      });
      return committed(handled.length, ...handled);
    },
  };
}

/** Makes stored files documents of their cases, and deletes those that are refused. */
function createTakeIn(deps: CaseDocumentsDeps, typesOf: (one: Case) => Promise<AgentTypes>) {
  const { cases, definitions } = deps;
  const labelled = async ({ agent }: Case, document: StoredDocument): Promise<ReceivedDocument> => {
    const named = document.label === null ? undefined : typeOfName(await definitions(agent), document.label);
    return { ...document, expected_type: named ?? null };
  };
  /** `offer` is called before the case is asked: from then on it may have the file. */
  return async (context: CommandContext, session_id: string, document: StoredDocument, offer: () => void) => {
    const known = await cases.load(session_id);
    const one = caseIn(known.state);
    const types = await typesOf(one);
    const command: CaseCommand = {
      ...{ type: 'receive_document', document: await labelled(one, document), at: deps.clock().toISOString() },
    };
    offer();
    const received = await cases.handle(context, session_id, command, known).catch(async (error: unknown) => {
      // Only what was surely refused: where an answer of the event store was lost, the case may have the file.
      if (error instanceof DomainError || error instanceof EventTooLarge) await discard(deps, document);
      throw error;
    });
    const taken = documentIn(caseIn(received.state), document.doc_id);
    if (taken.object_key !== document.object.key) await discard(deps, document); // it was taken in before, from another file
    return { received, types };
  };
}

/** Deletes the file where an upload fails before it has offered it to the case, which then surely does not have it. */
async function orDiscard<Value>(
  deps: Pick<CaseDocumentsDeps, 'blobs' | 'log'>,
  stored: StoredDocument,
  upload: (offer: () => void) => Promise<Value>,
): Promise<Value> {
  const file = { offered: false };
  try {
    return await upload(() => (file.offered = true));
  } catch (error) {
    if (!file.offered) await discard(deps, stored);
    throw error;
  }
}

/** Deletes the file of a document that no case has. Never rejects: the upload has its own answer. */
const discard = (
  { blobs, log }: Pick<CaseDocumentsDeps, 'blobs' | 'log'>,
  { object }: StoredDocument,
): Promise<unknown> =>
  blobs.delete(object.key).catch((error: unknown) => log.warn({ err: error }, 'a file that nobody needs is left'));

/**
 * What `look` gives as soon as it gives something; meanwhile another process is at it.
 * @throws HeldElsewhere when it gives nothing for `patienceMs`
 */
async function untilSome<Found>(patienceMs: number, look: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() >= deadline) throw new HeldElsewhere('Another process reads a document of the case');
    await sleep(LOOK_AGAIN_MS);
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
