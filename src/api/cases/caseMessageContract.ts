import type { CaseDocumentView, CaseProgressView, ListedCaseView } from './caseContract.js';
import type { Timestamp, Uuid } from '../../domain/core/text.js';

/** A file that goes with a message. It becomes a document of the case. */
export interface AttachmentBody {
  /**
   * The file in base64 (RFC 4648, padded, no line breaks), at most 20 MiB decoded. What it is is told by its content: JPEG, PNG, WebP, TIFF, BMP, GIF or PDF.
   * @format base64
   * @example "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
   */
  data: string;
  /**
   * What the caller takes it for; the content decides.
   * @maxLength 255
   * @example "image/jpeg"
   */
  mime_type: string;
  /**
   * @maxLength 255
   * @example "passport.jpg"
   */
  filename: string;
}

/** Something to say to the agent of a case. */
export interface SendMessageBody {
  /**
   * May be empty where there are attachments.
   * @maxLength 10000
   * @example "Here is my passport. What else do you need?"
   */
  message: string;
  /** @maxItems 10 */
  attachments?: AttachmentBody[];
}

/** The agent's answer to a message. */
export interface ConversationView {
  /** Id of the agent's message. */
  message_id: Uuid;
  /** @example "passport.jpg was read as passport. Still needed: utility bill (1 of 2 are here)." */
  reply: string;
  /** The documents that came with the message, in their order, as documents of the case. */
  doc_results: CaseDocumentView[];
  progress: CaseProgressView;
  session_status: ListedCaseView['status'];
}

/** A file that came with a message. */
export interface AttachmentView {
  doc_id: Uuid;
  /** @example "passport.jpg" */
  filename: string;
  /** @example "image/jpeg" */
  mime_type: string;
  /** @isInt */
  size_bytes: number;
}

/** What a message is about; empty for what the customer said. */
export interface MessageMetadataView {
  /** @example "documents" */
  intent?: 'greeting' | 'documents' | 'answer' | 'help' | 'thanks' | 'progress' | 'request';
  /** What a reply answers was understood by a language model, as its words say nothing to the templates. */
  heard_by?: 'model';
}

/** Something that was said in a case. */
export interface MessageView {
  id: Uuid;
  session_id: Uuid;
  role: 'user' | 'assistant';
  /** Values of masked fields are masked. */
  content: string;
  /** Empty for the agent's own messages. */
  attachments: AttachmentView[];
  metadata: MessageMetadataView;
  created_at: Timestamp;
}
