import { decodeImage } from './decodeImage.js';
import { DECODE_LIMITS, type DecodedFile, type DecodedPage, type DecodeLimits } from './decodedFile.js';
import { decodePdf } from './decodePdf.js';
import type { Ocr } from './ocr/ocr.js';
import { inReadingOrder } from './ocr/lines.js';
import { readUpright } from './orientation.js';
import { UnreadableDocument, type Page, type ReadDocument } from './page.js';
import { GaveWay, type PageReading } from './pageReading.js';
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

/** How reading gives way to other documents, and goes on. */
export interface ReadingTurns {
  /** What was read when it gave way. */
  read: readonly PageReading[];
  /** Told when the document is open, before its pages are read. */
  opened(): void;
  /** Asked behind each page that is read, with all that was read until then: whether the next one may be, too. */
  mayGoOn(read: readonly PageReading[]): Promise<boolean>;
}

/** How to read. */
export interface ReadingOptions {
  ocr: Ocr;
  limits?: Partial<DecodeLimits>;
  /** All in one go when absent. */
  turns?: ReadingTurns;
  /** Takes the pages for pictures: what they show is read, and no text that a PDF has beside it. */
  asPictures?: boolean;
}

/**
 * Reads a document: its pages upright, with the lines of text on each and what the file says about itself. Text comes
 * from a PDF's text layer where that is real, and from recognition everywhere else.
 * @throws UnreadableDocument when the file is not of an accepted kind, damaged, protected, too large or ambiguous
 * @throws GaveWay when the next page may not be read now
 */
export async function readDocument(
  bytes: Uint8Array,
  { ocr, limits, turns, asPictures = false }: ReadingOptions,
): Promise<OpenDocument> {
  const file = await openFile(bytes, { ...DECODE_LIMITS, ...limits });
  turns?.opened();
  try {
    const cache = createRasterCache();
    const read = [...(turns?.read ?? [])];
    for (const [index, page] of file.pages.slice(read.length).entries()) {
      if (index > 0 && turns && !(await turns.mayGoOn(read))) throw new GaveWay(read);
      read.push(await readPage(page, { ocr, cache, asPicture: asPictures }));
    }
    const pages = read.map((reading, index) => pageOf(file.pages[index]!, reading, ocr, cache));
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

async function readPage(
  page: DecodedPage,
  { ocr, cache, asPicture }: { ocr: Ocr; cache: RasterCache; asPicture: boolean },
): Promise<PageReading> {
  const { number } = page;
  const text = asPicture ? undefined : await page.textLayer();
  if (text) return { ...text, number, source: 'text_layer', turn: 0 };
  const { raster, turn, boxes, lines } = await readUpright(await page.render(), ocr);
  cache.put(number, raster);
  const { width, height } = raster;
  return { number, width, height, source: 'ocr', lines: inReadingOrder(lines), turn, boxes };
}

/** A page that was read, in this process or another. */
function pageOf(
  page: DecodedPage,
  { turn, boxes: found, ...reading }: PageReading,
  ocr: Ocr,
  cache: RasterCache,
): Page {
  const raster = () => cache.get(page.number, async () => turned(await page.render(), turn));
  const boxes = async () => found ?? ocr.detect(await raster());
  return { ...reading, raster, region: createRegionReader(raster, boxes, ocr) };
}
