import { named } from './conversationWords.js';
import type { RequestedDocument } from './documentRequests.js';
import type { RequestCode } from './reviewEvents.js';

/** What an agent says of documents that are asked for again, a line for each. */
export const requestWords = (items: readonly RequestedDocument[]): string =>
  items
    .map(({ document_type, code, text }) =>
      [`Please send your ${named(document_type)} again${WHY[code]}.`, text?.trim()].filter(Boolean).join(' '),
    )
    .map((line, index) => (items[index]!.code === 'missing' ? line.replace(' again', '') : line))
    .join('\n');

/** Why, behind what is asked for. */
const WHY: Record<RequestCode, string> = {
  unreadable: ': it could not be read',
  cropped: ': a part of it is cut off',
  glare: ': light is reflected on it',
  wrong_document: ': another document was sent in its place',
  wrong_side: ': the other side of it was sent',
  expired: ': the one that was sent has expired',
  missing: ': it has not come yet',
  mismatch: ': it does not agree with the others',
  other: '',
};
