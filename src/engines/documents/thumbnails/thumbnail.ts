import type { Coordinates } from '../../../domain/documents/index.js';

/** A small picture of a page of a document, upright. */
export interface Thumbnail {
  jpeg: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Pages of the whole document. */
  pages_total: number;
}

/** What a mark says of its place: a value was read there, or a check found something there, perhaps or surely. The gravest comes last. */
export const MARK_KINDS = ['read', 'doubt', 'found'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A place to be marked on a picture. */
export interface Mark {
  kind: MarkKind;
  /** In fractions of the upright page. */
  box: Coordinates['box'];
}

/**
 * How marks are drawn: their colour, how thick (in thousandths of the picture's long side), and whether with a broken line, so that they
 * can be told from each other in grey as well.
 */
export const MARK_LOOKS: { readonly [kind in MarkKind]: { colour: string; width: number; broken: boolean } } = {
  read: { colour: '#1f6fb5', width: 2.5, broken: false },
  doubt: { colour: '#c77700', width: 4, broken: true },
  found: { colour: '#c0261f', width: 5.5, broken: false },
};

/** How a thumbnail is made. */
export interface ThumbnailOptions {
  /** Whose turn it takes. */
  tenant_id: string;
  /** Which page, from 1. */
  page: number;
  /** Pixels of its long side. */
  long_side: number;
  /** Where text stands that must not be readable, in fractions of the page: the picture is made as coarse as that takes. */
  hidden: Coordinates['box'][];
  /**
   * The part of it that is pictured, in fractions of the page: of a photo (`as`) as it is to be shown, of a document turned upright. All of the upright page
   * where it is left out.
   */
  part?: { box: Coordinates['box']; as: 'photo' | 'document' };
  /** What is marked with a box; those of one kind are drawn in their order, `found` on top. */
  marks: Mark[];
}

/** Makes thumbnails, off the event loop and away from the service: files are hostile. */
export interface ThumbnailEngine {
  /**
   * A page of a file as it is stored; undefined when it cannot be shown.
   * @throws EngineUnavailable when no engine process can be had (the document is not to blame)
   */
  thumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<Thumbnail | undefined>;
}
