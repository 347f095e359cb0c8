import type { CaseDocument } from './caseDocument.js';
import { UNKNOWN_TYPE } from '../documents/index.js';

/** What judging takes of a document. */
export type JudgedDocument = Pick<
  CaseDocument,
  | 'doc_id'
  | 'document_type'
  | 'sha256'
  | 'extracted'
  | 'valid'
  | 'violations'
  | 'status'
  | 'checks'
  | 'field_confidences'
  | 'sources'
  | 'coordinates'
  | 'label'
>;

/** Whether a document was read as a known type. */
export const isUsable = ({ status, document_type }: Pick<JudgedDocument, 'status' | 'document_type'>): boolean =>
  status === 'done' && document_type !== UNKNOWN_TYPE && document_type !== '';

/**
 * The documents that cross-matching compares: those that were read as a known type. The same file read twice as the same
 * type would only agree with itself: it counts once.
 */
export function comparableDocuments<Document extends JudgedDocument>(documents: readonly Document[]): Document[] {
  const usable = documents.filter(isUsable);
  return usable.filter(
    ({ sha256, document_type }, index) =>
      usable.findIndex((other) => other.sha256 === sha256 && other.document_type === document_type) === index,
  );
}
