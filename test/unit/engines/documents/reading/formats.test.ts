import { createHash } from 'node:crypto';
import { encode as encodeBmp } from 'bmp-ts';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { GaveWay, type PageReading } from '../../../../../src/engines/documents/reading/pageReading.js';
import { readDocument, type OpenDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';
import { LETTER, printed, textOf } from './printed.js';

let ocr: Ocr;
const picture = printed();
const png = picture.toBuffer('image/png');

beforeAll(async () => {
  ocr = await shippedOcr();
});

/** A 32 bit BMP whose fourth bytes are zero, as most writers leave them. */
function bmp(): Buffer {
  const { width, height } = picture;
  const rgba = Buffer.from(picture.data());
  const abgr = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    abgr[at + 1] = rgba[at + 2]!;
    abgr[at + 2] = rgba[at + 1]!;
    abgr[at + 3] = rgba[at]!;
  }
  return Buffer.from(encodeBmp({ data: abgr, width, height, bitPP: 32 }).data);
}

async function pdfOf(...pages: ('text' | 'scan')[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const image = await pdf.embedPng(png);
  for (const kind of pages) {
    const page = pdf.addPage([595, 423]);
    if (kind === 'scan') page.drawImage(image, { x: 0, y: 0, width: 595, height: 423 });
    else LETTER.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 66, size: 26, font }));
  }
  return pdf.save();
}

/** Reads a page at a time; what was read goes from process to process in between. */
async function readInTurns(bytes: Uint8Array): Promise<{ document: OpenDocument; gaveWay: number }> {
  let read: PageReading[] = [];
  for (let gaveWay = 0; ; gaveWay++) {
    const turns = { read, opened: () => undefined, mayGoOn: () => Promise.resolve(false) };
    const document = await readDocument(bytes, { ocr, turns }).catch((error: unknown) => error);
    if (!(document instanceof GaveWay)) return { document: document as OpenDocument, gaveWay };
    read = structuredClone(document.read);
  }
}

describe('every accepted kind of file', () => {
  it.each([
    ['jpeg', () => sharp(png).jpeg({ quality: 85 }).toBuffer()],
    ['grey jpeg', () => sharp(png).greyscale().jpeg().toBuffer()],
    ['cmyk jpeg', () => sharp(png).toColourspace('cmyk').jpeg().toBuffer()],
    ['png', () => Promise.resolve(png)],
    ['16 bit png', () => sharp(png).toColourspace('rgb16').png().toBuffer()],
    ['png with print on nothing', () => transparent()],
    ['webp', () => sharp(png).webp().toBuffer()],
    ['tiff', () => sharp(png).tiff({ compression: 'lzw' }).toBuffer()],
    [
      'bilevel tiff',
      () =>
        sharp(png)
          .flatten({ background: '#fff' })
          .greyscale()
          .threshold()
          .toColourspace('b-w')
          .tiff({ compression: 'ccittfax4', bitdepth: 1 })
          .toBuffer(),
    ],
    ['gif', () => sharp(png).gif().toBuffer()],
    ['bmp', () => Promise.resolve(bmp())],
    ['pdf with a text layer', () => pdfOf('text')],
    ['scanned pdf', () => pdfOf('scan')],
  ])('reads the same lines from a %s', async (_kind, make) => {
    const document = await readDocument(await make(), { ocr });
    expect(textOf(document)).toEqual(LETTER);
    await document.close();
  });

  it('reads every page of a TIFF', async () => {
    const pages = [printed(['FIRST PAGE OF TWO']), printed(['SECOND PAGE OF TWO'])];
    const tiff = await sharp(
      pages.map((page) => page.toBuffer('image/png')),
      { join: { animated: true } },
    )
      .tiff()
      .toBuffer();
    const document = await readDocument(tiff, { ocr });
    expect(document.pages.map((page) => [page.number, page.lines[0]?.text])).toEqual([
      [1, 'FIRST PAGE OF TWO'],
      [2, 'SECOND PAGE OF TWO'],
    ]);
  });

  it('reads the first frame of an animation', async () => {
    const frames = [printed(['FIRST FRAME HERE']), printed(['SECOND FRAME HERE'])];
    const gif = await sharp(
      frames.map((frame) => frame.toBuffer('image/png')),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const document = await readDocument(gif, { ocr });
    expect(document.pages_total).toBe(1);
    expect(textOf(document)).toEqual(['FIRST FRAME HERE']);
  });

  it('has the same shape from a text layer as from recognition', async () => {
    const document = await readDocument(await pdfOf('text', 'scan'), { ocr });
    const [text, scan] = document.pages;
    expect([text?.source, scan?.source]).toEqual(['text_layer', 'ocr']);
    expect(text?.lines.map((line) => line.words.map((word) => word.text))).toEqual(
      scan?.lines.map((line) => line.words.map((word) => word.text)),
    );
    for (const page of document.pages) {
      const raster = await page.raster();
      expect([raster.width, raster.height]).toEqual([page.width, page.height]);
      for (const word of page.lines.flatMap((line) => line.words)) {
        expect(word.box.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(word.confidence).toBeGreaterThan(0.5);
      }
    }
    await document.close();
  });

  it('reads the first pages of a long document and says how many there are', async () => {
    const document = await readDocument(await pdfOf('text', 'text', 'text'), { ocr, limits: { max_pages: 2 } });
    expect([document.pages.length, document.pages_total]).toEqual([2, 3]);
    await document.close();
  });

  it('is the same where it gave way to others behind each of its pages, and went on in other processes', async () => {
    const bytes = await pdfOf('text', 'scan', 'text');
    const [inOneGo, inTurns] = [await readDocument(bytes, { ocr }), await readInTurns(bytes)];
    expect(inTurns.gaveWay).toBe(2);
    const facts = async ({ pages }: OpenDocument) =>
      Promise.all(
        pages.map(async ({ raster, region, ...page }) => ({
          ...{
            ...page,
            picture: createHash('sha256')
              .update((await raster()).data)
              .digest('hex'),
          },
          digits: page.source === 'ocr' && (await region.read({ alphabet: '0123456789' })),
        })),
      );
    expect(await facts(inTurns.document)).toEqual(await facts(inOneGo));
    await Promise.all([inOneGo.close(), inTurns.document.close()]);
  });

  it('finds no text on a blank page', async () => {
    const blank = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(textOf(await readDocument(blank, { ocr }))).toEqual([]);
  });
});

/** Black print on a transparent ground. */
async function transparent(): Promise<Buffer> {
  const { data } = await sharp(png).greyscale().negate().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = picture;
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
