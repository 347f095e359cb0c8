import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { CaseNote } from '../../domain/cases/caseNote.js';
import { hiderOf, maskDocument, maskedExtractions, maskReview, maskSummary } from '../../domain/cases/caseMasking.js';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import type { CaseWith, ListedCase } from '../../projections/cases/caseQueries.js';
import { rounded } from '../../domain/documents/index.js';
import { DEFAULT_LANGUAGE } from '../../domain/cases/wording/index.js';
import { shownProgress } from '../../domain/cases/caseProgress.js';
import type { ReadValues } from '../../domain/cases/caseMasking.js';
import type { CaseNoteView } from './reviewerContract.js';
import type {
  CaseDocumentView,
  CaseProgressView,
  CaseReadingView,
  CaseView,
  ListedCaseView,
  UploadedDocumentView,
} from './caseContract.js';

/** Fields of a listed case that take no look at its documents and its result. */
export const BRIEF_FIELDS: readonly (keyof ListedCaseView)[] = [
  ...(['session_id', 'tenant_id', 'goal', 'client_reference_id', 'status', 'progress'] as const),
  ...(['assignee', 'mode', 'created_at', 'updated_at'] as const),
];

/** A case as it is listed: masked, without its documents, and nothing null that is not said to be. */
export function listedCaseView({ documents, ...unmasked }: ListedCase): ListedCaseView {
  const theCase = maskSummary(unmasked, documents);
  return {
    session_id: theCase.session_id,
    tenant_id: theCase.tenant_id,
    goal: theCase.goal,
    client_reference_id: theCase.client_reference_id,
    status: theCase.status,
    extractions: maskedExtractions(documents),
    result: resultView(theCase),
    progress: progressView({ ...unmasked, documents }),
    assignee: theCase.assignee,
    mode: theCase.mode ?? 'live',
    created_at: theCase.created_at,
    updated_at: theCase.updated_at,
  };
}

/** A case as it is shown: masked, with its documents. */
export function caseView(unmasked: CaseWith<CaseDocument>): CaseView {
  const documents = unmasked.documents.map((document) => caseDocumentView(unmasked.session_id, document));
  return {
    ...listedCaseView(unmasked),
    documents,
    metadata: unmasked.metadata ?? {},
    language: unmasked.language ?? DEFAULT_LANGUAGE,
    notes: (unmasked.notes ?? []).map((note) => noteView(note, hiderOf(unmasked.documents))),
    watchlist_hits: unmasked.watchlist_hits ?? [],
    // Nothing happens to a case any more once it is erased.
    ...(unmasked.erased && { erased_at: unmasked.updated_at }),
  };
}

/** A note as it is shown. */
export const noteView = ({ text, ...note }: CaseNote, hide: (text: string) => string): CaseNoteView => ({
  ...note,
  text: hide(text ?? ''),
});

/** Which documents a case has, and which are awaited: what was asked for again too. */
export function progressView({
  progress,
  requests,
  documents,
}: Pick<CaseSummary, 'progress' | 'requests'> & { documents: readonly ReadValues[] }): CaseProgressView {
  return shownProgress(progress, maskReview({ notes: null, requests }, documents).requests);
}

/** A document of a case as it is shown, masked. */
export function caseDocumentView(session_id: string, unmasked: CaseDocument): CaseDocumentView {
  const document = maskDocument(unmasked);
  return {
    doc_id: document.doc_id,
    doc_index: document.doc_index,
    filename: document.filename ?? '',
    object_key: document.object_key,
    sha256: document.sha256,
    file_url: `/v1/cases/${session_id}/documents/${document.doc_id}/file`,
    mime_type: document.mime_type,
    size_bytes: document.size_bytes,
    label: document.label ?? '',
    ...readingView(document),
    classification: rounded(document.classification ?? {}),
    step_outputs: rounded(document.step_outputs),
    status: document.status,
    created_at: document.created_at,
    corrections: document.corrections ?? [],
  };
}

/** What came of an upload, masked, and where its case stands after it. */
export function uploadedDocumentView(
  unmasked: CaseDocument,
  theCase: Parameters<typeof progressView>[0],
): UploadedDocumentView {
  const document = maskDocument(unmasked);
  const status = document.status === 'done' ? 'done' : 'failed';
  return { doc_id: document.doc_id, ...readingView(document), status, progress: progressView(theCase) };
}

/** What every answer with a document says of what was read from it. */
const readingView = (masked: CaseDocument): CaseReadingView =>
  rounded({
    document_type: masked.document_type,
    confidence: masked.confidence,
    extracted: masked.extracted,
    field_confidences: masked.field_confidences,
    coordinates: masked.coordinates,
    raw: masked.raw,
    sources: masked.sources,
    valid: masked.valid,
    violations: masked.violations,
    checks: masked.checks,
    ...(masked.truncated && { truncated: masked.truncated }),
    ...(masked.error !== null && { error: masked.error }),
    ...(masked.duplicate_of !== null && { duplicate_of: masked.duplicate_of }),
  });

/** What of a case its result is made of. */
type JudgedSummary = Pick<CaseSummary, 'result' | 'replay_of' | 'comparison'>;

const resultView = ({ result, replay_of, comparison }: ReturnType<typeof maskSummary<JudgedSummary>>) =>
  rounded({
    ...result,
    ...(replay_of !== null && { replay_of }),
    ...(comparison !== null && { comparison }),
  });
