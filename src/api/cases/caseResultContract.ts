import type { Timestamp, Uuid } from '../../domain/core/text.js';
import type { FieldValueView, Violation } from '../../domain/documents/index.js';
import type { FaceCheckView, WatchlistCheckView } from './caseFacesContract.js';

/** A reason for a decision. */
export interface CaseReasonView {
  /**
   * Stable.
   * @example "document_missing"
   */
  code: string;
  /**
   * One sentence for people; it holds no value of a document.
   * @example "No bank_statement was collected"
   */
  detail: string;
  /** Null where it concerns no one type. */
  document_type: string | null;
  /** Null where it concerns no one field. */
  field: string | null;
  /** The code of the check that it comes from, where it comes from one. */
  check?: string;
  /** The document it is about; with a check always. */
  doc_id?: string;
  /**
   * What it does to the decision, by the agent's policy, the weight of a check, or its code; a `note` does not change it.
   * @example "review"
   */
  effect: 'failed' | 'denied' | 'review' | 'note';
  /** Other cases in which the same document or person was seen, the newest first, ten at most. */
  seen_in?: Uuid[];
  /** Entries of the blocklist that a document, or whom it is about, is on. */
  blocklist_entries?: Uuid[];
}

/** What one document says. */
export interface MatchedValueView {
  doc_id: Uuid;
  /** @example "passport" */
  document_type: string;
  /**
   * The document's own name of the field; `given_names+surname` where two were read as one.
   * @example "surname"
   */
  field: string;
  /** As text. */
  value: string;
}

/** Two values side by side. */
export interface ComparisonView {
  /** The documents. */
  documents: Uuid[];
  /** What they say. */
  values: string[];
  /** 0 to 1: how alike they are, by the rules of their kind. */
  score: number;
  agreed: boolean;
}

/** One field over all documents that state it. */
export interface FieldMatchView {
  /**
   * By whose rules its values are compared.
   * @example "name"
   */
  kind: string;
  /** Whether at least two documents state it and every two of them agree. */
  agreed: boolean;
  /** The lowest score of its comparisons; 0 where there is none. */
  score: number;
  values: MatchedValueView[];
  comparisons: ComparisonView[];
}

/** A field that two documents of one type state differently. */
export interface TypeDifferenceView {
  /** @example "passport" */
  document_type: string;
  /** @example "surname" */
  field: string;
  /** @example "name" */
  kind: string;
  /** The lowest score between any two of the values, 0 to 1. */
  score: number;
  values: MatchedValueView[];
}

/** What came of comparing documents with each other. */
export interface CrossMatchView {
  /** Whether fields were named and there were documents enough to compare. */
  judged: boolean;
  /** Whether it was judged, something was compared, and all that was compared agrees. */
  agreed: boolean;
  /** By the names under which they were asked for. */
  fields: { [field: string]: FieldMatchView };
  /** Documents that have a field to match but state none that was compared. */
  unmatched: Uuid[];
  /** What documents of one type say differently. */
  differences: TypeDifferenceView[];
}

/** How a document stood to the rules of its type when it was read. */
export interface DocumentValidationView {
  doc_id: Uuid;
  /** @example "passport" */
  document_type: string;
  valid: boolean;
  violations: Violation[];
}

/** How the rules that a type has now judge what was read from a document. */
export interface GovernanceCheckView {
  doc_id: Uuid;
  /** @example "passport" */
  document_type: string;
  passed: boolean;
  violations: Violation[];
}

/** What became of one document when it was read again. */
export interface DocumentComparisonView {
  doc_id: Uuid;
  /** The document of the case that was replayed. */
  replayed_doc_id: Uuid;
  /** @example "passport.jpg" */
  filename: string;
  status: { before: string; after: string };
  document_type: { before: string; after: string };
  valid: { before: boolean; after: boolean };
  /** The fields that were read differently. */
  fields: { [field: string]: { before: FieldValueView; after: FieldValueView } };
  /** Fields that its type had masked at either reading. */
  masked_fields: string[];
  changed: boolean;
}

/** What a replay led to, beside what was before. */
export interface ReplayComparisonView {
  /** The case that was replayed. */
  session_id: Uuid;
  /** Its version of the agent, and that of now. */
  agent_version: { before: string; after: string };
  documents: DocumentComparisonView[];
  /**
   * Documents that changed.
   * @isInt
   * @example 0
   */
  changed: number;
}

/** How the documents that count stood to the rules of their types when they were read. */
export interface ValidationView {
  /** Every document that counts keeps the rules. */
  valid: boolean;
  documents: DocumentValidationView[];
}

/** How the documents that count stand to the rules as they are now. */
export interface GovernanceView {
  /** Every document that counts still keeps them. */
  passed: boolean;
  checks: GovernanceCheckView[];
}

/** What documents came to. Masked values are masked. */
export interface CaseVerdictView {
  decision: 'approved' | 'review' | 'denied' | 'failed';
  /** What spoke against approval first, then what is only worth knowing. */
  reasons: CaseReasonView[];
  cross_match: CrossMatchView;
  validation: ValidationView;
  governance: GovernanceView;
  /** Portraits compared with the selfie, one for each type of identity document; absent where the agent does not demand it. */
  face_checks?: FaceCheckView[];
  /** Portraits and selfie looked for in watchlists, one for each face and list; absent where the agent names none. */
  watchlist_checks?: WatchlistCheckView[];
  completed_at: Timestamp;
}

/** What came of a case; empty until there is something to say. Of a replay that is not completed it has what the replay says alone. */
export interface CaseResultView extends Partial<CaseVerdictView> {
  completed_at?: Timestamp;
  /**
   * Who approved or denied it.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  decided_by?: string;
  decided_at?: Timestamp;
  /** Null where none was given. */
  decision_reason?: string | null;
  /**
   * Which person that was, as the request said; absent where it did not.
   * @example "jane.doe"
   */
  decision_actor?: string;
  /** Of a replay: the case that it does again. */
  replay_of?: Uuid;
  /** Of a replay: what it led to beside what was before, once all is read. */
  comparison?: ReplayComparisonView;
}
