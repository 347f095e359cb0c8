/** One check of a document: what was looked for, and what came of it. */
export interface DocumentCheckView {
  /**
   * What would be wrong; stable. docs/checks.md lists them.
   * @example "mrz_differs_from_print"
   */
  code: string;
  /** `failed`: it is so. `warned`: it is worth a look. `not_run`: it was not looked at, which says nothing about the document. */
  status: 'passed' | 'warned' | 'failed' | 'not_run';
  /** How much it says where it fails: genuine documents often show what is `weak`, and hardly ever what is `strong`. */
  weight: 'info' | 'weak' | 'moderate' | 'strong';
  /**
   * For people; it holds no value of the document.
   * @example "The machine-readable zone and the print state birth_date differently."
   */
  detail: string;
  /** @example "birth_date" */
  field: string | null;
  /**
   * From 1.
   * @isInt
   * @example 1
   */
  page: number | null;
  /**
   * `[x, y, width, height]` in fractions of the page, origin top left.
   * @example [0.33, 0.55, 0.12, 0.03]
   */
  box: number[] | null;
  /**
   * What was compared, such as the value in the zone and the one in print; masked where the field is. Empty where nothing was compared, or
   * both are the value that was read.
   * @example ["1988-03-14", "1978-03-14"]
   */
  values: string[];
}
