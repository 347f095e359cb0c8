import type { FileFacts, Line, Raster } from './page.js';

/** A file opened for reading, page by page; what OCR needs and what the file knows by itself. */
export interface DecodedFile {
  facts: FileFacts;
  pages_total: number;
  /** The first pages, up to the limit asked for. */
  pages: DecodedPage[];
  /** Frees the file; no page can be rendered afterwards. */
  close(): Promise<void>;
}

/** One page of an opened file. */
export interface DecodedPage {
  /** From 1. */
  number: number;
  /** The picture as the file wants it shown (EXIF orientation, PDF rotation). @throws UnreadableDocument */
  render(): Promise<Raster>;
  /** The page's own text, upright as in `render`; `undefined` where there is none worth trusting. */
  textLayer(): Promise<TextLayer | undefined>;
}

/** Text that needs no recognition. */
export interface TextLayer {
  /** Size in pixels of what `render` yields. */
  width: number;
  height: number;
  lines: Line[];
  /** Whether no picture stands on the page: all of it was drawn by a program. */
  drawn: boolean;
}

/** Limits on what is decoded. */
export interface DecodeLimits {
  /** Pages that are read of a long document. */
  max_pages: number;
  /** Pixels of a picture; larger ones are refused before they are decoded. */
  max_pixels: number;
  /** Pixels that are worked on; larger pictures are shrunk while they are decoded. */
  working_pixels: number;
}

/**
 * Defaults: ten pages; 100 megapixels is beyond any phone or A3 scan at 600 dpi, and a bomb beyond it; 24 megapixels is
 * A4 at 500 dpi and keeps the picture within 72 MB.
 */
export const DECODE_LIMITS: DecodeLimits = { max_pages: 10, max_pixels: 100_000_000, working_pixels: 24_000_000 };
