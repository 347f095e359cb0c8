import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { maskDocument, maskedExtractions, maskSummary } from '../../domain/cases/caseMasking.js';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import type { CaseWith, ListedCase } from './caseQueries.js';

/** A case as the contract lists it: masked, without its documents, and nothing null that is not said to be. */
export function listedCaseView({ documents, ...unmasked }: ListedCase) {
  const one = maskSummary(unmasked, documents);
  return {
    session_id: one.session_id,
    tenant_id: one.tenant_id,
    goal: one.goal,
    client_reference_id: one.client_reference_id,
    status: one.status,
    extractions: maskedExtractions(documents),
    result: resultView(one),
    progress: one.progress,
    created_at: one.created_at,
    updated_at: one.updated_at,
  };
}

/** A case as the contract shows it: masked, with its documents. */
export function caseView(unmasked: CaseWith<CaseDocument>) {
  const documents = unmasked.documents.map((document) => caseDocumentView(unmasked.session_id, document));
  return { ...listedCaseView(unmasked), documents };
}

/** A document of a case as the contract shows it, masked. */
export const caseDocumentView = (session_id: string, document: CaseDocument) =>
  viewOf(session_id, maskDocument(document));

const resultView = ({ result, replay_of, comparison }: Pick<CaseSummary, 'result' | 'replay_of' | 'comparison'>) => ({
  ...result,
  ...(replay_of !== null && { replay_of }),
  ...(comparison !== null && { comparison }),
});

const viewOf = (session_id: string, document: CaseDocument) => ({
  doc_id: document.doc_id,
  doc_index: document.doc_index,
  filename: document.filename ?? '',
  object_key: document.object_key,
  sha256: document.sha256,
  file_url: `/v1/cases/${session_id}/documents/${document.doc_id}/file`,
  mime_type: document.mime_type,
  size_bytes: document.size_bytes,
  label: document.label ?? '',
  document_type: document.document_type,
  confidence: document.confidence,
  extracted: document.extracted,
  field_confidences: document.field_confidences,
  coordinates: document.coordinates,
  raw: document.raw,
  sources: document.sources,
  valid: document.valid,
  violations: document.violations,
  classification: document.classification ?? {},
  checks: document.checks,
  ...(document.truncated && { truncated: document.truncated }),
  status: document.status,
  ...(document.error !== null && { error: document.error }),
  ...(document.duplicate_of !== null && { duplicate_of: document.duplicate_of }),
  created_at: document.created_at,
});
