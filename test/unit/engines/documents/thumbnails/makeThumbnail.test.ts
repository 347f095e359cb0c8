import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Coordinates } from '../../../../../src/domain/documents/fieldReadings.js';
import { UnreadableDocument } from '../../../../../src/engines/documents/reading/page.js';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { makeThumbnail } from '../../../../../src/engines/documents/thumbnails/makeThumbnail.js';
import { MARK_LOOKS, type ThumbnailOptions } from '../../../../../src/engines/documents/thumbnails/thumbnail.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';
import { printed } from '../reading/printed.js';

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

const options: ThumbnailOptions = { ...{ tenant_id: 'acme', page: 1, long_side: 480 }, hidden: [], marks: [] };

let ocr: Ocr;
beforeAll(async () => {
  ocr = await shippedOcr();
});
const thumbnailOf = (bytes: Uint8Array, wanted: ThumbnailOptions) => makeThumbnail(bytes, wanted, ocr);

/** Share of a rectangle's pixels (fractions of the picture) that are of a colour, roughly. */
async function shareOf(colour: string, jpeg: Uint8Array, [x, y, w, h]: Coordinates['box']): Promise<number> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let [of, all] = [0, 0];
  for (let row = Math.round(y * info.height); row < (y + h) * info.height; row += 1)
    for (let column = Math.round(x * info.width); column < (x + w) * info.width; column += 1) {
      const at = (row * info.width + column) * 3;
      all += 1;
      if (wanted.every((level, channel) => Math.abs(level - data[at + channel]!) < 60)) of += 1;
    }
  return of / all;
}

describe('marks on a picture', () => {
  const png = printed().toBuffer('image/png');
  // The second line of the letter on the upright page of 900 by 640 pixels.
  const line: Coordinates['box'] = [55 / 900, 165 / 640, 520 / 900, 65 / 640];
  const around: Coordinates['box'] = [line[0] - 0.02, line[1] - 0.02, line[2] + 0.04, line[3] + 0.04];

  it.each([0, 90, 180, 270])(
    'stand around their line on a scan that lies turned by %i degrees, and the picture is upright',
    async (degrees) => {
      const scan = await sharp(png).rotate(degrees).png().toBuffer();
      const wanted: ThumbnailOptions = { ...options, long_side: 900, marks: [{ kind: 'found', box: line }] };
      const { jpeg, width, height } = await thumbnailOf(scan, wanted);
      expect([width, height]).toEqual([900, 640]);
      const { colour } = MARK_LOOKS.found;
      expect(await shareOf(colour, jpeg, around)).toBeGreaterThan(0.05);
      expect(await shareOf(colour, jpeg, [0, 0, 1, around[1]])).toBe(0);
      expect(await shareOf(colour, jpeg, [0, around[1] + around[3], 1, 1 - around[1] - around[3]])).toBe(0);
      const unmarked = await thumbnailOf(png, { ...options, long_side: 900 });
      const words = await sharp(jpeg).greyscale().extract({ left: 60, top: 175, width: 500, height: 45 }).stats();
      const same = await sharp(unmarked.jpeg)
        .greyscale()
        .extract({ left: 60, top: 175, width: 500, height: 45 })
        .stats();
      expect(Math.abs(words.channels[0]!.stdev - same.channels[0]!.stdev)).toBeLessThan(15);
    },
  );

  it('are drawn on the page that is asked for', async () => {
    const pdf = await PDFDocument.create();
    for (const width of [400, 600]) pdf.addPage([width, 600]).drawText('The quick brown fox jumps over the lazy dog');
    const marks: ThumbnailOptions['marks'] = [{ kind: 'read', box: [0.5, 0.5, 0.2, 0.2] }];
    const second = await thumbnailOf(await pdf.save(), { ...options, page: 2, long_side: 800, marks });
    expect([second.width, second.height, second.pages_total]).toEqual([800, 800, 2]);
    expect(await shareOf(MARK_LOOKS.read.colour, second.jpeg, [0.48, 0.48, 0.24, 0.24])).toBeGreaterThan(0.01);
    await expect(thumbnailOf(await pdf.save(), { ...options, page: 3 })).rejects.toBeInstanceOf(RangeError);
  });
});

describe('a thumbnail', () => {
  it('is the first page, no larger than asked for, and says how many pages there are', async () => {
    const pdf = await PDFDocument.create();
    for (const width of [400, 600, 800]) pdf.addPage([width, 800]);
    const { jpeg, ...facts } = await thumbnailOf(await pdf.save(), options);
    expect(facts).toEqual({ width: 240, height: 480, pages_total: 3 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 480 });
  });

  it('is not made larger than the picture is', async () => {
    const small = await sharp({ create: { width: 100, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await thumbnailOf(small, options)).toMatchObject({ width: 100, height: 60 });
  });

  it('carries nothing over of what the file says about itself', async () => {
    const photo = await sharp(await card('AB1234567'))
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '59/1 20/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { jpeg } = await thumbnailOf(photo, options);
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined();
  });

  it('that is to hide what is printed cannot tell one number from another', async () => {
    const number: Coordinates['box'] = [320 / 860, 230 / 540, 200 / 860, 36 / 540];
    const cards = await Promise.all([card('AB1234567'), card('XY7608943')]);
    const differ = async (wanted: ThumbnailOptions) => {
      const [one, other] = await Promise.all(cards.map((bytes) => thumbnailOf(bytes, wanted)));
      expect(one).toMatchObject({ width: 480 });
      return difference(one!.jpeg, other!.jpeg);
    };
    expect(await differ(options)).toBeGreaterThan(100);
    expect(await differ({ ...options, hidden: [number] })).toBeLessThan(50);
    const lyingOnItsSide: Coordinates['box'] = [number[1], number[0], number[3], number[2]];
    expect(await differ({ ...options, hidden: [[0, 0, 0.01, 0.01], lyingOnItsSide] })).toBeLessThan(50);
  });

  it('hides text of any size', async () => {
    const poster = await thumbnailOf(await card('1'), { ...options, hidden: [[0, 0, 1, 1]] });
    expect(poster).toMatchObject({ width: 480 });
  });

  it('is refused for a file that cannot be shown', async () => {
    await expect(thumbnailOf(Buffer.from('no picture'), options)).rejects.toBeInstanceOf(UnreadableDocument);
  });
});
