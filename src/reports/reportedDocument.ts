import type { Timestamp, Uuid } from '../domain/core/text.js';
import type { FieldValueView, StepOutputsView } from '../domain/documents/index.js';

/** A value that was read, and the evidence for it. */
export interface ReportedField {
  /** @example "document_number" */
  field: string;
  /** Masked where the document type asks for it. */
  value: FieldValueView;
  /** As printed. */
  raw: string | null;
  /**
   * 0 to 1.
   * @example 0.98
   */
  confidence: number | null;
  /** @example "mrz" */
  source: string | null;
  /** From 1. */
  page: number | null;
  /**
   * `[x, y, width, height]` in fractions of the page, from its top left.
   * @example [0.31, 0.28, 0.2, 0.04]
   */
  box: number[] | null;
  masked: boolean;
}

/** A broken rule. */
export interface ReportedViolation {
  field: string;
  rule: string;
  message: string;
}

/** What spoke for a document's type. */
export interface ReportedEvidence {
  kind: string;
  detail: string;
  page?: number;
  weight: number;
}

/** One check of a document: what was looked for, and what came of it. */
export interface ReportedCheck {
  /** @example "mrz_differs_from_print" */
  code: string;
  status: 'passed' | 'warned' | 'failed' | 'not_run';
  weight: 'info' | 'weak' | 'moderate' | 'strong';
  detail: string;
  field: string | null;
  /** From 1. */
  page: number | null;
  /** `[x, y, width, height]` in fractions of the page, from its top left. */
  box: number[] | null;
  /** What was compared, such as the value in the zone and the one in print; masked where the field is. */
  values: string[];
}

/** A document of the case. */
export interface ReportedDocument {
  doc_id: Uuid;
  /** From 0, in the order of upload. */
  doc_index: number;
  filename: string | null;
  /** What the caller took it for. */
  label: string | null;
  /** `unknown` where it fits no type, empty where it could not be read. */
  document_type: string;
  /**
   * Decimal, 0 to 1.
   * @example "0.98"
   */
  confidence: string;
  status: string;
  /** Why it failed, when it did. */
  error: string | null;
  /**
   * The same as a code.
   * @example "unreadable"
   */
  error_code: string | null;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  received_at: Timestamp;
  /** When it was read, or had failed. */
  finished_at: Timestamp | null;
  /** An earlier document with the same content. */
  duplicate_of: Uuid | null;
  /** By the rules as they were when it was read; null once erased. */
  valid: boolean | null;
  violations: ReportedViolation[];
  evidence: ReportedEvidence[];
  fields: ReportedField[];
  /** What further steps found, by step. */
  step_outputs: StepOutputsView;
  /** Every check there is, and what came of it. */
  checks: ReportedCheck[];
  /** Set where only the first pages were read. */
  truncated: { pages_read: number; pages_total: number } | null;
}
