import sharp from 'sharp';
import type {
  FileFacts,
  Line,
  Page,
  Raster,
  ReadDocument,
  RegionReader,
} from '../../src/engines/documents/reading/page.js';
import { toRaster } from '../../src/engines/documents/reading/raster.js';

/** What a page is made of; what is left out is empty. */
export interface PageParts {
  lines?: Line[];
  raster?: Raster;
  source?: Page['source'];
  region?: RegionReader;
}

const BLANK: Raster = { width: 1000, height: 1400, data: new Uint8Array(1000 * 1400 * 3).fill(255) };

/** A page as reading hands it on. */
function pageOf({ lines = [], raster = BLANK, source = 'ocr', region }: PageParts): Page {
  return {
    number: 1,
    width: raster.width,
    height: raster.height,
    source,
    lines,
    raster: () => Promise.resolve(raster),
    region: region ?? { read: () => Promise.resolve([]) },
  };
}

/** A document of one page. */
export function documentOf(parts: PageParts, facts: Partial<FileFacts> = {}): ReadDocument {
  return { pages: [pageOf(parts)], pages_total: 1, facts: { mime_type: 'image/png', software: [], ...facts } };
}

/** Lines of text below each other, as wide as their text, the first at `top` (fractions of the page). */
export function linesOf(
  texts: readonly string[],
  { left = 0.05, top = 0.8, height = 0.03, pitch = 0.02 } = {},
): Line[] {
  return texts.map((text, index) => {
    const box: Line['box'] = [left, top + index * height * 1.6, pitch * text.length, height];
    return { text, confidence: 0.95, box, words: [{ text, confidence: 0.95, box }] };
  });
}

/** The pixels of an encoded picture (PNG, JPEG, SVG). */
export function rasterOf(picture: Buffer): Promise<Raster> {
  return toRaster(sharp(picture));
}
