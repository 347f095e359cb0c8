import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PrintedPage, printedPages } from '../../../../../specimens/copies/index.js';
import { createRandom } from '../../../../../specimens/random.js';
import { addNoise } from '../../../../../specimens/scanned.js';
import { withEnlargedPortrait } from '../../../../../specimens/tampered/index.js';
import { FORENSIC_LIMITS } from '../../../../../src/engines/documents/forensics/forensicLimits.js';
import { partResized } from '../../../../../src/engines/documents/forensics/picture/partResized.js';
import { storedFile } from '../../../../../src/engines/documents/forensics/picture/storedFile.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { toRaster } from '../../../../../src/engines/documents/reading/raster.js';

let card: PrintedPage;
let scan: Canvas;

beforeAll(async () => {
  for await (const page of printedPages('fit', 0)) if (page.name === 'card identity-german') card = page;
  scan = await scanned(card.picture, 1);
});

/** As a scanner without loss takes it. */
async function scanned(drawn: Canvas, seed: number): Promise<Canvas> {
  const { data, info } = await pixels(drawn).blur(0.6).raw().toBuffer({ resolveWithObject: true });
  addNoise(data, 2, createRandom(seed).next);
  const { width, height, channels } = info;
  const image = await loadImage(await sharp(data, { raw: { width, height, channels } }).png().toBuffer());
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

const pixels = (drawn: Canvas): Sharp => sharp(drawn.toBuffer('image/png')).removeAlpha();

const withPortrait = (times: number): Promise<Canvas> =>
  withEnlargedPortrait(scan, card.portrait!, { times, noise: 2, kernel: 'cubic' }, createRandom(3));

async function look(file: Promise<Buffer>, type: string, limits = FORENSIC_LIMITS) {
  const bytes = await file;
  const raster = await toRaster(sharp(bytes).autoOrient());
  const page: Page = {
    ...{ number: 1, width: raster.width, height: raster.height, source: 'ocr', lines: [] },
    ...{ raster: () => Promise.resolve(raster), region: { read: () => Promise.resolve([]) } },
  };
  return partResized(storedFile(bytes, type, limits), page);
}

/** Whether the middle of a box lies on the portrait of the card. */
function isOnPortrait([x, y, width, height]: readonly number[]): boolean {
  const [at, across, down] = [card.portrait!, (x! + width! / 2) * scan.width, (y! + height! / 2) * scan.height];
  return across > at.x && across < at.x + at.width && down > at.y && down < at.y + at.height;
}

describe('a portrait that was enlarged before it was put in', () => {
  test.each([1.27, 1.4, 1.7])('is told where it is, %f times as large, in a PNG', async (times) => {
    const found = await look(
      pixels(await withPortrait(times))
        .png()
        .toBuffer(),
      'image/png',
    );
    expect(found).toMatchObject([{ code: 'part_resized', status: 'failed', weight: 'moderate', page: 1 }]);
    expect(found![0]!.box).toSatisfy(isOnPortrait);
  });

  test('is told in a JPEG of the highest quality, and has its box on the page when that lies on its side', async () => {
    const file = pixels(await withPortrait(1.4))
      .rotate(90)
      .withMetadata({ orientation: 8 });
    const found = await look(file.jpeg({ quality: 99 }).toBuffer(), 'image/jpeg');
    expect(found).toMatchObject([{ code: 'part_resized' }]);
    expect(found![0]!.box).toSatisfy(isOnPortrait);
  });

  test('is not looked for where saving with loss hides it', async () => {
    const file = pixels(await withPortrait(1.7))
      .jpeg({ quality: 90 })
      .toBuffer();
    await expect(look(file, 'image/jpeg')).resolves.toBeUndefined();
  });
});

describe('no part is said to be resized', () => {
  test.each([1, 2, 3])('in a scan that nobody changed (%i)', async (seed) => {
    await expect(
      look(
        pixels(await scanned(card.picture, seed))
          .png()
          .toBuffer(),
        'image/png',
      ),
    ).resolves.toEqual([]);
  });

  test.each([0.8, 1.3, 1.7])('where the whole picture was, %f times', async (times) => {
    const width = Math.round(scan.width * times);
    await expect(look(pixels(scan).resize({ width }).png().toBuffer(), 'image/png')).resolves.toEqual([]);
  });

  test('in a picture that is too small to have a part and a rest', async () => {
    const file = pixels(scan).extract({ left: 0, top: 0, width: 250, height: 250 }).png().toBuffer();
    await expect(look(file, 'image/png')).resolves.toBeUndefined();
  });

  test('in one that is all of one colour', async () => {
    const file = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#eeeeee' } }).png().toBuffer(); // prettier-ignore
    await expect(look(file, 'image/png')).resolves.toEqual([]);
  });
});
