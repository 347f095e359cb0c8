/** How often people corrected a field. */
export interface FieldCorrectionsView {
  /** @example "passport" */
  document_type: string;
  /** @example "birth_date" */
  field: string;
  /**
   * @isInt
   * @example 12
   */
  corrections: number;
}

/** What people corrected. */
export interface CorrectionStatisticsView {
  /**
   * Values that were corrected; of a thousand fields at most.
   * @isInt
   * @example 17
   */
  total_corrections: number;
  /** The most corrected first. */
  fields: FieldCorrectionsView[];
}
