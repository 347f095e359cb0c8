import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { UnreadableDocument } from '../../../../../src/engines/documents/reading/page.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';
import { printed, textOf } from './printed.js';
import { emptyZip, pngChunk, protectedPdf } from './hostileFiles.js';

let ocr: Ocr;
const png = printed(['ONE LINE OF PRINT']).toBuffer('image/png');

beforeAll(async () => {
  ocr = await shippedOcr();
});

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const outcome = await readDocument(bytes, { ocr }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(UnreadableDocument);
  return (outcome as UnreadableDocument).message;
};

describe('files that are not read', () => {
  it('says that an empty file is empty', async () => {
    expect(await refusal(new Uint8Array())).toBe('The file is empty.');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><text y="40">HELLO</text></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a web page', '<!doctype html><title>x</title>'],
    ['text that is named like a picture', 'photo.jpg'],
  ])('refuses %s by its content', async (_kind, text) => {
    expect(await refusal(Buffer.from(text))).toMatch(/of a kind that is not read; send one of jpeg, png/);
  });

  it('refuses HEIF, which no accepted kind is', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .avif()
      .toBuffer();
    expect(await refusal(avif)).toMatch(/of a kind that is not read/);
  });
});

describe('damaged files', () => {
  it('says that a JPEG cut in half is damaged', async () => {
    const jpeg = await sharp(png).jpeg().toBuffer();
    expect(await refusal(jpeg.subarray(0, jpeg.length / 2))).toMatch(/damaged.*JPEG/);
  });

  it.each(['png', 'webp', 'tiff', 'gif'] as const)('says that a %s with noise inside is damaged', async (format) => {
    const file = await sharp(png).toFormat(format).toBuffer();
    const head = Math.min(40, file.length / 4);
    expect(await refusal(Buffer.concat([file.subarray(0, head), Buffer.alloc(2000, 0x5a)]))).toMatch(/damaged/);
  });

  it('says that a BMP without its pixels is damaged', async () => {
    const header = Buffer.alloc(60);
    header.write('BM');
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(800, 18);
    header.writeInt32LE(600, 22);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(24, 28);
    expect(await refusal(header)).toMatch(/damaged/);
  });

  it('says that a PDF without objects is damaged', async () => {
    expect(await refusal(Buffer.from('%PDF-1.7\nnothing of a PDF follows\n%%EOF'))).toMatch(/damaged.*PDF/);
  });

  it('names the protection of a PDF with a password', async () => {
    expect(await refusal(protectedPdf())).toMatch(/protected with a password/);
  });
});

describe('bombs', () => {
  it('refuses a picture of a thousand million pixels by its header', async () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(40_000, 0);
    header.writeUInt32BE(40_000, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const bomb = Buffer.concat([
      png.subarray(0, 8),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(await refusal(bomb)).toMatch(/pixels/);
  });

  it('refuses a BMP whose header claims more than it holds', async () => {
    const header = Buffer.alloc(60);
    header.write('BM');
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(30_000, 18);
    header.writeInt32LE(30_000, 22);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(24, 28);
    expect(await refusal(header)).toMatch(/pixels/);
  });

  it('shrinks a large picture of few bytes while it decodes it', async () => {
    const large = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const document = await readDocument(large, { ocr });
    expect(document.pages[0]!.width * document.pages[0]!.height).toBeLessThanOrEqual(24_000_000);
    expect(textOf(document)).toEqual([]);
  });

  it('renders a PDF page of any size within the limit', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([14_400, 14_400]).drawRectangle({ x: 100, y: 100, width: 5000, height: 5000 });
    const document = await readDocument(await pdf.save(), { ocr });
    expect(document.pages[0]!.width * document.pages[0]!.height).toBeLessThanOrEqual(24_000_000);
    await document.close();
  });

  it('refuses a picture too small to hold a document', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await refusal(dot)).toMatch(/only 1 x 1 pixels/);
  });
});

describe('files that are two things at once', () => {
  it('refuses a PDF that is a ZIP archive as well', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    expect(await refusal(Buffer.concat([await pdf.save(), emptyZip('a.txt')]))).toMatch(/a ZIP archive as well/);
  });

  it('refuses a picture with an archive behind it', async () => {
    expect(await refusal(Buffer.concat([png, emptyZip('a.txt')]))).toMatch(/a ZIP archive as well/);
  });

  it('refuses a GIF whose header opens a script', async () => {
    const gif = await sharp(png).gif().toBuffer();
    gif.write('/*', 6, 'latin1');
    expect(await refusal(Buffer.concat([gif, Buffer.from('*/=1;alert(1)')]))).toMatch(/a script as well/);
  });

  it('refuses a picture that hides a PDF in its first bytes', async () => {
    const jpeg = await sharp(png).jpeg().toBuffer();
    const comment = Buffer.from('\xff\xfe\x00\x0b%PDF-1.4\n', 'latin1');
    const both = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect(await refusal(both)).toMatch(/a PDF as well/);
  });

  it('reads a picture with a harmless trailer, as cameras write them', async () => {
    const document = await readDocument(Buffer.concat([png, Buffer.from('SEFT trailer PK\x05\x06')]), { ocr });
    expect(textOf(document)).toEqual(['ONE LINE OF PRINT']);
  });
});
