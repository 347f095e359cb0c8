// What the step `face` puts out, for the description of the API. The type that engines work with fits it: a test holds it to that.

import type { BoxView } from './shownFields.js';

/** How fit a face is to be compared; each part 0 to 1. */
export interface PortraitQualityView {
  /** Of all parts together. */
  score: number;
  parts: { size: number; sharpness: number; pose: number; exposure: number; occlusion: number };
  /**
   * Pixels across.
   * @isInt
   */
  width: number;
  /** What would make it better. */
  advice: string[];
}

/** A face on a document. */
export interface DocumentFaceView {
  /**
   * From 1.
   * @isInt
   */
  page: number;
  box: BoxView;
}

/** The portrait of a document's holder. */
export interface PortraitView extends DocumentFaceView {
  quality: PortraitQualityView;
}

/** What the step `face` says: where the portrait is. It holds nothing that a face could be compared by. */
export interface FaceOutputView {
  /** The largest face that is no ghost image; null where there is none. */
  portrait: PortraitView | null;
  /** The small second image of the holder; null where none was seen. */
  ghost: DocumentFaceView | null;
  /**
   * How many faces were seen.
   * @isInt
   */
  count: number;
  /**
   * So many pages, the first ones, were looked at.
   * @isInt
   */
  pages_examined: number;
}
