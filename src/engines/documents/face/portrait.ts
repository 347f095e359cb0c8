import type { FaceQuality } from '../../faces/faceEngine.js';
import type { Box } from '../reading/page.js';

/** A face on a document. */
export interface DocumentFace {
  /** From 1. */
  page: number;
  /** Around the face, not the picture that it is in. */
  box: Box;
}

/** The portrait of a document's holder. */
export interface Portrait extends DocumentFace {
  /** How fit it is to be compared. */
  quality: FaceQuality;
}

/** The faces of a document, as far as they say whose it is. Holds nothing that a face could be compared by. */
export interface DocumentFaces {
  /** The largest face that is no ghost image; null where there is none. */
  portrait: Portrait | null;
  /** The small second image of the holder that documents have against forgery; null where none was seen. */
  ghost: DocumentFace | null;
  /** How many faces were seen, the portrait and the ghost image among them. */
  count: number;
  /** The first pages, so many of them, were looked at. */
  pages_examined: number;
}
