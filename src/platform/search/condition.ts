/** How values are compared. */
export type Comparison = '<' | '<=' | '>' | '>=';

/**
 * What something must be like to be found: the one tree that a query is read into, and that every adapter of the port understands the
 * same way; `holds.ts` says which. Fields go by the names of `fieldName`, words by those of `wordsOf`, texts by `plain`. A field
 * that is null is any.
 */
export type Condition =
  /** All of them hold; with none, everything does. */
  | { is: 'and'; of: readonly Condition[] }
  /** One of them holds at least; with none, nothing does. */
  | { is: 'or'; of: readonly Condition[] }
  | { is: 'not'; of: Condition }
  /** The words stand in a value one behind the other, or it is this number. */
  | { is: 'phrase'; field: string | null; words: readonly string[]; number?: number | undefined }
  /** A whole value, or one word of it, is made of these pieces with anything between them. */
  | { is: 'pattern'; field: string | null; pieces: readonly string[] }
  /** The field has a value. */
  | { is: 'exists'; field: string }
  | { is: 'compare'; field: string; by: Comparison; as: 'number'; value: number }
  /** By moments, or by texts in the order of their code points. */
  | { is: 'compare'; field: string; by: Comparison; as: 'moment' | 'text'; value: string }
  /** One of the objects in a list of objects is like that. */
  | { is: 'within'; field: string; of: Condition }
  /** A value of the field is exactly this text. Of fields alone that an index keeps by themselves. */
  | { is: 'equal'; field: string; value: string }
  /** Somewhere in the values that are read without a query language stands this text. */
  | { is: 'contains'; text: string };

/** Everything. */
export const EVERYTHING: Condition = { is: 'and', of: [] };
