/** What was read of a document: pages of lines of words, with where they stand. Every later step works on this alone. */

/** `[x, y, width, height]` in fractions of the upright page, 0 to 1, origin top left. */
export type Box = [number, number, number, number];

/** A word with its place and how sure the reader is, 0 to 1. */
export interface Word {
  text: string;
  confidence: number;
  box: Box;
}

/** A run of words on one base line. */
export interface Line {
  text: string;
  confidence: number;
  box: Box;
  words: Word[];
  /** Direction of the base line on the upright page, in radians clockwise, 0 to the right; level where absent. */
  angle?: number;
}

/** An upright picture: 8 bit RGB, row by row. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Corners of a run of text in fractions of the upright page, clockwise from the top left of its first character. */
export type Corners = readonly [topLeft: Place, topRight: Place, bottomRight: Place, bottomLeft: Place];

/** A place on the upright page, in fractions of its width and height. */
export type Place = readonly [x: number, y: number];

/** Recognises the text in a region of the page picture with another alphabet or scale. For zones such as the MRZ. */
export interface RegionReader {
  /**
   * Lines found in `region` (whole page when absent), recognised with only the characters of `alphabet` allowed.
   * `scale` enlarges before detection; `rotate` turns the region clockwise by 0, 90, 180 or 270 degrees first.
   * Where it is known that text stands, `runs` says so instead: each is recognised as one line, nothing is looked for.
   * `onePitch` says that these are print of one pitch without spaces: no cell between two characters is left empty, and each
   * character is a word of its own, with its place and confidence.
   */
  read(options: {
    alphabet?: string;
    region?: Box;
    scale?: number;
    rotate?: 0 | 90 | 180 | 270;
    runs?: readonly Corners[];
    onePitch?: boolean;
  }): Promise<Line[]>;
}

/** One page, turned upright. */
export interface Page {
  /** From 1. */
  number: number;
  /** Size in pixels of the upright raster (for a text-layer page: of its 200 dpi rendering). */
  width: number;
  height: number;
  source: 'text_layer' | 'ocr';
  /** Whether no picture stands on it: a program drew all of it, so that nothing lies askew. Absent where it is one itself. */
  drawn?: boolean;
  /** Top to bottom, then left to right. */
  lines: Line[];
  /** The picture, rendered or decoded on first use. */
  raster(): Promise<Raster>;
  region: RegionReader;
}

/** What the file says about itself, for `authenticity`. */
export interface FileFacts {
  mime_type: string;
  /** EXIF or PDF producer, creator, software; as found. */
  software: string[];
  created?: string;
  modified?: string;
  /** PDF only: number of incremental updates after the first version. */
  incremental_updates?: number;
  /** EXIF orientation, camera make and model and the like, when present. */
  camera?: string;
  dpi?: number;
}

/** A document that was read. */
export interface ReadDocument {
  pages: Page[];
  pages_total: number;
  facts: FileFacts;
}

/** The document cannot be read; the message is a sentence a user understands. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
