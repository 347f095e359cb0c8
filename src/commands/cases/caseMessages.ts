import { v7 as newId } from 'uuid';
import { caseStream, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { StoredDocument } from '../../domain/cases/caseCommand.js';
import { takingMessage } from '../../domain/cases/caseRules.js';
import { replyTo } from '../../domain/cases/conversation.js';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import { documentKey, type CaseUploads } from './caseUploads.js';
import { caseIn, type CaseHandler } from './caseHandler.js';
import { hearMessage, type HearMessageDeps } from './hearMessage.js';

/** Something to say to the agent of a case, and documents to go with it. */
export interface SendMessage {
  content: string;
  attachments: readonly { bytes: Uint8Array; filename: string; mime_type: string }[];
  /** Id that the reply is to have: saying it again gives the reply that was given, and takes nothing in twice. */
  message_id?: string | undefined;
}

/** What came of a message. */
export interface Conversation {
  /** Id of the agent's reply, which is the last message of the case. */
  message_id: string;
  /** The documents that came with the message, as they were read. */
  documents: CaseDocument[];
  /** The case after it. */
  case: Case;
}

/** Talks with whom a case verifies. */
export interface CaseMessages {
  /**
   * Reads the documents that come with a message, then stores the message and the agent's reply in one append.
   * @throws DomainError `not_found`, `rule_broken` for an agent that does not talk or too many documents, `conflict` for a
   *   case that does not collect
   */
  message(context: CommandContext, session_id: string, input: SendMessage): Promise<Committed<Conversation>>;
}

/** What messages stand on. */
export interface CaseMessagesDeps extends HearMessageDeps {
  cases: CaseHandler;
  blobs: Pick<BlobStore, 'put'>;
  clock: Clock;
}

/** Creates what talks in cases. `uploads` takes in what comes with a message. */
export function createCaseMessages(
  { cases, blobs, clock, ...deps }: CaseMessagesDeps,
  uploads: Pick<CaseUploads, 'upload'>,
): CaseMessages {
  /** Without an engine the document is in the case as failed, and the reply says so. */
  const takeIn = async (
    context: CommandContext,
    session_id: string,
    doc_id: string,
    { bytes, filename, mime_type }: SendMessage['attachments'][number],
  ) => {
    const owner = { subject: caseStream(session_id) };
    const object = await blobs.put(documentKey(session_id, newId()), bytes, owner);
    const stored = { doc_id, filename, label: null, object, mime_type } satisfies StoredDocument;
    try {
      await uploads.upload(context, session_id, stored);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
    }
  };

  const hear = async (session_id: string, content: string, received: (theCase: Case) => CaseDocument[]) => {
    if (!deps.listener) return {};
    const theCase = caseIn((await cases.load(session_id)).state);
    return hearMessage(deps, theCase, { content, received: received(theCase) });
  };

  return {
    async message(context, session_id, { content, attachments, message_id = newId() }) {
      const { state } = await cases.load(session_id);
      const said = caseIn(state).messages.some(({ id }) => id === message_id);
      const doc_ids = attachments.map((_attachment, index) => derivedId(message_id, `document ${index}`));
      if (!said) {
        const known = new Set(caseIn(state).documents.map(({ doc_id }) => doc_id));
        takingMessage(state, doc_ids.filter((doc_id) => !known.has(doc_id)).length);
        for (const [index, attachment] of attachments.entries()) {
          await takeIn(context, session_id, doc_ids[index]!, attachment);
        }
      }
      const received = ({ documents }: Case): CaseDocument[] =>
        documents.filter(({ doc_id }) => doc_ids.includes(doc_id));
      const { heard, model_asked } = said ? {} : await hear(session_id, content, received);
      const handled = await cases.handle(context, session_id, {
        type: 'converse',
        message: { message_id: derivedId(message_id, 'message'), content, doc_ids },
        reply: (theCase) => ({ message_id, ...replyTo(theCase, content, received(theCase), heard) }),
        model_asked,
        at: clock().toISOString(),
      });
      const after = caseIn(handled.state);
      return committed({ message_id, documents: received(after), case: after }, handled);
    },
  };
}
