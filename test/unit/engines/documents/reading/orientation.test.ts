import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';
import { LETTER, printed, textOf } from './printed.js';

let ocr: Ocr;
const png = printed().toBuffer('image/png');

beforeAll(async () => {
  ocr = await shippedOcr();
});

/** Where the first line stands on the upright page. */
const firstLine = { left: 60 / 900, top: 80 / 640 };

describe('orientation', () => {
  it.each([0, 90, 180, 270])(
    'reads a page that lies turned by %i degrees, and its picture is upright',
    async (degrees) => {
      const document = await readDocument(await sharp(png).rotate(degrees).png().toBuffer(), { ocr });
      const page = document.pages[0]!;
      expect(textOf(document)).toEqual(LETTER);
      expect(page.width).toBeGreaterThan(page.height);
      expect(page.lines[0]?.box[0]).toBeCloseTo(firstLine.left, 1);
      expect(page.lines[0]?.box[1]).toBeCloseTo(firstLine.top, 1);
      const raster = await page.raster();
      expect([raster.width, raster.height]).toEqual([page.width, page.height]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('obeys EXIF orientation %i', async (orientation) => {
    const stored = await sharp(await asStored(png, orientation))
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const document = await readDocument(stored, { ocr });
    expect(textOf(document)).toEqual(LETTER);
    expect(document.pages[0]?.width).toBe(900);
  });

  it('reads a page that was photographed a little askew', async () => {
    const askew = await sharp(png).rotate(4, { background: '#fff' }).jpeg().toBuffer();
    expect(textOf(await readDocument(askew, { ocr }))).toEqual(LETTER);
  });
});

/** How a camera stores the pixels of an upright scene under an orientation (EXIF 2.32, 4.6.4): the inverse of showing them. */
async function asStored(upright: Buffer, orientation: number): Promise<Buffer> {
  const turns: { [orientation: number]: [mirror: boolean, degrees: number] } = {
    1: [false, 0],
    2: [true, 0],
    3: [false, 180],
    4: [true, 180],
    5: [true, 270],
    6: [false, 270],
    7: [true, 90],
    8: [false, 90],
  };
  const [mirror, degrees] = turns[orientation]!;
  const turned = await sharp(upright).rotate(degrees).png().toBuffer();
  return mirror ? sharp(turned).flop().png().toBuffer() : turned;
}
