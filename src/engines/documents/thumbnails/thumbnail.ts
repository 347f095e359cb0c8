import type { Coordinates } from '../../../domain/documents/index.js';

/** A small picture of a document's first page. */
export interface Thumbnail {
  jpeg: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Pages of the whole document. */
  pages_total: number;
}

/** How a thumbnail is made. */
export interface ThumbnailOptions {
  /** Whose turn it takes. */
  tenant_id: string;
  /** Pixels of its long side. */
  long_side: number;
  /** Where text stands that must not be readable, in fractions of the page: the picture is made as coarse as that takes. */
  hidden: Coordinates['box'][];
}

/** Makes thumbnails, off the event loop and away from the service: files are hostile. */
export interface ThumbnailEngine {
  /**
   * The first page of a file as it is stored; undefined when it cannot be shown.
   * @throws EngineUnavailable when no engine process can be had (the document is not to blame)
   */
  thumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<Thumbnail | undefined>;
}
