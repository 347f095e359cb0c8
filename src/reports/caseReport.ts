import type { LogProof } from '../domain/audit/index.js';
import type { ReplayComparison } from '../domain/cases/index.js';
import type { TenantId, Timestamp, Uuid } from '../domain/core/text.js';
import type { ReportedDocument, ReportedViolation } from './reportedDocument.js';
import type { ReportedFaceCheck, ReportedWatchlistCheck } from './reportedFaces.js';

/** Where the report's case comes from and stands. */
export interface ReportedCase {
  session_id: Uuid;
  tenant_id: TenantId;
  /** @example "onboarding" */
  goal: string;
  /** The caller's own name for it. */
  client_reference_id: string | null;
  /** @example "completed" */
  status: string;
  /** True once what was read and said in the case was erased; values are null then. */
  erased: boolean;
  /**
   * In which its sentences are (ISO 639-1); keys and codes are the same in all.
   * @example "en"
   */
  language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The agent as it was when the case was opened. */
export interface ReportedAgent {
  id: Uuid;
  /** @example "Customer onboarding" */
  name: string;
  /** @example "1.2" */
  version: string;
  /**
   * Which state of its history that was.
   * @example "3"
   */
  revision: string;
  /**
   * Document types that it asks for.
   * @example ["passport", "bank_statement"]
   */
  required: string[];
  /** @example ["passport"] */
  collected: string[];
  /** @example ["bank_statement"] */
  missing: string[];
}

/** Why a case was not simply approved, or what is worth knowing of it. */
export interface ReportedReason {
  /** @example "cross_match_mismatch" */
  code: string;
  /** Whether it stood against approval, or is only worth knowing. */
  effect: 'failed' | 'denied' | 'review' | 'note';
  /** @example "full_name is not the same on all documents (passport, bank_statement)." */
  detail: string;
  document_type: string | null;
  field: string | null;
  /** The document it is about. */
  doc_id: Uuid | null;
  /**
   * The check that failed; its evidence stands in the `checks` of the document.
   * @example "mrz_differs_from_print"
   */
  check: string | null;
}

/** How the case ended, and by whom. */
export interface ReportedDecision {
  /** `none` where the case expired before it was completed. */
  outcome: 'approved' | 'review' | 'denied' | 'failed' | 'none';
  reasons: ReportedReason[];
  completed_at: Timestamp | null;
  /** Who approved or denied a case in review, such as `key:<id>`. */
  decided_by: string | null;
  decided_at: Timestamp | null;
  decision_reason: string | null;
  /** Who decided, as the caller of the API said. */
  decision_actor: string | null;
}

/** Something that documents say of a party. */
export interface PartyDetail {
  /**
   * What it means, whatever the documents call it.
   * @example "birth_date"
   */
  meaning: string;
  /** @example "1990-04-12" */
  value: string;
  /** Documents that say so. */
  doc_ids: Uuid[];
}

/** Someone who is named by documents of the case. */
export interface ReportedParty {
  role: 'holder' | 'company' | 'employer';
  /** As the first document has it. */
  name: string;
  /** Other spellings, as other documents have them. */
  also_named: string[];
  /** Documents that name it. */
  doc_ids: Uuid[];
  details: PartyDetail[];
}

/** How a document that counts stands to the rules of its type. */
export interface ReportedValidation {
  doc_id: Uuid;
  document_type: string;
  /** By the rules as they were when it was read. */
  valid: boolean;
  violations: ReportedViolation[];
  /** By the rules as they were when the case was completed; null where these were not looked at. */
  still_valid: boolean | null;
  new_violations: ReportedViolation[];
}

/** What one document says of a field. */
export interface ReportedMatchValue {
  doc_id: Uuid;
  document_type: string;
  field: string;
  value: string;
}

/** Two values beside each other. */
export interface ReportedComparison {
  /** The two documents. */
  documents: string[];
  values: string[];
  /** 0 to 1. */
  score: number;
  agreed: boolean;
}

/** One field over all documents. */
export interface ReportedMatch {
  /** @example "full_name" */
  field: string;
  /** How it was compared. */
  kind: string;
  agreed: boolean;
  /** The lowest of its comparisons, 0 to 1. */
  score: number;
  values: ReportedMatchValue[];
  comparisons: ReportedComparison[];
}

/** What comparing the documents said. */
export interface ReportedCrossMatch {
  /** False where the agent compares nothing, or the case had too few documents. */
  judged: boolean;
  agreed: boolean;
  fields: ReportedMatch[];
  /** Documents that nothing ties to the others. */
  unmatched: Uuid[];
  /** What documents of one type say differently. */
  differences: { document_type: string; field: string; score: number; values: ReportedMatchValue[] }[];
}

/** Something that happened in the case: an event of its history. */
export interface ReportedEvent {
  at: Timestamp;
  /** Place in the history, from 0. */
  revision: number;
  event_id: Uuid;
  /** @example "DocumentProcessed" */
  type: string;
  /**
   * Who did it: `key:<id>`, `person:<subject>`, `worker:<role>` or `system`.
   * @example "key:0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
   */
  by: string;
  /** @example "Document 1 was read as passport" */
  summary: string;
}

/** What makes the report and its case verifiable. Hashes are SHA-256, lower-case hex. */
export interface ReportIntegrity {
  /** The case's stream of events, how many it holds, and a hash over all of them as they are stored. */
  history: { stream: string; events: number; sha256: string };
  /**
   * That every event of the timeline is in the log of the service, by a tree head of it. Null where the tree over the log did not have all of them in time: a
   * report that is asked for later has it.
   */
  proof: LogProof | null;
  /**
   * Ed25519 over the UTF-8 bytes of `{"report":"…"}`, where `…` is the hash of this report as `report_sha256` is, but without `signature` too; base64url.
   * The keys are at `/v1/signing-keys`.
   */
  signature: string | null;
  /** Over this report in JSON without this member, with the keys of every object sorted and no white space. */
  report_sha256: string;
}

/** A case for the files: what was asked for, what was shown, what came of it, who decided, and how to check it. */
export interface CaseReport {
  generated_at: Timestamp;
  case: ReportedCase;
  agent: ReportedAgent;
  decision: ReportedDecision;
  parties: ReportedParty[];
  documents: ReportedDocument[];
  validation: ReportedValidation[];
  cross_match: ReportedCrossMatch;
  /** Portraits compared with the selfie, one for each type of identity document; empty where the agent does not demand it. */
  faces: ReportedFaceCheck[];
  /** Portraits and selfie looked for in watchlists, one for each face and list; empty where the agent names none. */
  watchlists: ReportedWatchlistCheck[];
  /** For a replay: the case it does again, and what changed. */
  replay: { replay_of: Uuid; comparison: ReplayComparison | null } | null;
  /** What the document types in it are called in its language, by their `context_id`; a type without a name there goes by its `context_id`. */
  type_names: { [context_id: string]: string };
  /** The events that led to the decision. */
  decision_trail: ReportedEvent[];
  /** All events, oldest first. */
  timeline: ReportedEvent[];
  integrity: ReportIntegrity;
}

/** Headers of a report. */
export interface ReportHeaders {
  /** Of a PDF: `attachment; filename=report_<session_id>.pdf`. */
  'Content-Disposition'?: string;
}
