import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../../../../src/api/http/requests/decodeDocument.js';
import {
  ACCEPTED_MIME_TYPES,
  SNIFFED_BYTES,
  sniffMimeType,
} from '../../../../../src/engines/documents/reading/sniff.js';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A PNG's signature and the chunks of these types, each empty. */
const png = (...chunks: string[]): Buffer =>
  latin1(`\x89PNG\r\n\x1a\n${chunks.map((type) => `\0\0\0\0${type}\0\0\0\0`).join('')}`);

/** A TIFF of one directory with one entry of the tag, in the byte order of Intel, and the header of Canon's raw files. */
const TIFF = Buffer.from('49492a00080000000100000103000100000001000000000000000000', 'hex');
const RAW = Buffer.concat([Buffer.from('49492a0010000000435202000000000000000000', 'hex'), Buffer.alloc(64)]);

const ACCEPTED: readonly [kind: string, content: Buffer, mime: (typeof ACCEPTED_MIME_TYPES)[number]][] = [
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['a PNG', png('IHDR', 'IDAT'), 'image/png'],
  ['an animated PNG', png('IHDR', 'acTL', 'IDAT'), 'image/png'],
  ['a PNG that ends after its signature', png(), 'image/png'],
  ['a WebP', latin1('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
  ['a TIFF of Intel', TIFF, 'image/tiff'],
  ['a TIFF of Motorola that ends after its header', Buffer.from('4d4d002a00000008', 'hex'), 'image/tiff'],
  ['a BMP', latin1('BM\x36\0\0\0\0\0\0\0\x36\0\0\0'), 'image/bmp'],
  ['a GIF of 1987', latin1('GIF87a\x01\0\x01\0'), 'image/gif'],
  ['a GIF of 1989', latin1('GIF89a\x01\0\x01\0'), 'image/gif'],
  ['a PDF', latin1('%PDF-1.7\n%'), 'application/pdf'],
  ['a PDF behind a byte order mark and white space', latin1('\xef\xbb\xbf \r\n%PDF-1.4\n'), 'application/pdf'],
];

const REFUSED: readonly [kind: string, content: Buffer][] = [
  ['plain text', latin1('Dear Sir or Madam')],
  ['text that begins with GIF', latin1('GIFTS for everybody')],
  ['a web page', latin1('<!doctype html><html><body>')],
  ['an SVG', latin1('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a HEIC', latin1('\0\0\0\x18ftypheic\0\0\0\0heicmif1')],
  ['an AVIF', latin1('\0\0\0\x18ftypavif\0\0\0\0avifmif1')],
  ['a ZIP archive', latin1('PK\x05\x06'.padEnd(22, '\0'))],
  ['a sound', latin1('RIFF\x10\0\0\0WAVEfmt ')],
  ['a PostScript', latin1('%!PS-Adobe-3.0')],
  ['a camera raw file', RAW],
  ['a JPEG-LS', Buffer.from('ffd8fff7000b0800010001', 'hex')],
  ['the beginning of a PDF header', latin1('%PD')],
  ['nothing', Buffer.alloc(0)],
];

describe('what a file is', () => {
  test.each(ACCEPTED)('%s is accepted as what it is', async (_kind, content, mime) => {
    expect(await sniffMimeType(content)).toBe(mime);
    expect((await decodeDocument(content.toString('base64'), 'data')).mime_type).toBe(mime);
  });

  test('every kind that the contract lists is among them', () => {
    expect(new Set(ACCEPTED.map(([, , mime]) => mime))).toEqual(new Set(ACCEPTED_MIME_TYPES));
  });

  test.each(REFUSED)('%s is not accepted', async (_kind, content) => {
    expect(await sniffMimeType(content)).toBeUndefined();
    await expect(decodeDocument(content.toString('base64'), 'data')).rejects.toMatchObject({
      status: content.length === 0 ? 422 : 415,
    });
  });

  const contents = [...ACCEPTED, ...REFUSED].map(([kind, content]) => [kind, content] as const);

  test.each(contents)('%s is the same by its beginning as by the whole', async (_kind, content) => {
    const whole = Buffer.concat([content, Buffer.alloc(2 * SNIFFED_BYTES, 'trailing bytes of any kind')]);
    expect(await sniffMimeType(whole)).toBe(await sniffMimeType(whole.subarray(0, SNIFFED_BYTES)));
  });
});
