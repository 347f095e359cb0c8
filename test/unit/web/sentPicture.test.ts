import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openOcr } from '../../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../../src/engines/documents/reading/readDocument.js';
import { sentByBrowser } from '../../../specimens/asInBrowser.js';
import { photographed } from '../../../specimens/photographed.js';
import { createRandom } from '../../../specimens/random.js';
import { smallPrint } from '../../../specimens/smallPrint.js';

test('nothing but noise is made small enough for a slow network, too', async () => {
  const [width, height] = [4_000, 3_000];
  const noise = sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });
  const sent = await sentByBrowser(await noise.jpeg({ quality: 95 }).toBuffer());
  expect(sent.length).toBeLessThanOrEqual(1_500_000);
});

test('a small picture is not enlarged', async () => {
  const small = sharp({ create: { width: 300, height: 200, channels: 3, background: '#a0a0a0' } });
  const { width, height } = await sharp(await sentByBrowser(await small.png().toBuffer())).metadata();
  expect([width, height]).toEqual([300, 200]);
});

test('print of six points on a whole sheet is read of what is sent of a photograph of twelve megapixels', async () => {
  const { sheet, codes } = smallPrint([6], createRandom(11));
  const flaws = { degrees: 1, perspective: 0.02, blur: 1, noise: 4, quality: 90, seed: 5 };
  const taken = await photographed(sheet, flaws);
  const sent = await sentByBrowser(taken);
  expect(sent.length).toBeLessThanOrEqual(1_500_000);
  expect(taken.length).toBeGreaterThan(sent.length);
  const { ocr } = await openOcr(undefined, 2);
  const document = await readDocument(sent, { ocr });
  const read = document.pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ');
  expect(codes.filter(({ code }) => !read.includes(code))).toEqual([]);
  await document.close();
});
