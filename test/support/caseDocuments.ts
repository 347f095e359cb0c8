import { NO_READING, type CaseDocument } from '../../src/domain/cases/caseDocument.js';

let count = 0;

/** A document of a case that was read, with what the test says of it; each is another file. */
export function readDocument(document_type: string, given: Partial<CaseDocument> = {}): CaseDocument {
  count += 1;
  return {
    doc_id: `doc-${count}`,
    doc_index: 0,
    filename: `${document_type}.pdf`,
    object_key: `cases/one/doc-${count}`,
    sha256: String(count).padStart(64, '0'),
    mime_type: 'application/pdf',
    size_bytes: 1_000,
    label: null,
    expected_type: null,
    document_type,
    confidence: '0.98',
    ...NO_READING,
    valid: true,
    masked_fields: [],
    status: 'done',
    error: null,
    duplicate_of: null,
    asked_again: false,
    corrections: [],
    created_at: '2026-03-02T09:00:00.000Z',
    ...given,
  };
}
