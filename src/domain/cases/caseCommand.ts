import type { AgentDefinition } from '../agents/index.js';
import type { Json } from '../core/json.js';
import type { Metadata } from '../core/metadata.js';
import type { Mode } from '../core/mode.js';
import type { DocumentTypeUsed } from '../documentTypes/index.js';
import type { Case } from './case.js';
import type { CaseAgent } from './caseAgent.js';
import type { CaseFindings, CaseQuestions } from './caseJudgement.js';
import type { CaseDocument, DocumentReading } from './caseDocument.js';
import type { RequestedDocument } from './documentRequests.js';
import type { FieldPlaces } from './documentCorrection.js';
import type { FieldValue, ModelAsked, Validity } from '../documents/index.js';
import type { CaseStatus, DOCUMENT_FAILURES } from './caseEvents.js';
import type { ErasureReason } from '../core/erasure.js';
import type { ExpectedData } from './expectedData.js';
import type { Language } from './wording/index.js';
import type { WatchlistHit } from './watchlistHit.js';

/** A document that was stored. */
export interface StoredDocument {
  doc_id: string;
  filename: string;
  label: string | null;
  object: { key: string; sha256: string; size: number };
  mime_type: string;
}

/** A stored document of a case, and the type that its label names to the case's agent; null where it names none. */
export interface ReceivedDocument extends StoredDocument {
  expected_type: string | null;
}

/** What came of reading a document. */
export type DocumentOutcome =
  | {
      status: 'done';
      document_type: string;
      /** Null where it fits no type. */
      type_used: DocumentTypeUsed | null;
      /** Decimal string, 0 to 1. */
      confidence: string;
      reading: DocumentReading;
      masked_fields: string[];
    }
  | {
      status: 'failed';
      reason: (typeof DOCUMENT_FAILURES)[number];
      error: string;
      /** The language model that was asked all the same. */
      model_asked?: ModelAsked;
    };

/** A message to the agent. */
export interface UserMessage {
  message_id: string;
  content: string;
  /** Documents of the case that came with it. */
  doc_ids: string[];
}

/** A message of the agent. */
export interface AgentMessage {
  message_id: string;
  content: string;
  metadata: { [key: string]: Json };
}

/** What a case is opened with. */
export interface CaseOpening {
  session_id: string;
  tenant_id: string;
  goal: string;
  client_reference_id: string | null;
  agent: CaseAgent;
  /** What the caller hangs on it. */
  metadata?: Metadata;
  /** What its documents are expected to say. */
  expected?: ExpectedData;
  /** `live` where it is left out. */
  mode?: Mode;
  /** In which it is spoken; English where it is left out. */
  language?: Language;
  /** What the agent says first, where it talks. */
  greeting?: AgentMessage;
  /** The case that is to be done again, and its documents. */
  replay?: { of: string; documents: readonly ReceivedDocument[] };
}

/** What can be asked of a case. `at` is the time, ISO 8601. */
export type CaseCommand =
  | { type: 'open'; opening: CaseOpening; at: string }
  /** `most`: documents that it may have then, where that is fewer than every case may. */
  | { type: 'receive_document'; document: ReceivedDocument; most?: number; at: string }
  /** Does nothing for a document whose outcome is known already. */
  | { type: 'finish_document'; doc_id: string; outcome: DocumentOutcome; at: string }
  /** Notes that a model was shown a document that was not read then; each time anew, as `isToNote` has it, and whatever has become of the case. */
  | {
      type: 'note_shown';
      doc_id?: string | undefined;
      model_asked: ModelAsked;
      /** Whether it is told by who found that nobody had: of each question once, so that there is no end to be set. */
      found_untold?: true;
      at: string;
    }
  /**
   * Judges the case by the configuration of its agent. `findOut` is pure: it gives the answers that were found out before, and
   * refuses with a `conflict` where those are of other documents than the case has when the command is decided.
   */
  | { type: 'complete'; agent: AgentDefinition; findOut: (questions: CaseQuestions) => CaseFindings; at: string }
  /** `actor` is who decided, as the caller says; `by` whose request it is. With `require_reason` refused without a reason. */
  | {
      type: 'decide';
      decision: 'approve' | 'deny';
      reason: string | null;
      actor?: string | null;
      by: string;
      require_reason?: boolean;
      at: string;
    }
  /** With `take` refused with a `conflict` for a case that is not in review, or that somebody has. */
  | { type: 'assign'; assignee: string | null; take: boolean; at: string }
  | { type: 'add_note'; note: { note_id: string; text: string; actor: string | null }; by: string; at: string }
  /** `agent` is the configuration that the case keeps to; `message_id` that of what the agent says, where it talks. */
  | {
      type: 'request_documents';
      agent: AgentDefinition;
      items: readonly RequestedDocument[];
      message_id: string;
      actor: string | null;
      by: string;
      at: string;
    }
  /**
   * Puts values right; does nothing where the document says all of them. `validate` is pure, as `findOut` is: it says how the document
   * stands to its rules with the values, and refuses with a `conflict` where it was found out for another reading.
   */
  | {
      type: 'correct';
      doc_id: string;
      values: { readonly [field: string]: FieldValue };
      /** Where they stand, as far as the person says so. */
      places?: FieldPlaces | undefined;
      reason: string | null;
      actor: string | null;
      by: string;
      validate: (before: CaseDocument) => Validity;
      agent: AgentDefinition;
      findOut: (questions: CaseQuestions) => CaseFindings;
      at: string;
    }
  /** Does nothing for a hit that was noted before, and to a case that was erased. */
  | { type: 'note_watchlist_hit'; hit: WatchlistHit; at: string }
  /** Does nothing to a case that was touched at or after `inactive_since`. */
  | { type: 'expire'; inactive_since: string; at: string }
  /** Does nothing for a message that was said before. `reply` is pure: it says what the agent answers in the case as it stands when the command is decided. */
  | {
      type: 'converse';
      message: UserMessage;
      reply: (theCase: Case) => AgentMessage;
      model_asked?: ModelAsked | undefined;
      at: string;
    }
  /** Sets a replay whose documents were all read beside the case that it does again; once. Does nothing to another case. */
  | { type: 'compare_replay'; before: Case; at: string }
  /** `saved_searches` are those that are erased with it. */
  | { type: 'erase'; reason: ErasureReason | null; saved_searches?: string[]; at: string };

/** What has become of a case. */
export type CaseState = { status: 'not_opened' } | { status: CaseStatus | 'erased'; case: Case };
