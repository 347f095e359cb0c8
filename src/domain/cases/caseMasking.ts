import type { Case } from './case.js';
import type { CaseDocument } from './caseDocument.js';
import type { CaseResult } from './caseResult.js';
import { maskFields, valueHider } from '../documents/index.js';

/**
 * A case as it may leave the service: in each document the fields are masked that its type had masked when it was read,
 * and their values wherever the case as a whole tells of them: merged, compared, judged or said.
 */
export function maskCase(one: Case): Case {
  const hide = valueHider(
    one.documents.map(({ extracted, raw, masked_fields }) => ({ part: { extracted, raw }, fields: masked_fields })),
  );
  return {
    ...one,
    documents: one.documents.map(maskDocument),
    extractions: Object.fromEntries(
      Object.entries(one.extractions).map(([type, extracted]) => [
        type,
        maskFields({ extracted }, maskedIn(one.documents.filter(({ document_type }) => document_type === type)))
          .extracted,
      ]),
    ),
    result: one.result && maskResult(one.result, hide),
    comparison: one.comparison && {
      ...one.comparison,
      documents: one.comparison.documents.map((compared) => {
        const document = one.documents.find(({ doc_id }) => doc_id === compared.doc_id);
        return { ...compared, fields: maskFields({ fields: compared.fields }, document?.masked_fields ?? []).fields };
      }),
    },
    messages: one.messages.map((message) => ({ ...message, content: hide(message.content) })),
  };
}

/** A document as it may leave the service. */
export function maskDocument(document: CaseDocument): CaseDocument {
  const { extracted, raw, violations, checks, error } = document;
  return { ...document, ...maskFields({ extracted, raw, violations, checks, error }, document.masked_fields) };
}

const maskedIn = (documents: readonly CaseDocument[]): string[] => [
  ...new Set(documents.flatMap(({ masked_fields }) => masked_fields)),
];

/** What came of documents, with the values hidden that `hide` hides. */
export function maskResult(result: CaseResult, hide: <Part>(part: Part) => Part): CaseResult {
  const { cross_match, validation, ...rest } = result;
  return {
    ...hide(rest),
    // The documents of a validation are values like any other; those of a comparison are ids.
    validation: { ...validation, documents: hide(validation.documents) },
    cross_match: hide(cross_match),
  };
}
