import { DECODE_LIMITS } from '../reading/decodedFile.js';

/** How much of a file is looked at. Of how many bytes it is was bounded where it came in: whoever pads a file is not to escape. */
export interface ForensicLimits {
  /** Pixels of the picture that are worked on. */
  max_pixels: number;
  /** First pages of a document. */
  max_pages: number;
}

/**
 * As many pages and pixels as are read: a value that was taken from a page of which nobody looked whether it was changed would be taken on
 * trust. A page of text takes some 20 ms, a picture of four megapixels some 170, which is little beside reading it.
 */
export const FORENSIC_LIMITS: ForensicLimits = {
  max_pixels: DECODE_LIMITS.working_pixels,
  max_pages: DECODE_LIMITS.max_pages,
};
