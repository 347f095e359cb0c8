/** What a document, or whom it is about, is known again by; each said in one way, however it was written. */
export const CLUE_KINDS = [
  /** The SHA-256 of a file. */
  'file',
  /** A number of a document, with who issued it and its type. */
  'document',
  /** A number of a document alone. */
  'document_number',
  /** A full name and a birth date. */
  'person',
  'personal_number',
  'ssn',
  'tax_number',
] as const;

/** A kind of clue. */
export type ClueKind = (typeof CLUE_KINDS)[number];

/** What something is known again by. Its text is personal: it is kept as a keyed hash, if at all. */
export interface Clue {
  kind: ClueKind;
  text: string;
}

/** Clues by which a document is found in another case. */
export const CLUES_OF_CASES: readonly ClueKind[] = ['file', 'document', 'person'];

/** Clues by which a person is blocked. */
export const CLUES_OF_PERSONS: readonly ClueKind[] = ['person', 'personal_number', 'ssn', 'tax_number'];
