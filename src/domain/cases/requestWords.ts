import type { RequestedDocument } from './documentRequests.js';
import { DEFAULT_LANGUAGE, type Language, type OwnTypeNames, typeIn, wordingOf } from './wording/index.js';

/** What an agent says of documents that are asked for again, a line for each, in a language; what the reviewer wrote stays as it is. */
export function requestWords(
  items: readonly RequestedDocument[],
  language: Language = DEFAULT_LANGUAGE,
  own?: OwnTypeNames,
): string {
  const { request } = wordingOf(language).reply;
  return items
    .map(({ document_type, code, text }) =>
      [request[code](typeIn(language, document_type, own)), text?.trim()].filter(Boolean).join(' '),
    )
    .join('\n');
}
