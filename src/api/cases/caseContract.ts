import type { CaseResultView } from './caseResultContract.js';
import type { WatchlistHitView } from './caseFacesContract.js';
import type { Metadata } from '../../domain/core/metadata.js';
import type {
  DocumentClassificationView,
  FieldConfidencesView,
  FieldCoordinatesView,
  FieldSourcesView,
  FieldValueView,
  FieldValuesView,
  NothingView,
  PagesRead,
  RawFieldsView,
  StepOutputsView,
  Violation,
} from '../../domain/documents/index.js';
import type { DocumentCheckView } from '../http/checkContract.js';
import type { ErasureView } from '../http/erasureContract.js';
import type { ModeName } from '../apiKeys/apiKeyContract.js';
import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { ActorName, CaseNoteView, RequestCodeName } from './reviewerContract.js';
import type { RequestWarnings } from '../http/textContract.js';

/** A case to open. */
export interface OpenCaseBody {
  /**
   * Goal of the agent that the case is for; it must be deployed.
   * @maxLength 64
   * @example "onboarding"
   */
  goal: string;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /**
   * The caller's own name for the case, unique in the tenant: opening it again gives the same case.
   * @minLength 1
   * @maxLength 255
   * @example "customer-4711"
   */
  client_reference_id?: string;
  /** With a test key its `outcome` (`approved`, `review`, `denied` or `failed`) says what completing the case comes to. */
  metadata?: Metadata;
  /**
   * What the documents are expected to say, by field or meaning: compared like one more document. Up to 50 fields; texts of up to 500
   * characters. It is sealed with the case and never shown.
   * @example { "full_name": "Anna Lindqvist", "birth_date": "1990-04-17" }
   */
  expected?: { [field: string]: string | number | boolean };
  /** Of the agent's replies and the sentences of the reasons; codes are the same in all. English when left out. */
  language?: CaseLanguage;
}

/**
 * A language that a case can be held in (ISO 639-1).
 * @example "en"
 */
export type CaseLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';

/** Which document types there are and which are still needed. */
export interface CaseProgressCountsView {
  /**
   * What the agent asks for; `a|b` where one of several types will do.
   * @example ["passport", "bank_statement"]
   */
  required: string[];
  /**
   * Those of which a document was read, be it one side of it.
   * @example ["passport"]
   */
  collected: string[];
  /**
   * Those of which none was; of a type of which both sides are wanted and one is there the other one, `identity_card:back`.
   * @example ["bank_statement"]
   */
  missing: string[];
  /**
   * Those of which none was read and a document failed.
   * @example []
   */
  failed: string[];
  /**
   * Collected of required; 0 where nothing is required. What lacks a side counts half.
   * @isInt
   * @example 50
   */
  percent: number;
  /** All that is required is here, and nothing is awaited that was asked for again. */
  complete: boolean;
}

/** Which document types a case has and which it still needs. */
export interface CaseProgressView extends CaseProgressCountsView {
  /**
   * How often documents were asked for again.
   * @isInt
   * @example 1
   */
  tries: number;
  /** What was asked for again and has not come since. */
  requested: RequestedDocumentView[];
}

/** A document that is asked for again. */
export interface RequestedDocumentView {
  /** @example "passport" */
  document_type: string;
  code: RequestCodeName;
  /** What the customer is told of it; null where nothing is, and once erased. */
  text: string | null;
}

/** What was read from a document. Masked values are masked. */
export interface CaseReadingView {
  /**
   * The type it was read as, `unknown` when it fits none, empty until it is known.
   * @example "passport"
   */
  document_type: string;
  /**
   * Decimal string, 0 to 1; empty until it is known.
   * @example "0.98"
   */
  confidence: string;
  extracted: FieldValuesView;
  field_confidences: FieldConfidencesView;
  coordinates: FieldCoordinatesView;
  raw: RawFieldsView;
  sources: FieldSourcesView;
  /** Whether the rules of its type hold; false until it is read. */
  valid: boolean;
  violations: Violation[];
  /** Every check there is of a document, and what came of it; empty until it is read. */
  checks: DocumentCheckView[];
  /** Set when only the first pages of a long document were read. */
  truncated?: PagesRead;
  /** Why it failed, when it did. */
  error?: string;
  /** An earlier document of the case with the same content. */
  duplicate_of?: Uuid;
}

/** A document of a case. */
export interface CaseDocumentView extends CaseReadingView {
  doc_id: Uuid;
  /**
   * From 0, in the order of upload.
   * @isInt
   * @example 0
   */
  doc_index: number;
  /** @example "passport.jpg" */
  filename: string;
  /** Storage key. */
  object_key: string;
  /** SHA-256 of the file. */
  sha256: string;
  /** @example "/v1/cases/0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11/documents/5a1f…/file" */
  file_url: string;
  /**
   * What the content was found to be.
   * @example "image/jpeg"
   */
  mime_type: string;
  /** @isInt */
  size_bytes: number;
  /** What the caller took it for. */
  label: string;
  /** Empty where it was not classified. */
  classification: DocumentClassificationView | NothingView;
  step_outputs: StepOutputsView;
  status: 'pending' | 'processing' | 'done' | 'failed';
  created_at: Timestamp;
  /** What persons put right, oldest first. Masked values are masked. */
  corrections: CorrectionView[];
}

/** A value that a person put right. */
export interface CorrectionView {
  /** @example "birth_date" */
  field: string;
  /** What stood there before. */
  from: FieldValueView;
  to: FieldValueView;
  /** Who did, as the caller said; null where the caller did not. */
  actor: string | null;
  /**
   * Whose request it was.
   * @example "key:0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
   */
  by: string;
  reason: string | null;
  at: Timestamp;
}

/** Where a case stands. */
export type CaseStatusName = 'collecting' | 'completed' | 'review' | 'denied' | 'failed' | 'expired';

/** A case as it is listed. */
export interface ListedCaseView {
  session_id: Uuid;
  tenant_id: TenantId;
  /** @example "onboarding" */
  goal: string;
  /** @example "customer-4711" */
  client_reference_id: string | null;
  status: CaseStatusName;
  /**
   * What was read, by document type; the later value wins.
   * @example { "passport": { "surname": "LINDQVIST" } }
   */
  extractions: { [document_type: string]: FieldValuesView };
  result: CaseResultView;
  progress: CaseProgressView;
  /**
   * Who is to look at it; null for nobody.
   * @example "jane.doe"
   */
  assignee: string | null;
  /** That of the key that opened it: a case of a test key comes to what `metadata.outcome` says, and counts in no figure. */
  mode: ModeName;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A case with its documents, oldest first. */
export interface CaseView extends ListedCaseView {
  documents: CaseDocumentView[];
  /** What was written down about it, oldest first. */
  notes: CaseNoteView[];
  /** Faces that joined a watchlist after it was judged, and are like those of its documents; oldest first, a hundred at most. */
  watchlist_hits: WatchlistHitView[];
  /** What it was opened with; empty where that is nothing. */
  metadata: Metadata;
  /** In which its agent speaks, and the sentences of its reasons are. */
  language: CaseLanguage;
  /** When it was erased; absent where it was not. What was read and said in it is empty from then on. */
  erased_at?: Timestamp;
  warnings?: RequestWarnings;
}

/** Where a case stands. */
export interface CaseStatusView {
  session_id: Uuid;
  status: ListedCaseView['status'];
  /** True for every status but `collecting`, so in `review` too; `progress.complete` says whether all that is required is here. */
  completed: boolean;
  progress: CaseProgressView;
  /** Where its documents stand. */
  documents: { doc_id: string; document_type: string; status: string }[];
  updated_at: Timestamp;
}

/** What came of an upload. */
export interface UploadedDocumentView extends CaseReadingView {
  doc_id: Uuid;
  status: 'done' | 'failed';
  progress: CaseProgressView;
}

/** What came of completing a case. */
export interface CompletedCaseView {
  session_id: Uuid;
  /** `denied` where the policy of the agent denies what was found. */
  status: 'completed' | 'review' | 'denied' | 'failed';
  result: CaseResultView;
}

/** What a reviewer says. */
export interface DecideCaseBody {
  decision: 'approve' | 'deny';
  /**
   * Needed where the agent's `definition.require_reason` is true.
   * @maxLength 2000
   * @example "The name was changed by marriage; certificate seen"
   */
  reason?: string;
  actor?: ActorName;
}

/** What came of a decision. */
export interface DecidedCaseView {
  session_id: Uuid;
  status: 'completed' | 'denied';
  decision: 'approve' | 'deny';
  /** Empty where none was given. */
  reason: string;
  warnings?: RequestWarnings;
}

/** The certificate of a case's erasure. */
export interface CaseErasureView extends ErasureView {
  session_id: Uuid;
  /** The cases that did this one again, and were erased with it. */
  replays: Uuid[];
}
