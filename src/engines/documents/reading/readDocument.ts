import { decodeImage } from './decodeImage.js';
import { DECODE_LIMITS, type DecodedFile, type DecodedPage, type DecodeLimits } from './decodedFile.js';
import { decodePdf } from './decodePdf.js';
import type { Ocr } from './ocr/ocr.js';
import { inReadingOrder } from './ocr/lines.js';
import { readUpright } from './orientation.js';
import { UnreadableDocument, type Page, type ReadDocument } from './page.js';
import { secondNature } from './polyglot.js';
import { createRasterCache, type RasterCache } from './rasterCache.js';
import { turned } from './raster.js';
import { createRegionReader } from './regionReader.js';
import { ACCEPTED_MIME_TYPES, sniffMimeType } from './sniff.js';

/** A document that was read and can still be looked at: page pictures are rendered when they are asked for. */
export interface OpenDocument extends ReadDocument {
  /** Frees the file. */
  close(): Promise<void>;
}

/** How to read. */
export interface ReadingOptions {
  ocr: Ocr;
  limits?: Partial<DecodeLimits>;
}

/**
 * Reads a document: its pages upright, with the lines of text on each and what the file says about itself. Text comes
 * from a PDF's text layer where that is real, and from recognition everywhere else.
 * @throws UnreadableDocument when the file is not of an accepted kind, damaged, protected, too large or ambiguous
 */
export async function readDocument(bytes: Uint8Array, { ocr, limits }: ReadingOptions): Promise<OpenDocument> {
  const file = await openFile(bytes, { ...DECODE_LIMITS, ...limits });
  try {
    const cache = createRasterCache();
    const pages: Page[] = [];
    for (const page of file.pages) pages.push(await readPage(page, ocr, cache));
    return { pages, pages_total: file.pages_total, facts: file.facts, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Opens a file of an accepted kind, told by its content.
 * @throws UnreadableDocument when it is of no such kind, damaged, protected, too large or ambiguous
 */
export async function openFile(bytes: Uint8Array, limits: DecodeLimits): Promise<DecodedFile> {
  if (bytes.length === 0) throw new UnreadableDocument('The file is empty.');
  const mimeType = await sniffMimeType(bytes);
  if (!mimeType) {
    const kinds = ACCEPTED_MIME_TYPES.map((mime) => mime.split('/')[1]).join(', ');
    throw new UnreadableDocument(`The file is of a kind that is not read; send one of ${kinds}.`);
  }
  const second = secondNature(bytes, mimeType);
  if (second) {
    throw new UnreadableDocument(
      `The file is ${second} as well as what it seems to be; send one that is only a document.`,
    );
  }
  return mimeType === 'application/pdf' ? decodePdf(bytes, limits) : decodeImage(bytes, mimeType, limits);
}

async function readPage(page: DecodedPage, ocr: Ocr, cache: RasterCache): Promise<Page> {
  const text = await page.textLayer();
  return text ? textPage(page, text, ocr, cache) : recognizedPage(page, ocr, cache);
}

function textPage(
  page: DecodedPage,
  { width, height, lines }: { width: number; height: number; lines: Page['lines'] },
  ocr: Ocr,
  cache: RasterCache,
): Page {
  const raster = () => cache.get(page.number, () => page.render());
  const boxes = async () => ocr.detect(await raster());
  const region = createRegionReader(raster, boxes, ocr);
  return { number: page.number, width, height, source: 'text_layer', lines, raster, region };
}

async function recognizedPage(page: DecodedPage, ocr: Ocr, cache: RasterCache): Promise<Page> {
  const { raster: upright, turn, boxes, lines } = await readUpright(await page.render(), ocr);
  cache.put(page.number, upright);
  const raster = () => cache.get(page.number, async () => turned(await page.render(), turn));
  return {
    number: page.number,
    width: upright.width,
    height: upright.height,
    source: 'ocr',
    lines: inReadingOrder(lines),
    raster,
    region: createRegionReader(raster, () => Promise.resolve(boxes), ocr),
  };
}
