import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../../../../src/api/http/requests/decodeDocument.js';

const JPEG = Buffer.from('ffd8ffe0', 'hex');

describe('decodeDocument', () => {
  test('gives back the bytes that were encoded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (tail) => {
        const bytes = Buffer.concat([JPEG, tail]);
        const decoded = await decodeDocument(bytes.toString('base64'), 'data');
        expect(decoded.bytes.equals(bytes)).toBe(true);
        expect(decoded.mime_type).toBe('image/jpeg');
      }),
    );
  });

  test('takes no text but the one that encoding gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.base64String({ minLength: 4, maxLength: 40 }),
        fc.nat(),
        fc.constantFrom(' ', '\n', '-', '_', '=', 'é', ''),
        async (tail, at, odd) => {
          const text = `/9j/${tail}`;
          const place = at % (text.length + 1);
          const changed = text.slice(0, place) + odd + text.slice(place);
          if (Buffer.from(changed, 'base64').toString('base64') === changed) return;
          await expect(decodeDocument(changed, 'data')).rejects.toMatchObject({ status: 422 });
        },
      ),
    );
  });

  test('takes large files, and no padding in the midst of them', async () => {
    const bytes = Buffer.alloc(3_000_000, 'ffd8ff', 'hex');
    const text = bytes.toString('base64');
    expect((await decodeDocument(text, 'data')).bytes.equals(bytes)).toBe(true);
    for (const padding of ['A===', 'AA==', 'AAA=']) {
      const broken = text.slice(0, 1_000_000 - 4) + padding + text.slice(1_000_000);
      await expect(decodeDocument(broken, 'data')).rejects.toMatchObject({ status: 422 });
    }
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
  ])('knows %s by its first bytes', async (mime_type, hex) => {
    const document = await decodeDocument(Buffer.from(hex, 'hex').toString('base64'), 'data');
    expect(document.mime_type).toBe(mime_type);
  });

  test.each(['RIFF....WAVE', 'GIF88a', '%PD', 'PK\u0003\u0004', '<svg>', '%!PS-Adobe'])(
    'refuses %j as 415',
    async (content) => {
      const text = Buffer.from(content).toString('base64');
      await expect(decodeDocument(text, 'data')).rejects.toMatchObject({ status: 415 });
    },
  );
});
