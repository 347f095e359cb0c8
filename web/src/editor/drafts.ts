/** What is edited: what of it stands in inputs of its own, and what is written as JSON. */
export interface Content<Fields extends object> {
  fields: Fields;
  /** Undefined where its text is no JSON. */
  config: object | undefined;
}

/** What is edited, as it was read. */
export interface Saved<Fields extends object> extends Content<Fields> {
  config: object;
  updated_at: string;
}

const isSame = <Fields extends object>(one: Content<Fields>, other: Content<Fields>): boolean =>
  JSON.stringify([one.fields, one.config]) === JSON.stringify([other.fields, other.config]);

/**
 * Where a draft stands to what is saved now. `news`: somebody saved something else since it was begun, which may take its place, as nothing
 * else was written; `overtaken`: something else was.
 */
export function standing<Fields extends object>(
  draft: Content<Fields>,
  began: Saved<Fields>,
  saved: Saved<Fields>,
): 'as begun' | 'news' | 'overtaken' {
  if (saved.updated_at <= began.updated_at || isSame(saved, began)) return 'as begun';
  return isSame(draft, began) || isSame(draft, saved) ? 'news' : 'overtaken';
}
