import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../../src/api/requests/decodeDocument.js';

const JPEG = Buffer.from('ffd8ff', 'hex');

describe('decodeDocument', () => {
  test('gives back the bytes that were encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        const bytes = Buffer.concat([JPEG, tail]);
        const decoded = decodeDocument(bytes.toString('base64'), 'data');
        expect(decoded.bytes.equals(bytes)).toBe(true);
        expect(decoded.mime_type).toBe('image/jpeg');
      }),
    );
  });

  test('takes no text but the one that encoding gives', () => {
    fc.assert(
      fc.property(
        fc.base64String({ minLength: 4, maxLength: 40 }),
        fc.nat(),
        fc.constantFrom(' ', '\n', '-', '_', '=', 'é', ''),
        (tail, at, odd) => {
          const text = `/9j/${tail}`;
          const place = at % (text.length + 1);
          const changed = text.slice(0, place) + odd + text.slice(place);
          if (Buffer.from(changed, 'base64').toString('base64') === changed) return;
          expect(() => decodeDocument(changed, 'data')).toThrow(expect.objectContaining({ status: 422 }));
        },
      ),
    );
  });

  test.each([
    ['image/jpeg', 'ffd8ffe1'],
    ['image/png', '89504e470d0a1a0a'],
    ['image/gif', Buffer.from('GIF87a').toString('hex')],
    ['image/gif', Buffer.from('GIF89a').toString('hex')],
    ['image/webp', Buffer.from('RIFF....WEBP').toString('hex')],
    ['image/tiff', '49492a00'],
    ['image/tiff', '4d4d002a'],
    ['image/bmp', Buffer.from('BM').toString('hex')],
    ['application/pdf', Buffer.from('%PDF-1.4').toString('hex')],
  ])('knows %s by its first bytes', (mime_type, hex) => {
    expect(decodeDocument(Buffer.from(hex, 'hex').toString('base64'), 'data').mime_type).toBe(mime_type);
  });

  test.each(['RIFF....WAVE', 'GIF88a', '%PD', 'PK\u0003\u0004', '<svg>', '%!PS-Adobe'])(
    'refuses %j as 415',
    (content) => {
      const text = Buffer.from(content).toString('base64');
      expect(() => decodeDocument(text, 'data')).toThrow(expect.objectContaining({ status: 415 }));
    },
  );
});
