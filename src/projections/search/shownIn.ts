import type { Source } from '../../platform/search/search.js';

/** The ids of the case, and of the document, that a thing as it is shown is or belongs to. */
export const shownIn = ({ session_id, doc_id }: Source): string[] =>
  [session_id, doc_id].filter((id) => typeof id === 'string');
