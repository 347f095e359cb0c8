/** How much of a file is looked at. Of how many bytes it is was bounded where it came in: whoever pads a file is not to escape. */
export interface ForensicLimits {
  /** Pixels of the picture that are worked on. */
  max_pixels: number;
  /** First pages of a PDF. */
  max_pages: number;
}

/** Three pages are where documents have their values, at some 40 ms a page and method; 24 megapixels are what reading works on. */
export const FORENSIC_LIMITS: ForensicLimits = { max_pixels: 24_000_000, max_pages: 3 };
