import type { Canvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { createRandom } from './random.js';

/** What a scanner does to a page. */
export interface ScanFlaws {
  /** Turn of the page, clockwise. */
  degrees: number;
  /** Standard deviation of the sensor's noise, in grey levels. */
  noise: number;
  /** White glass around the page, pixels. */
  margin?: number;
  /** Resolution that the file states. */
  dpi?: number;
}

/** A page as it comes off a scanner: grey, askew, slightly soft, noisy. The noise is the same in every run. */
export async function scanned(page: Canvas, flaws: ScanFlaws): Promise<Sharp> {
  const margin = flaws.margin ?? 0;
  const white = { r: 244, g: 243, b: 241 };
  const { data, info } = await sharp(await page.encode('png'))
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: white })
    .rotate(flaws.degrees, { background: white })
    .greyscale()
    .blur(0.5)
    .raw()
    .toBuffer({ resolveWithObject: true });
  addNoise(data, flaws.noise, createRandom(0x5eed).next);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } }).withMetadata({
    density: flaws.dpi ?? 200,
  });
}

/** Adds near-normal noise to pixels: the sum of four numbers of `uniform`. `deviation` is its standard deviation in grey levels. */
export function addNoise(pixels: Uint8Array, deviation: number, uniform: () => number): void {
  // Four uniform numbers have a variance of 4/12.
  const scale = deviation / Math.sqrt(1 / 3);
  for (let index = 0; index < pixels.length; index++) {
    const noise = (uniform() + uniform() + uniform() + uniform() - 2) * scale;
    pixels[index] = Math.max(0, Math.min(255, Math.round(pixels[index]! + noise)));
  }
}
