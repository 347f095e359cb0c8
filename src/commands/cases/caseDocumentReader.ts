import { LRUCache } from 'lru-cache';
import { caseStream, isUnread, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { CaseState, DocumentOutcome } from '../../domain/cases/caseCommand.js';
import { DomainError } from '../../domain/core/decider.js';
import { type DocumentEngine, NotNow, understandsScenes } from '../../engines/documents/documentEngine.js';
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
import { caseIn, type CaseHandler, type HandledCase } from './caseHandler.js';
import type { SeenBeforeIndex } from './seenBefore.js';

/** What reading documents of cases stands on. */
export interface CaseDocumentReaderDeps {
  cases: CaseHandler;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  engine: Pick<DocumentEngine, 'process' | 'understandsScenes'>;
  blobs: Pick<BlobStore, 'read'>;
  exclusive: Pick<Exclusive, 'hold'>;
  seenBefore: Pick<SeenBeforeIndex, 'note'>;
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
  typesOf(theCase: Case): Promise<AgentTypes>;
  /** Reads a document that was just received. @param waited_ms see `DocumentJob` */
  read(theCase: Case, document: CaseDocument, types: AgentTypes, waited_ms?: number): Promise<AgentReading>;
  /**
   * Reads the documents of a case that no one reads, `most` of them, and adds to `handled` what that did; true when none is left.
   * One that waits for a while by itself, as its model is away, is passed over for the others.
   * @param most All of them where it is left out
   * @throws EngineUnavailable what is not read stays as it is, to be tried again
   */
  readOn(context: CommandContext, session_id: string, handled: HandledCase[], most?: number): Promise<boolean>;
  /** Records an outcome; the first one stays. `known` is the case as it was read before. */
  finish(
    context: CommandContext,
    session_id: string,
    doc_id: string,
    outcome: DocumentOutcome,
    known?: Loaded<CaseState>,
  ): Promise<HandledCase>;
}

/** Documents of which it is remembered why, and for how long, there is no use in trying them again. */
const MOST_WAITING = 10_000;

/** Creates what reads documents of cases. */
export function createCaseDocumentReader(deps: CaseDocumentReaderDeps): CaseDocumentReader {
  const { cases, exclusive, seenBefore, clock, log } = deps;
  const waiting = new LRUCache<string, NotNow>({ max: MOST_WAITING });
  const now = (): string => clock().toISOString();
  const { typesOf, read, readLater } = createReading(deps);

  const held: CaseDocumentReader['held'] = (doc_id, work) => exclusive.hold(`case-document:${doc_id}`, work);

  /** Before it is recorded: what is recorded as read is surely found again. */
  const noteSeen = async (session_id: string, doc_id: string, outcome: DocumentOutcome, known?: Loaded<CaseState>) => {
    if (outcome.status !== 'done') return;
    const { state, mode } = known ?? (await cases.load(session_id));
    const theCase = caseIn(state);
    const { sha256 } = theCase.documents.find((one) => one.doc_id === doc_id) ?? { sha256: '' };
    const { document_type, reading } = outcome;
    const read = { doc_id, document_type, sha256, extracted: reading.extracted, status: 'done' } as const;
    await seenBefore.note(theCase, mode, [read]);
  };

  const finish: CaseDocumentReader['finish'] = async (context, session_id, doc_id, outcome, known) => {
    await noteSeen(session_id, doc_id, outcome, known);
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
  };

  return {
    ...{ held, typesOf, read, finish },

    async readOn(context, session_id, handled, most = Infinity) {
      const { documents } = caseIn((await cases.load(session_id)).state);
      const before = handled.length;
      let later: NotNow | undefined;
      for (const { doc_id } of documents.filter(isUnread)) {
        if (handled.length - before >= most) break;
        const waits = waiting.get(doc_id);
        later ??= waits;
        if (waits) continue;
        const reading = held(doc_id, async () => {
          const theCase = caseIn((await cases.load(session_id)).state);
          const document = theCase.documents.find((each) => each.doc_id === doc_id);
          if (!document || !isUnread(document)) return;
          handled.push(await finish(context, session_id, doc_id, await readLater(context, theCase, document)));
        });
        await reading.catch((error: unknown) => {
          // What waits by itself keeps no other document from being read.
          if (!(error instanceof NotNow && error.forMs !== undefined)) throw error;
          waiting.set(doc_id, error, { ttl: error.forMs });
          later ??= error;
        });
      }
      if (later && handled.length - before < most) throw later;
      return caseIn((await cases.load(session_id)).state).unread === 0;
    },
  };
}

/** What reads documents of cases by the types of their agents. */
function createReading(deps: CaseDocumentReaderDeps) {
  const { cases, definitions, documentTypes, clock, log } = deps;
  const now = (): string => clock().toISOString();
  const typesOf = async (theCase: Case): Promise<AgentTypes> => {
    const scenes = understandsScenes(deps.engine, theCase.agent.allow_cloud);
    return findAgentTypes(documentTypes, { ...theCase, scenes }, await definitions(theCase.agent));
  };

  const read: CaseDocumentReader['read'] = (theCase, document, types, waited_ms) => {
    const { doc_id, object_key, filename, expected_type } = document;
    return readAgentDocument(deps, types, {
      ...{ file: () => deps.blobs.read(object_key), filename: filename ?? '', expected_type },
      allows_cloud: theCase.agent.allow_cloud,
      ...{ tenant_id: theCase.tenant_id, today: now().slice(0, 10), about: { session_id: theCase.session_id, doc_id } },
      told_in: { stream: caseStream(theCase.session_id), document: doc_id },
      ...(waited_ms !== undefined && { waited_ms }),
    });
  };

  /** Of a document that was received before, and cannot be refused any more. @throws EngineUnavailable, once it is noted what a model was shown all the same */
  const readLater = async (
    context: CommandContext,
    theCase: Case,
    document: CaseDocument,
  ): Promise<DocumentOutcome> => {
    const types = await typesOf(theCase).catch(unusable);
    if ('status' in types) return types;
    const waited_ms = clock().getTime() - Date.parse(document.created_at);
    const { outcome, unavailable } = await read(theCase, document, types, waited_ms);
    if (!unavailable) return outcome;
    const model_asked = outcome.status === 'failed' ? outcome.model_asked : undefined;
    const [session_id, doc_id] = [theCase.session_id, document.doc_id];
    const noting =
      model_asked && cases.handle(context, session_id, { type: 'note_shown', doc_id, model_asked, at: now() });
    await noting?.catch((error: unknown) => {
      log.error({ err: error, session_id, doc_id }, 'what a model was shown of a document could not be noted');
    });
    throw unavailable;
  };

  return { typesOf, read, readLater };
}

/** A type that was taken away since the document was received: trying again would not bring it back. */
function unusable(error: unknown): Unread<'type_unusable'> {
  if (!(error instanceof DomainError)) throw error;
  return { status: 'failed', reason: 'type_unusable', error: error.message };
}
