import { caseWith, type Case } from './case.js';
import type { CaseCommand, CaseState } from './caseCommand.js';
import type { CaseDocument } from './caseDocument.js';
import type { CaseEvent } from './caseEvents.js';
import { reasonCodesOf } from './caseFigures.js';
import type { CaseResult } from './caseResult.js';
import { kept, of, STANDS } from './caseStanding.js';
import { asCorrected, changesBy } from './documentCorrection.js';
import { judgeDocuments } from './judgeDocuments.js';
import { DomainError, noneWithThisId } from '../core/decider.js';
import { UNKNOWN_TYPE } from '../documents/index.js';

/** Most characters of JSON that the corrections of one document take: they are read with it. */
export const MOST_CORRECTED = 1_000_000;

type Correct = Extract<CaseCommand, { type: 'correct' }>;

/**
 * The case and its document, if what was read from it can be corrected now.
 * @throws DomainError `not_found`, `conflict` once the case is decided, or where nothing was read
 */
export function correctable(state: CaseState, doc_id: string): { theCase: Case; document: CaseDocument } {
  const so = 'what was read can no longer be corrected';
  const theCase = kept(state, so);
  const document = theCase.documents.find((one) => one.doc_id === doc_id);
  if (!document) throw noneWithThisId('document');
  if (theCase.status !== 'collecting' && theCase.status !== 'review') {
    throw new DomainError('conflict', `The case ${STANDS[theCase.status]}, so ${so}`);
  }
  if (document.status !== 'done' || document.document_type === UNKNOWN_TYPE) {
    throw new DomainError('conflict', 'The document was not read as a known type, so there is nothing to correct');
  }
  return { theCase, document };
}

/**
 * Puts right what was read from a document. A case in review is judged anew, and stays in review: that is for a person to end.
 * @throws DomainError as `correctable` does, and `rule_broken` where the document keeps too many corrections already
 */
export function correct(command: Correct, state: CaseState): CaseEvent[] {
  const { doc_id, values, places: marked = {}, reason, actor, by, at } = command;
  const { theCase, document } = correctable(state, doc_id);
  const changes = changesBy(document, values);
  const fields = Object.keys(changes);
  if (fields.length === 0) return [];
  const places = Object.fromEntries(Object.entries(marked).filter(([field]) => Object.hasOwn(changes, field)));
  const validity = command.validate(document);
  const corrected = asCorrected(document, { changes, places, validity, actor, by, reason, at });
  if (JSON.stringify(corrected.corrections).length > MOST_CORRECTED) {
    throw new DomainError('rule_broken', 'The document was corrected so much that it keeps no more corrections');
  }
  const result = theCase.status === 'review' ? reviewed(theCase, corrected, command) : null;
  const said = { ...{ doc_id, document_type: document.document_type, fields, changes }, reason, actor };
  const isMarked = Object.keys(places).length > 0;
  return [
    {
      type: 'DocumentCorrected',
      data: {
        ...of(theCase),
        ...said,
        ...(isMarked && { places }),
        corrected_by: by,
        validity: { ...validity, violations: validity.violations.map((one) => ({ ...one })) },
        result,
        ...(result && { reason_codes: reasonCodesOf(result) }),
        corrected_at: at,
      },
    },
  ];
}

function reviewed(theCase: Case, corrected: CaseDocument, command: Correct): CaseResult {
  const result = judgeDocuments(caseWith(theCase, corrected), command);
  return { ...result, decision: 'review', completed_at: theCase.result?.completed_at ?? result.completed_at };
}
