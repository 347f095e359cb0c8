import { UNKNOWN_TYPE, type CaseDocument } from './caseDocument.js';

/** Which document types a case has and which it still needs. All lists are in the order of `required`. */
export interface CaseProgress {
  /** The distinct values of the agent's `doc_type_map`. */
  required: string[];
  /** Required types of which a document was read. */
  collected: string[];
  /** Required types of which none was. */
  missing: string[];
  /** Missing types of which a document failed. */
  failed: string[];
  /** Collected of required, 0 to 100, a whole number; 0 where nothing is required. */
  percent: number;
  /** All that is required was collected; false where nothing is required. */
  complete: boolean;
}

/** Works out the progress of a case. A document that failed counts for the type that it was meant to be. */
export function caseProgress(
  required: readonly string[],
  documents: readonly Pick<CaseDocument, 'status' | 'document_type' | 'expected_type'>[],
): CaseProgress {
  const done = new Set(documents.filter(({ status }) => status === 'done').map(({ document_type }) => document_type));
  done.delete(UNKNOWN_TYPE);
  const failed = new Set(
    documents
      .filter(({ status }) => status === 'failed')
      .map(({ document_type, expected_type }) => document_type || expected_type),
  );
  const collected = required.filter((type) => done.has(type));
  const missing = required.filter((type) => !done.has(type));
  return {
    required: [...required],
    collected,
    missing,
    failed: missing.filter((type) => failed.has(type)),
    percent: required.length === 0 ? 0 : Math.floor((100 * collected.length) / required.length),
    complete: required.length > 0 && missing.length === 0,
  };
}
