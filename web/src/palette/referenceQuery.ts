import { clauseOf } from '../discover/searchBody.js';

/** The query that finds cases whose reference begins with a text, or is it; undefined for texts that would find anything. */
export function referenceQuery(text: string): string | undefined {
  const wanted = text.trim();
  if (wanted.length < 2) return undefined;
  const exactly = clauseOf('client_reference_id', wanted);
  return /^[\p{L}\p{N}_-]+$/u.test(wanted) && !/^(and|or|not)$/i.test(wanted)
    ? `client_reference_id: ${wanted}* or ${exactly}`
    : exactly;
}
