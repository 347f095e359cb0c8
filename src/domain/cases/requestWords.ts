import type { RequestedDocument } from './documentRequests.js';
import { DEFAULT_LANGUAGE, type Language, nameIn, wordingOf } from './wording/index.js';

/** What an agent says of documents that are asked for again, a line for each, in a language; what the reviewer wrote stays as it is. */
export function requestWords(items: readonly RequestedDocument[], language: Language = DEFAULT_LANGUAGE): string {
  const wording = wordingOf(language);
  const { request } = wording.reply;
  return items
    .map(({ document_type, code, text }) =>
      [request[code](nameIn(wording, document_type)), text?.trim()].filter(Boolean).join(' '),
    )
    .join('\n');
}
