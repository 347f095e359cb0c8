import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UnreadableDocument } from '../../../../../src/engines/documents/reading/page.js';
import { makeThumbnail } from '../../../../../src/engines/documents/thumbnails/makeThumbnail.js';

/** A page with a number on it, printed as large as a card that fills the picture has it. */
const card = (number: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg width="860" height="540"><rect width="860" height="540" fill="#fff"/>
       <rect x="40" y="140" width="240" height="320" fill="#357"/>
       <text x="320" y="260" font-family="monospace" font-size="36">${number}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** The largest difference of any two pixels in the same place, 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((jpeg) => sharp(jpeg).greyscale().raw().toBuffer()));
  return a!.reduce((most, level, index) => Math.max(most, Math.abs(level - b![index]!)), 0);
}

const options = { long_side: 480, legible: true };

describe('a thumbnail', () => {
  it('is the first page, no larger than asked for, and says how many pages there are', async () => {
    const pdf = await PDFDocument.create();
    for (const width of [400, 600, 800]) pdf.addPage([width, 800]);
    const { jpeg, ...facts } = await makeThumbnail(await pdf.save(), options);
    expect(facts).toEqual({ width: 240, height: 480, pages_total: 3 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 480 });
  });

  it('is not made larger than the picture is', async () => {
    const small = await sharp({ create: { width: 100, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await makeThumbnail(small, options)).toMatchObject({ width: 100, height: 60 });
  });

  it('carries nothing over of what the file says about itself', async () => {
    const photo = await sharp(await card('AB1234567'))
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '59/1 20/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { jpeg } = await makeThumbnail(photo, options);
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined();
  });

  it('that is to hide what is printed cannot tell one number from another', async () => {
    const cards = await Promise.all([card('AB1234567'), card('XY7608943')]);
    const shown = await Promise.all(cards.map((bytes) => makeThumbnail(bytes, options)));
    const hidden = await Promise.all(cards.map((bytes) => makeThumbnail(bytes, { ...options, legible: false })));
    expect(await difference(shown[0]!.jpeg, shown[1]!.jpeg)).toBeGreaterThan(100);
    expect(await difference(hidden[0]!.jpeg, hidden[1]!.jpeg)).toBeLessThan(40);
    expect(hidden[0]).toMatchObject({ width: 480 });
  });

  it('is refused for a file that cannot be shown', async () => {
    await expect(makeThumbnail(Buffer.from('no picture'), options)).rejects.toBeInstanceOf(UnreadableDocument);
  });
});
