/** How much of a file is looked at; beyond it a method is `not_run`. */
export interface ForensicLimits {
  /** Bytes of the file. */
  max_bytes: number;
  /** Pixels of the picture that are worked on. */
  max_pixels: number;
  /** First pages of a PDF. */
  max_pages: number;
}

/** Three pages are where documents have their values, at some 40 ms a page and method; 24 megapixels are what reading works on. */
export const FORENSIC_LIMITS: ForensicLimits = { max_bytes: 20_000_000, max_pixels: 24_000_000, max_pages: 3 };
