import { ApiError } from './responses/apiError.js';

/** The entity tag of what stands at a revision of its stream: strong (RFC 9110, section 8.8.3), as nothing of it changes without the revision. */
export const etagOf = (revision: number | bigint): string => `"${revision}"`;

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
  return tags.flatMap((tag) => (/^"\d{1,18}"$/.test(tag) ? [BigInt(tag.slice(1, -1))] : []));
}
