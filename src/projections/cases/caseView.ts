import type { Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { maskCase, maskDocument } from '../../domain/cases/caseMasking.js';

/** A case as the contract lists it: masked, without its documents, and nothing null that is not said to be. */
export const listedCaseView = (unmasked: Case) => summaryOf(maskCase(unmasked));

/** A case as the contract shows it: masked, with its documents. */
export function caseView(unmasked: Case) {
  const one = maskCase(unmasked);
  return { ...summaryOf(one), documents: one.documents.map((document) => viewOf(one.session_id, document)) };
}

/** A document of a case as the contract shows it, masked. */
export const caseDocumentView = (session_id: string, document: CaseDocument) =>
  viewOf(session_id, maskDocument(document));

const summaryOf = (masked: Case) => ({
  session_id: masked.session_id,
  tenant_id: masked.tenant_id,
  goal: masked.goal,
  client_reference_id: masked.client_reference_id,
  status: masked.status,
  extractions: masked.extractions,
  result: {
    ...masked.result,
    ...(masked.replay_of !== null && { replay_of: masked.replay_of }),
    ...(masked.comparison !== null && { comparison: masked.comparison }),
  },
  progress: masked.progress,
  created_at: masked.created_at,
  updated_at: masked.updated_at,
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
