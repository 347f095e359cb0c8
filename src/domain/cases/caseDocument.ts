import { z } from 'zod';
import { speaking } from './documentRequests.js';
import {
  type DocumentCheck,
  documentCheck,
  fieldConfidences,
  fieldReadings,
  type FieldReadings,
  type FieldValue,
  NO_FIELD_READINGS,
  pagesRead,
  type PagesRead,
  type PipelineResult,
  UNKNOWN_TYPE,
} from '../documents/index.js';

/** Values of a document's `status`. */
export const CASE_DOCUMENT_STATUSES = ['pending', 'processing', 'done', 'failed'] as const;

/** Why a document was taken for what it is. */
export interface DocumentClassification {
  /** What the classifier said, before the agent's `doc_type_map`. */
  classified_as: string;
  /** What spoke for it, weightiest first; never a value of the document. */
  evidence: { kind: string; detail: string; page?: number; weight: number }[];
  /** The next best types with their confidence, 0 to 1, best first. */
  alternatives: { document_type: string; confidence: number }[];
}

/** All that the engine said of a document. Values are unmasked. */
export interface DocumentReading extends FieldReadings {
  /** Per field, 0 to 1; calibrated where that was measured (`docs/engine.md`). */
  field_confidences: PipelineResult['confidences'];
  /** Null where the document was not classified. */
  classification: DocumentClassification | null;
  /** What the steps beyond classify, extract and validate put out, by step; for one that failed `{ error }`. */
  step_outputs: { [step: string]: { [key: string]: unknown } };
  /** Every check there is, and what came of it; empty for a document that was read before there were any. */
  checks: DocumentCheck[];
  /** Set when only the first pages of a long document were read; else null. */
  truncated: PagesRead | null;
}

/** A value that a person put right. Unmasked. */
export interface DocumentCorrection {
  field: string;
  /** What stood there before, by the machine or by a person. */
  from: FieldValue;
  to: FieldValue;
  /** Who did, as the caller said; null where the caller did not. */
  actor: string | null;
  /** The actor, for example `key:<id>`. */
  by: string;
  reason: string | null;
  /** ISO 8601 */
  at: string;
}

/** A document of a case. What stands in `DocumentReading` is empty until it is `done`, and once the case is erased. */
export interface CaseDocument extends DocumentReading {
  doc_id: string;
  /** From 0, in the order in which they were received. */
  doc_index: number;
  /** Null once erased. */
  filename: string | null;
  /** Where the file lies in the blob store. */
  object_key: string;
  /** SHA-256 of the file, lower-case hex; empty once erased. */
  sha256: string;
  /** What the content was found to be. */
  mime_type: string;
  size_bytes: number;
  /** What the caller took it for; null where the caller did not say, and once erased. */
  label: string | null;
  /** The document type that the label named when it was received; null where it named none. */
  expected_type: string | null;
  /** The document type it was read as, `unknown` when it fits none, and empty until it is known. */
  document_type: string;
  /** Confidence of `document_type` as a decimal string, 0 to 1; empty until it is known. */
  confidence: string;
  /** Fields that its type had masked when it was read. */
  masked_fields: string[];
  status: (typeof CASE_DOCUMENT_STATUSES)[number];
  /** A sentence a user understands, when failed; else null, and once erased. */
  error: string | null;
  /** An earlier document of the case with the same content. */
  duplicate_of: string | null;
  /** Whether it was asked for again since it was read; null in what was stored before that could be. */
  asked_again: boolean | null;
  /** What persons put right, oldest first; empty once erased, null in what was stored before that could be. */
  corrections: DocumentCorrection[] | null;
  /** ISO 8601 */
  created_at: string;
}

/** What is known of a document before it is read. */
export const NO_READING: Readonly<DocumentReading> = {
  ...NO_FIELD_READINGS,
  field_confidences: {},
  classification: null,
  step_outputs: {},
  checks: [],
  truncated: null,
};

/** A reading in an event, where two things have the names that they were first given. */
export interface RecordedReading extends Omit<DocumentReading, 'step_outputs' | 'checks'> {
  /** The `step_outputs`: they were called so before there were checks, and versions of that time read them under this name. */
  checks: DocumentReading['step_outputs'];
  /** The `checks`. */
  document_checks: DocumentReading['checks'];
}

/** Shape of a reading in an event. */
export const recordedReading: z.ZodType<RecordedReading> = z.object({
  ...fieldReadings,
  field_confidences: fieldConfidences,
  classification: z
    .object({
      classified_as: z.string(),
      evidence: z.array(
        z.object({ kind: z.string(), detail: z.string(), page: z.number().optional(), weight: z.number() }),
      ),
      alternatives: z.array(z.object({ document_type: z.string(), confidence: z.number() })),
    })
    .nullable(),
  checks: z.record(z.string(), z.record(z.string(), z.unknown())),
  document_checks: z.array(documentCheck).default([]),
  truncated: pagesRead.nullable(),
});

/** A reading as it is recorded. */
export const toRecorded = ({ step_outputs, checks, ...reading }: DocumentReading): RecordedReading => ({
  ...reading,
  checks: step_outputs,
  document_checks: checks,
});

/** A recorded reading as it was made. */
export const fromRecorded = ({ checks, document_checks, ...reading }: RecordedReading): DocumentReading => ({
  ...reading,
  step_outputs: checks,
  checks: document_checks,
});

/**
 * A document as it is known now, from where it may have been kept before there were checks, or be kept by a version of that time: what
 * the steps put out was called `checks` then.
 */
export function asKnownNow<Kept extends Partial<Pick<DocumentReading, 'step_outputs' | 'checks'>>>(kept: Kept): Kept {
  const { step_outputs, checks } = kept as { step_outputs?: unknown; checks?: unknown };
  if (Array.isArray(checks)) return kept;
  return { ...kept, step_outputs: step_outputs ?? checks ?? {}, checks: [] };
}

/** The part of a pipeline's result that a reading takes over. */
export function readingOf(
  result: PipelineResult,
  more: Pick<DocumentReading, 'classification' | 'step_outputs'>,
): DocumentReading {
  const {
    document_type,
    confidence,
    confidences: field_confidences,
    truncated = null,
    checks = [],
    ...fields
  } = result;
  return { ...fields, field_confidences, truncated, checks, ...more };
}

/** What is known of a document when it is received. */
export type ReceivedFacts = Omit<
  CaseDocument,
  keyof DocumentReading | keyof TypeRead | 'status' | 'error' | 'asked_again' | 'corrections'
>;

/** What a document was read as, beside what was read. */
type TypeRead = Pick<CaseDocument, 'document_type' | 'confidence' | 'masked_fields'>;

/** A document that still has to be read. */
export const unreadDocument = (received: ReceivedFacts, status: 'pending' | 'processing'): CaseDocument => ({
  ...received,
  document_type: '',
  confidence: '',
  masked_fields: [],
  ...NO_READING,
  status,
  error: null,
  asked_again: false,
  corrections: [],
});

/** The document once it was read; without a reading where what was read is erased. */
export const asRead = (
  document: CaseDocument,
  { document_type, confidence, masked_fields }: TypeRead,
  reading: DocumentReading | null,
): CaseDocument => ({
  ...document,
  ...{ document_type, confidence, masked_fields },
  ...(reading ?? NO_READING),
  status: 'done',
});

/** The document once it is known that it cannot be read; without a sentence where that is erased. */
export const asFailed = (document: CaseDocument, error: string | null): CaseDocument => ({
  ...document,
  status: 'failed',
  error,
});

/** What the documents of a case say together: by type, the later value that is not null wins. */
export function mergeExtractions(
  documents: readonly (Pick<CaseDocument, 'status' | 'document_type' | 'extracted'> &
    Partial<Pick<CaseDocument, 'asked_again'>>)[],
): {
  [document_type: string]: { [field: string]: FieldValue };
} {
  // No object, since a type can be named like what every object inherits.
  const merged = new Map<string, { [field: string]: FieldValue }>();
  for (const { status, document_type, extracted } of speaking(documents)) {
    if (status !== 'done' || document_type === UNKNOWN_TYPE) continue;
    const before = merged.get(document_type) ?? {};
    const values = Object.entries(extracted).filter(
      ([field, value]) => value !== null || !Object.hasOwn(before, field),
    );
    merged.set(document_type, { ...before, ...Object.fromEntries(values) });
  }
  return Object.fromEntries(merged);
}
