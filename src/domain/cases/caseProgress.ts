import { alternativesOf, isMet } from '../agents/index.js';
import { UNKNOWN_TYPE, type CaseDocument } from './caseDocument.js';

/** Which document types a case has and which it still needs. All lists hold entries of `required`, in its order. */
export interface CaseProgress {
  /** What the agent requires: types, and `a|b` where one of several will do. */
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
  const done = documents.filter(({ status }) => status === 'done').map(({ document_type }) => document_type);
  const failed = documents
    .filter(({ status }) => status === 'failed')
    .map(({ document_type, expected_type }) => document_type || expected_type);
  return progressOf(required, new Set(done), new Set(failed));
}

/** The progress once a document more was read, as this type. */
export const afterReading = ({ required, collected, failed }: CaseProgress, document_type: string): CaseProgress =>
  progressOf(required, new Set([...collected, document_type]), new Set(failed));

/** The progress once a document more has failed, which was meant to be of this type; null where that is not known. */
export const afterFailure = (
  { required, collected, failed }: CaseProgress,
  expected_type: string | null,
): CaseProgress => progressOf(required, new Set(collected), new Set([...failed, expected_type]));

function progressOf(
  required: readonly string[],
  done: ReadonlySet<string>,
  failed: ReadonlySet<string | null>,
): CaseProgress {
  const isDone = (entry: string): boolean => entry !== UNKNOWN_TYPE && isMet(entry, done);
  const collected = required.filter(isDone);
  const missing = required.filter((entry) => !isDone(entry));
  return {
    required: [...required],
    collected,
    missing,
    failed: missing.filter((entry) => [entry, ...alternativesOf(entry)].some((type) => failed.has(type))),
    percent: required.length === 0 ? 0 : Math.floor((100 * collected.length) / required.length),
    complete: required.length > 0 && missing.length === 0,
  };
}
