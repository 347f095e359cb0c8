import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Coordinates } from '../../../../../src/domain/documents/fieldReadings.js';
import { UnreadableDocument } from '../../../../../src/engines/documents/reading/page.js';
import { makeThumbnail } from '../../../../../src/engines/documents/thumbnails/makeThumbnail.js';
import type { ThumbnailOptions } from '../../../../../src/engines/documents/thumbnails/thumbnail.js';

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

const options: ThumbnailOptions = { tenant_id: 'acme', long_side: 480, hidden: [] };

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
    const number: Coordinates['box'] = [320 / 860, 230 / 540, 200 / 860, 36 / 540];
    const cards = await Promise.all([card('AB1234567'), card('XY7608943')]);
    const differ = async (wanted: ThumbnailOptions) => {
      const [one, other] = await Promise.all(cards.map((bytes) => makeThumbnail(bytes, wanted)));
      expect(one).toMatchObject({ width: 480 });
      return difference(one!.jpeg, other!.jpeg);
    };
    expect(await differ(options)).toBeGreaterThan(100);
    expect(await differ({ ...options, hidden: [number] })).toBeLessThan(50);
    const lyingOnItsSide: Coordinates['box'] = [number[1], number[0], number[3], number[2]];
    expect(await differ({ ...options, hidden: [[0, 0, 0.01, 0.01], lyingOnItsSide] })).toBeLessThan(50);
  });

  it('hides text of any size', async () => {
    const poster = await makeThumbnail(await card('1'), { ...options, hidden: [[0, 0, 1, 1]] });
    expect(poster).toMatchObject({ width: 480 });
  });

  it('is refused for a file that cannot be shown', async () => {
    await expect(makeThumbnail(Buffer.from('no picture'), options)).rejects.toBeInstanceOf(UnreadableDocument);
  });
});
