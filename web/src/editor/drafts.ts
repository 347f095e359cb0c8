import { isAlike } from './isAlike.js';

/** What is edited: what of it stands in inputs of its own, and what is written as JSON. */
export interface Content<Fields extends object> {
  fields: Fields;
  /** Undefined where its text is no JSON. */
  config: object | undefined;
}

/** What is edited, as the service has it. */
export interface Saved<Fields extends object> extends Content<Fields> {
  config: object;
}

/** The same as it was read: by its entity tag the service knows whether it is another by then. */
export interface Read<Fields extends object> extends Saved<Fields> {
  etag: string;
}

/** Which of two is the newer one. It begins each entity tag; what has none was never changed. */
export const revisionOf = (etag: string): number => Number(/^"(\d+)/.exec(etag)?.[1] ?? 0);

const isSame = <Fields extends object>(one: Content<Fields>, other: Content<Fields>): boolean =>
  isAlike([one.fields, one.config], [other.fields, other.config]);

/**
 * Where a draft stands to what is saved now. `news`: somebody saved something else since it was begun, which may take its place, as nothing
 * else was written; `overtaken`: something else was.
 * @param began as it was when the draft was begun
 */
export function standing<Fields extends object>(
  draft: Content<Fields>,
  began: Read<Fields>,
  saved: Read<Fields>,
): 'as begun' | 'news' | 'overtaken' {
  if (revisionOf(saved.etag) <= revisionOf(began.etag) || isSame(saved, began)) return 'as begun';
  return isSame(draft, began) || isSame(draft, saved) ? 'news' : 'overtaken';
}
