import { createHash } from 'node:crypto';
import { ApiError } from './responses/apiError.js';

/** Characters of a hash that stand in a tag: two that are shown at one address, one after the other, are never alike by chance. */
const HASHED = 16;

/**
 * The entity tag of what stands at a revision of its stream: strong (RFC 9110, section 8.8.3), as nothing of it changes without the revision.
 * @param shown What is shown of it, where one address shows several, such as a type of each tenant, or a later version of the service shows more
 */
export function etagOf(revision: number | bigint, shown?: object): string {
  if (!shown) return `"${revision}"`;
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, HASHED);
  return `"${revision}-${hash}"`;
}

/** Headers of the answer to a change. */
export interface ChangedHeaders {
  /** The tag of what was changed, as reading it gives it: with it in `If-Match` it is changed again without being read first. Absent where an earlier answer is repeated. */
  ETag?: string;
}

/** What an operation that takes `If-Match` says where it is another revision now; for its description. */
export const CHANGED = { detail: 'It has changed since you read it; read it again and repeat the request' };

/**
 * The revisions that an `If-Match` names; undefined where it asks for none: left out, or `*`. A weak tag, or one that is not of a revision, is
 * none of them: tags are compared strongly here.
 * @throws ApiError 422 for what is no list of entity tags
 */
export function revisionsOf(ifMatch: string | undefined): readonly bigint[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag))) {
    throw new ApiError(422, 'The header `If-Match` must hold the ETag of an answer, with its quotes, or *');
  }
  return tags.flatMap((tag) => {
    const revision = /^"(\d{1,18})(-[\da-f]+)?"$/.exec(tag)?.[1];
    return revision === undefined ? [] : [BigInt(revision)];
  });
}
