import type { Case, CaseDocument, CaseEvent } from '../domain/cases/index.js';
import { rounded } from '../domain/documents/index.js';
import type { ReportedDocument, ReportedField } from './reportedDocument.js';
import type { ReportSentences } from './reportSentences.js';

/** The documents of a case with the evidence for each value, in the order of upload. */
export function reportDocuments(
  { documents, erased }: Case,
  events: readonly CaseEvent[],
  sentences: ReportSentences,
): ReportedDocument[] {
  const finished = new Map(events.flatMap(finishedAt));
  const failures = new Map(events.flatMap(failedFor));
  return documents.map((document) => ({
    doc_id: document.doc_id,
    doc_index: document.doc_index,
    filename: document.filename,
    label: document.label,
    document_type: document.document_type,
    confidence: document.confidence,
    status: document.status,
    error: document.error,
    error_code: failures.get(document.doc_id) ?? null,
    mime_type: document.mime_type,
    size_bytes: document.size_bytes,
    sha256: document.sha256,
    received_at: document.created_at,
    finished_at: finished.get(document.doc_id) ?? null,
    duplicate_of: document.duplicate_of,
    valid: erased ? null : document.valid,
    violations: document.violations.map(({ field, rule, message }) => sentences.violation({ field, rule, message })),
    evidence: (document.classification?.evidence ?? []).map(sentences.evidence),
    fields: rounded(reportFields(document)),
    checks: rounded(document.checks).map(sentences.check),
    step_outputs: rounded(document.step_outputs),
    truncated: document.truncated,
  }));
}

function finishedAt({ type, data }: CaseEvent): [string, string][] {
  if (type === 'DocumentProcessed') return [[data.doc_id, data.processed_at]];
  return type === 'DocumentFailed' ? [[data.doc_id, data.failed_at]] : [];
}

const failedFor = ({ type, data }: CaseEvent): [string, string][] =>
  type === 'DocumentFailed' ? [[data.doc_id, data.reason]] : [];

const reportFields = (document: CaseDocument): ReportedField[] =>
  Object.entries(document.extracted).map(([field, value]) => ({
    field,
    value,
    raw: own(document.raw, field),
    confidence: own(document.field_confidences, field),
    source: own(document.sources, field),
    page: own(document.coordinates, field)?.page ?? null,
    box: own(document.coordinates, field)?.box ?? null,
    masked: document.masked_fields.includes(field),
  }));

/** Field names are the caller's: `constructor` may be one. */
const own = <Value>(map: { [key: string]: Value }, key: string): Value | null =>
  Object.hasOwn(map, key) ? (map[key] ?? null) : null;
