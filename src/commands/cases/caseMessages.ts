import { randomUUID } from 'node:crypto';
import type { Case } from '../../domain/case.js';
import type { CaseDocument } from '../../domain/caseDocument.js';
import { takingMessage, type StoredDocument } from '../../domain/caseRules.js';
import { replyTo } from '../../domain/conversation.js';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import { committed } from '../commandHandler.js';
import type { CommandContext, Committed } from '../context.js';
import { documentKey, type CaseDocuments } from './caseDocuments.js';
import { caseIn, type CaseHandler } from './caseHandler.js';

/** Something to say to the agent of a case, and documents to go with it. */
export interface SendMessage {
  content: string;
  attachments: readonly { bytes: Uint8Array; filename: string; mime_type: string }[];
}

/** What came of a message. */
export interface Conversation {
  /** Id of the agent's reply. */
  message_id: string;
  reply: string;
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
export interface CaseMessagesDeps {
  cases: CaseHandler;
  blobs: Pick<BlobStore, 'put'>;
  clock: Clock;
}

/** Creates what talks in cases. `documents` takes in what comes with a message. */
export function createCaseMessages(
  { cases, blobs, clock }: CaseMessagesDeps,
  documents: Pick<CaseDocuments, 'upload'>,
): CaseMessages {
  const store = async (session_id: string, { bytes, filename, mime_type }: SendMessage['attachments'][number]) => {
    const doc_id = randomUUID();
    const object = await blobs.put(documentKey(session_id, doc_id), bytes);
    return { doc_id, filename, label: null, object, mime_type } satisfies StoredDocument;
  };

  /** The document is in the case either way; without an engine it is there as failed, and the reply says so. */
  const upload = async (context: CommandContext, session_id: string, stored: StoredDocument): Promise<void> => {
    try {
      await documents.upload(context, session_id, stored);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
    }
  };

  return {
    async message(context, session_id, { content, attachments }) {
      takingMessage((await cases.load(session_id)).state, attachments.length);
      const doc_ids: string[] = [];
      for (const attachment of attachments) {
        const stored = await store(session_id, attachment);
        await upload(context, session_id, stored);
        doc_ids.push(stored.doc_id);
      }
      const message_id = randomUUID();
      const received = ({ documents }: Case): CaseDocument[] =>
        documents.filter(({ doc_id }) => doc_ids.includes(doc_id));
      const handled = await cases.handle(context, session_id, {
        type: 'converse',
        message: { message_id: randomUUID(), content, doc_ids },
        reply: (one) => ({ message_id, ...replyTo(one, content, received(one)) }),
        at: clock().toISOString(),
      });
      const after = caseIn(handled.state);
      const reply = after.messages.find(({ id }) => id === message_id)?.content ?? '';
      return committed({ message_id, reply, documents: received(after), case: after }, handled);
    },
  };
}
