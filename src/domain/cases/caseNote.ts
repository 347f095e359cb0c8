/** Something that was written down about a case. */
export interface CaseNote {
  id: string;
  /** Null once erased. */
  text: string | null;
  /** Who wrote it, as the caller said; null where the caller did not, and once erased. */
  actor: string | null;
  /** The actor, for example `key:<id>`. */
  by: string;
  /** ISO 8601 */
  at: string;
}

/** Most notes of one case: they are read with it. */
export const MOST_NOTES = 100;
