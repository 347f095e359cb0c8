import type { Case } from './case.js';
import { mergeExtractions, type CaseDocument } from './caseDocument.js';
import type { CaseMessage } from './caseMessage.js';
import { type ShownCaseReason, withEffect } from './caseReasons.js';
import type { CaseResult } from './caseResult.js';
import type { CaseSummary } from './caseSummary.js';
import { maskedTexts, maskFields, type MaskedReading, valueHider } from '../documents/index.js';

/** The part of a document that says which values are masked wherever a case tells of them. */
export type ReadValues = Pick<
  CaseDocument,
  'doc_id' | 'status' | 'document_type' | 'extracted' | 'raw' | 'masked_fields' | 'asked_again' | 'corrections'
>;

/**
 * A case as it may leave the service: in each document the fields are masked that its type had masked when it was read,
 * and their values wherever the case as a whole tells of them: compared, judged or said.
 */
export const maskCase = (theCase: Case): Case => ({
  ...theCase,
  ...maskSummary(theCase, theCase.documents),
  documents: theCase.documents.map(maskDocument),
  messages: maskMessages(theCase.messages, theCase.documents),
  ...maskReview(theCase, theCase.documents),
});

/** What is said of a case as a whole, as it may leave the service. */
export function maskSummary<Summary extends Pick<CaseSummary, 'result' | 'comparison'>>(
  theCase: Summary,
  documents: readonly ReadValues[],
): Summary & { result: ShownCaseResult | null } {
  const hide = hiderOf(documents);
  return {
    ...theCase,
    result: theCase.result && maskResult(theCase.result, hide),
    comparison: theCase.comparison && {
      ...theCase.comparison,
      documents: theCase.comparison.documents.map((compared) => {
        const { extracted, raw } = documents.find(({ doc_id }) => doc_id === compared.doc_id) ?? {};
        const { fields } = maskFields({ fields: compared.fields, extracted, raw }, compared.masked_fields);
        return { ...compared, fields };
      }),
    },
  };
}

/** What people wrote about a case, as it may leave the service. */
export function maskReview(
  { notes, requests }: Pick<CaseSummary, 'notes' | 'requests'>,
  documents: readonly ReadValues[],
): Pick<CaseSummary, 'notes' | 'requests'> {
  const hide = hiderOf(documents);
  return {
    notes: notes && notes.map((note) => ({ ...note, text: hide(note.text) })),
    requests: requests && {
      ...requests,
      requested: requests.requested.map((one) => ({ ...one, text: hide(one.text) })),
    },
  };
}

/** What was said in a case, as it may leave the service. */
export function maskMessages(
  messages: readonly CaseMessage[],
  documents: readonly Pick<ReadValues, 'extracted' | 'raw' | 'masked_fields'>[],
): CaseMessage[] {
  const hide = hiderOf(documents);
  return messages.map((message) => ({ ...message, content: hide(message.content) }));
}

/** What the documents of a case say together, as it may leave the service. */
export const maskedExtractions = (
  documents: readonly Pick<ReadValues, 'status' | 'document_type' | 'extracted' | 'masked_fields' | 'asked_again'>[],
): ReturnType<typeof mergeExtractions> =>
  Object.fromEntries(
    Object.entries(mergeExtractions(documents)).map(([type, extracted]) => {
      const masked = documents.filter(({ document_type }) => document_type === type);
      return [type, maskFields({ extracted }, [...new Set(masked.flatMap((one) => one.masked_fields))]).extracted];
    }),
  );

/** The parts of a document that hold values, or say of which fields they are. */
export type DocumentValues = Pick<
  CaseDocument,
  'extracted' | 'raw' | 'violations' | 'step_outputs' | 'checks' | 'error' | 'corrections' | 'masked_fields'
>;

/** A document, or the parts of one that hold values, as it may leave the service. */
export function maskDocument<Document extends DocumentValues>(document: Document): Document {
  const { extracted, raw, violations, step_outputs, checks, error } = document;
  const corrected = correctedValues(document.corrections);
  const part = { extracted, raw, violations, step_outputs, checks, error, corrected };
  const { corrected: hidden, ...masked } = maskFields(part, document.masked_fields);
  const corrections = document.corrections?.map((one, index) => {
    const { fields, reason } = hidden[index]!;
    return { ...one, ...fields[one.field]!, reason };
  });
  return { ...document, ...masked, corrections: corrections ?? null };
}

/** What was corrected, in the shape in which masking knows values by their field. */
const correctedValues = (corrections: CaseDocument['corrections'] | undefined) =>
  (corrections ?? []).map(({ field, from, to, reason }) => ({ fields: { [field]: { from, to } }, reason }));

/** What of a document holds values that its masks hide wherever something is said of all of them together. */
type HidingValues = Pick<ReadValues, 'extracted' | 'raw' | 'masked_fields'> & Partial<Pick<ReadValues, 'corrections'>>;

/** Creates what hides the masked values of documents in what is said of all of them together. */
export const hiderOf = (documents: readonly HidingValues[]) => valueHider(documents.map(hidingReading));

/** The texts that `hiderOf` hides, for `textHider`. */
export const hiddenTexts = (documents: readonly HidingValues[]): string[] => maskedTexts(documents.map(hidingReading));

const hidingReading = ({ extracted, raw, masked_fields, corrections }: HidingValues): MaskedReading => ({
  part: { extracted, raw, corrected: correctedValues(corrections) },
  fields: masked_fields,
});

/** What came of documents, as it leaves the service. */
export interface ShownCaseResult extends CaseResult {
  reasons: ShownCaseReason[];
}

/** What came of documents, with the values hidden that `hide` hides, and the effect of each reason, which is stored only where it is not that of its code. */
export function maskResult(result: CaseResult, hide: <Part>(part: Part) => Part): ShownCaseResult {
  const { cross_match, validation, face_checks, watchlist_checks, ...rest } = result;
  const hidden = hide(rest);
  return {
    ...hidden,
    reasons: hidden.reasons.map(withEffect),
    // The documents of a validation are values like any other; those of a comparison are ids.
    validation: { ...validation, documents: hide(validation.documents) },
    cross_match: hide(cross_match),
    // Hold no value of a document: ids, places and measures.
    ...(face_checks && { face_checks }),
    ...(watchlist_checks && { watchlist_checks }),
  };
}
