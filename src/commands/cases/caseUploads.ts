import { isUnread, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { typeOfName } from '../../domain/cases/caseAgent.js';
import type { CaseCommand, ReceivedDocument, StoredDocument } from '../../domain/cases/caseCommand.js';
import { DomainError } from '../../domain/core/decider.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { EventTooLarge } from '../../platform/eventStore/eventStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { CaseDocumentReader } from './caseDocumentReader.js';
import { caseIn, type CaseHandler } from './caseHandler.js';
import { OTHER_READER_MS, untilSome } from './untilSome.js';

/** A document of a case, and the case after it. */
export interface DocumentInCase {
  document: CaseDocument;
  case: Case;
}

/** Takes in documents of cases from whoever sends them. */
export interface CaseUploads {
  /**
   * Takes in a document that is in the blob store, under the key of `documentKey`, and reads it. From here on the file is
   * the case's; where the case does not take it, it is deleted. A document that was taken in under its id before is not
   * taken in again.
   * @throws DomainError `not_found`, `conflict` for a case that does not collect, `rule_broken` where a document type of
   *   the agent cannot be used
   * @throws EngineUnavailable when no engine could be had; the document is recorded as failed
   * @throws HeldElsewhere when another process reads the document and does not come to an end
   */
  upload(
    context: CommandContext,
    session_id: string,
    document: StoredDocument,
    /** `most`: documents that the case may have with it, where that is fewer than every case may. */
    bounds?: { most: number },
  ): Promise<Committed<DocumentInCase>>;
}

/** What uploads stand on. */
export interface CaseUploadsDeps {
  cases: CaseHandler;
  reader: Pick<CaseDocumentReader, 'held' | 'typesOf' | 'read' | 'finish'>;
  definitions: AgentDefinitions;
  blobs: Pick<BlobStore, 'delete'>;
  clock: Clock;
  log: Log;
  /** For tests: how long another process is waited for, in milliseconds. */
  patienceMs?: number;
}

/** Where the file of a document is to be stored. */
export const documentKey = (session_id: string, doc_id: string): string => `cases/${session_id}/documents/${doc_id}`;

/** Creates what takes in documents. */
export function createCaseUploads(deps: CaseUploadsDeps): CaseUploads {
  const { reader, patienceMs = OTHER_READER_MS } = deps;
  const takeIn = createTakeIn(deps);
  return {
    async upload(context, session_id, stored, bounds) {
      const { doc_id } = stored;
      const receiveAndRead = async (offer: () => void) => {
        const { received, types } = await takeIn(context, session_id, stored, { ...bounds, offer });
        const theCase = caseIn(received.state);
        const document = documentIn(theCase, doc_id);
        // The request was cut off before, and its document was read since.
        if (!isUnread(document)) return committed({ document, case: theCase }, received);
        const { outcome, unavailable } = await reader.read(theCase, document, types);
        const finished = await reader.finish(context, session_id, doc_id, outcome, received);
        if (unavailable) throw unavailable;
        const after = caseIn(finished.state);
        return committed({ document: documentIn(after, doc_id), case: after }, received, finished);
      };
      const { value } = await orDiscard(deps, stored, (offer) =>
        untilSome(patienceMs, () => reader.held(doc_id, () => receiveAndRead(offer))),
      );
      return value;
    },
  };
}

/** Makes stored files documents of their cases, and deletes those that are refused. */
function createTakeIn(deps: CaseUploadsDeps) {
  const { cases, reader, definitions } = deps;
  const labelled = async ({ agent }: Case, document: StoredDocument): Promise<ReceivedDocument> => {
    const named = document.label === null ? undefined : typeOfName(await definitions(agent), document.label);
    return { ...document, expected_type: named ?? null };
  };
  /** `offer` is called before the case is asked: from then on it may have the file. */
  return async (
    context: CommandContext,
    session_id: string,
    document: StoredDocument,
    { offer, most }: { offer: () => void; most?: number },
  ) => {
    const known = await cases.load(session_id);
    const theCase = caseIn(known.state);
    const types = await reader.typesOf(theCase);
    const command: CaseCommand = {
      ...{ type: 'receive_document', document: await labelled(theCase, document), at: deps.clock().toISOString() },
      ...(most !== undefined && { most }),
    };
    offer();
    const received = await cases.handle(context, session_id, command, known).catch(async (error: unknown) => {
      // Only what was surely refused: where an answer of the event store was lost, the case may have the file.
      const refused = [DomainError, EventTooLarge, SubjectErased].some((kind) => error instanceof kind);
      if (refused) await discard(deps, document);
      throw error;
    });
    const taken = documentIn(caseIn(received.state), document.doc_id);
    if (taken.object_key !== document.object.key) await discard(deps, document); // it was taken in before, from another file
    return { received, types };
  };
}

/** Deletes the file where an upload fails before it has offered it to the case, which then surely does not have it. */
async function orDiscard<Value>(
  deps: Pick<CaseUploadsDeps, 'blobs' | 'log'>,
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
  { blobs, log }: Pick<CaseUploadsDeps, 'blobs' | 'log'>,
  { object }: StoredDocument,
): Promise<unknown> =>
  blobs.delete(object.key).catch((error: unknown) => log.warn({ err: error }, 'a file that nobody needs is left'));

function documentIn({ documents }: Case, doc_id: string): CaseDocument {
  const document = documents.find((each) => each.doc_id === doc_id);
  if (!document) throw new Error('A document that was just received is not in its case');
  return document;
}
