/** A value as it is written: in quotes, or as words, each in the pieces between its `*`. */
export type KqlValue = { text: string } | { words: string[][] };

/** A query as it is written. */
export type Kql =
  | { is: 'and' | 'or'; of: Kql[] }
  | { is: 'not'; of: Kql }
  /** `field: value`, or a value alone, which any field may have. */
  | { is: 'match'; field: string | null; value: KqlValue }
  | { is: 'compare'; field: string; op: '<' | '<=' | '>' | '>='; value: KqlValue }
  /** `field: { … }`: one of the objects in a list of objects is like that. */
  | { is: 'within'; field: string; of: Kql };
