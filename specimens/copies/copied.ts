import type { Canvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import type { Area } from '../ornament.js';
import { photographed, placesInPhotograph } from '../photographed.js';
import { createRandom, type Random } from '../random.js';
import { addNoise } from '../scanned.js';

/** A picture of a page as a caller sends it. */
export interface Copy {
  bytes: Buffer;
  /** Where a place of the page stands in it: the upright rectangle around it, in pixels. */
  placeOf: (place: Area) => Area;
}

/** Makes a picture of a page; chance decides how well. */
type Copier = (page: Canvas, random: Random) => Promise<Copy>;

const quality = (random: Random): number => random.whole(50, 95);

/** What becomes of pages on their way to the service, each in one way. Nobody changes what they show. */
export const COPIES = {
  saved: async (page, random) => same(await (await plain(page)).jpeg({ quality: quality(random) }).toBuffer()),
  scanned: async (page, random) =>
    same(await (await noisy(await plain(page), random)).jpeg({ quality: quality(random) }).toBuffer()),
  photographed: async (page, random) => {
    const flaws = {
      ...{ degrees: random.next() * 5 - 2.5, perspective: random.next() * 0.04, blur: random.next() * 0.9 },
      ...{ noise: 1 + random.next() * 5, quality: quality(random), seed: random.whole(1, 1_000_000) },
      ...(random.chance(0.5) && { glare: glareOf(random) }),
    };
    return { bytes: await photographed(page, flaws), placeOf: around(placesInPhotograph(page, flaws)) };
  },
  'saved twice': async (page, random) => {
    const once = await (await plain(page)).jpeg({ quality: quality(random) }).toBuffer();
    const cut = random.whole(0, 12);
    const part = { left: cut, top: cut, width: page.width - 2 * cut, height: page.height - 2 * cut };
    const bytes = await sharp(once)
      .extract(part)
      .jpeg({ quality: quality(random) })
      .toBuffer();
    return { bytes, placeOf: ({ x, y, ...size }) => ({ x: x - cut, y: y - cut, ...size }) };
  },
  resized: async (page, random) => {
    const scale = 0.6 + random.next();
    const once = await (await plain(page)).jpeg({ quality: quality(random) }).toBuffer();
    const small = sharp(once).resize({ width: Math.round(page.width * scale) });
    const bytes = await small.jpeg({ quality: quality(random) }).toBuffer();
    return { bytes, placeOf: around(([x, y]) => [x * scale, y * scale]) };
  },
  'screen shot': async (page) => same(await (await plain(page)).png().toBuffer()),
  'scanned without loss': async (page, random) => same(await (await noisy(await plain(page), random)).png().toBuffer()),
  webp: async (page, random) => same(await (await plain(page)).webp({ quality: quality(random) }).toBuffer()),
} as const satisfies { [name: string]: Copier };

/** The name of a way to copy. */
export type CopyName = keyof typeof COPIES;

const same = (bytes: Buffer): Copy => ({ bytes, placeOf: (place) => place });

const plain = async (page: Canvas): Promise<Sharp> => sharp(await page.encode('png')).removeAlpha();

const glareOf = (random: Random) => ({
  at: [random.next(), random.next()] as const,
  radius: 0.1 + random.next() * 0.2,
  strength: 40 + random.next() * 150,
});

/** As a scanner takes it: a little soft, with the noise of its sensor. */
async function noisy(picture: Sharp, random: Random): Promise<Sharp> {
  const { data, info } = await picture.blur(0.6).raw().toBuffer({ resolveWithObject: true });
  addNoise(data, 0.5 + random.next() * 3, createRandom(random.whole(1, 1_000_000)).next);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** The rectangle around where the corners of a place come to stand. */
const around =
  (placeOf: (place: readonly [number, number]) => readonly [number, number]) =>
  ({ x, y, width, height }: Area): Area => {
    const corners = ([[x, y], [x + width, y], [x, y + height], [x + width, y + height]] as const).map(placeOf); // prettier-ignore
    const [left, top] = [Math.min(...corners.map(([cx]) => cx)), Math.min(...corners.map(([, cy]) => cy))];
    const [right, bottom] = [Math.max(...corners.map(([cx]) => cx)), Math.max(...corners.map(([, cy]) => cy))];
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
