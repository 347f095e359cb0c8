import { applyToDocument } from './applyToDocument.js';
import type { CaseDocument } from './caseDocument.js';
import type { CaseEvent } from './caseEvents.js';
import { applyToMessage, type CaseMessage } from './caseMessage.js';
import type { ExpectedData } from './expectedData.js';
import { applyToSummary, type CaseSummary } from './caseSummary.js';

/** A verification from the first upload to the decision. Values are unmasked: mask them before they leave the service. */
export interface Case extends CaseSummary {
  /** In the order in which they were received. */
  documents: CaseDocument[];
  /** In the order in which they were said. */
  messages: CaseMessage[];
  /** What its documents are expected to say; absent where the caller said nothing, null once erased. */
  expected?: ExpectedData | null;
  /** How often a model was shown one of its documents that was not read then; absent where none was. */
  shown_in_vain?: number;
}

/** The stream of a case; also the subject whose key seals what was read and said in it. */
export const caseStream = (sessionId: string): string => `case-${sessionId}`;

/** Whether a document still has to be read. */
export const isUnread = ({ status }: Pick<CaseDocument, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

/** The case with one of its documents as it is given. */
export const caseWith = (theCase: Case, document: CaseDocument): Case => ({
  ...theCase,
  documents: theCase.documents.map((one) => (one.doc_id === document.doc_id ? document : one)),
});

/** What an event makes of a case: of its summary, and of those documents and messages that it concerns. */
export function applyToCase(before: Case | undefined, event: CaseEvent): Case | undefined {
  const summary = applyToSummary(before, event);
  if (!summary) return undefined;
  const documents = documentsAfter(before?.documents ?? [], event);
  const expected = event.type === 'CaseOpened' ? event.data.expected : before?.expected;
  const shown_in_vain = (before?.shown_in_vain ?? 0) + (event.type === 'DocumentShownToModel' ? 1 : 0);
  return {
    ...{ ...summary, documents, messages: messagesAfter(before?.messages ?? [], event) },
    ...(shown_in_vain > 0 && { shown_in_vain }),
    ...(expected !== undefined && { expected: event.type === 'CaseErased' ? null : expected }),
  };
}

function documentsAfter(before: CaseDocument[], event: CaseEvent): CaseDocument[] {
  switch (event.type) {
    case 'DocumentReceived':
      return [...before, applyToDocument(undefined, event)].filter((document) => document !== undefined);
    case 'DocumentProcessed':
    case 'DocumentFailed':
    case 'DocumentCorrected':
      return before.map((one) => (one.doc_id === event.data.doc_id ? (applyToDocument(one, event) ?? one) : one));
    case 'DocumentsRequested':
      return before.map((one) =>
        event.data.doc_ids.includes(one.doc_id) ? (applyToDocument(one, event) ?? one) : one,
      );
    case 'CaseErased':
      return before.map((one) => applyToDocument(one, event) ?? one);
    default:
      return before;
  }
}

function messagesAfter(before: CaseMessage[], event: CaseEvent): CaseMessage[] {
  switch (event.type) {
    case 'MessageReceived':
    case 'MessageSent':
      return [...before, applyToMessage(undefined, event)].filter((message) => message !== undefined);
    case 'CaseErased':
      return before.map((one) => applyToMessage(one, event) ?? one);
    default:
      return before;
  }
}
