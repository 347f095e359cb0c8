import type { RequestCode } from './reviewEvents.js';

/** A document that is asked for again. */
export interface RequestedDocument {
  document_type: string;
  code: RequestCode;
  /** What the customer is told of it; null where nothing is, and once erased. */
  text: string | null;
}

/** What was asked for again in a case. */
export interface DocumentRequests {
  /** How often something was. */
  tries: number;
  /** What has not come since. */
  requested: RequestedDocument[];
}

/** A case in which nothing was asked for again. */
export const NO_REQUESTS: Readonly<DocumentRequests> = { tries: 0, requested: [] };

/** Once more is asked for: of a type the last word counts. */
export const afterRequest = (
  before: DocumentRequests | null,
  items: readonly Omit<RequestedDocument, 'text'>[],
  texts: readonly (string | null)[] | null,
): DocumentRequests => ({
  tries: (before?.tries ?? 0) + 1,
  requested: [
    ...(before?.requested ?? []).filter(
      (one) => !items.some(({ document_type }) => document_type === one.document_type),
    ),
    ...items.map(({ document_type, code }, index) => ({ document_type, code, text: texts?.[index] ?? null })),
  ],
});

/** Once a document was read as this type that is none of the files which were asked for again. */
export const afterArrival = (before: DocumentRequests | null, document_type: string): DocumentRequests => ({
  tries: before?.tries ?? 0,
  requested: (before?.requested ?? []).filter((one) => one.document_type !== document_type),
});

/** What of a document says which file it is: where nothing does, it is the file of no other. */
interface Sent {
  doc_id?: string;
  duplicate_of?: string | null;
  asked_again?: boolean | null;
}

/** Whether a document is the very file that was asked for again: sent once more it is no better, and answers nothing. */
export function isAskedFile(document: Sent, documents: readonly Sent[]): boolean {
  const fileOf = ({ doc_id, duplicate_of }: Sent): string | undefined => duplicate_of ?? doc_id;
  const file = fileOf(document);
  return file !== undefined && documents.some((one) => one.asked_again === true && fileOf(one) === file);
}

/** What of a document says whether it still speaks for the case. */
interface Asked extends Sent {
  status: string;
  document_type: string;
}

/** The documents that still speak for the case: one that was asked for again is silent once another file of its type was read. */
export const speaking = <Document extends Asked>(documents: readonly Document[]): Document[] =>
  documents.filter((document) => !isReplaced(document, documents));

/** Whether a document was asked for again and another file of its type took its place later. */
export const isReplaced = (document: Asked, documents: readonly Asked[]): boolean =>
  document.asked_again === true &&
  document.status === 'done' &&
  documents
    .slice(documents.indexOf(document) + 1)
    .some(
      (later) =>
        later.status === 'done' && later.document_type === document.document_type && !isAskedFile(later, documents),
    );
