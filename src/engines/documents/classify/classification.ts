/** One reason for the type that was chosen. */
export interface ClassificationEvidence {
  kind: 'phrase' | 'mrz' | 'barcode' | 'fields' | 'layout' | 'words';
  /** What was seen, in words of the document type's definition (a hint, an MRZ format, its kind), never a value of the document. */
  detail: string;
  /** The page it was seen on, from 1. */
  page?: number;
  /** Its share of the score, in the units of the score. */
  weight: number;
}

/** What a document is. */
export interface Classification {
  /** The `context_id` of one of the candidates, or `unknown`. */
  document_type: string;
  /** 0 to 1, calibrated: how likely it is that `document_type` is right (for `unknown`: that none of the candidates fits). */
  confidence: number;
  evidence: ClassificationEvidence[];
  /** The next best candidates with their confidence, best first. */
  alternatives: { document_type: string; confidence: number }[];
}
