import sharp, { type Sharp } from 'sharp';
import type { Box, Raster } from './page.js';

/** Clockwise quarter turns, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** A sharp pipeline over a raster's pixels. */
export const sharpOf = (raster: Raster) =>
  sharp(raster.data, {
    raw: { width: raster.width, height: raster.height, channels: 3 },
    limitInputPixels: false,
  });

/** Ends a pipeline as a raster: 8 bit RGB, transparency on white. */
export async function toRaster(pipeline: Sharp): Promise<Raster> {
  const { data, info } = await pipeline
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { width: info.width, height: info.height, data };
  return { width: info.width, height: info.height, data: spreadGrey(data, info.channels) };
}

/** Grey pictures come out of sharp with one channel (two with alpha). */
function spreadGrey(data: Uint8Array, channels: number): Uint8Array {
  const pixels = data.length / channels;
  const rgb = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel++) rgb.fill(data[pixel * channels]!, pixel * 3, pixel * 3 + 3);
  return rgb;
}

/** Resizes to exactly `width` by `height`. */
export async function resized(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster;
  return toRaster(sharpOf(raster).resize(width, height, { fit: 'fill', kernel: 'linear' }));
}

/** Turns clockwise. */
export async function turned(raster: Raster, turn: QuarterTurn): Promise<Raster> {
  return turn === 0 ? raster : toRaster(sharpOf(raster).rotate(turn));
}

/** Cuts out the pixels of `box` (fractions of the raster), at least one pixel in each direction. */
export async function cutOut(raster: Raster, box: Box): Promise<Raster> {
  const left = clamp(Math.floor(box[0] * raster.width), 0, raster.width - 1);
  const top = clamp(Math.floor(box[1] * raster.height), 0, raster.height - 1);
  const width = clamp(Math.ceil(box[2] * raster.width), 1, raster.width - left);
  const height = clamp(Math.ceil(box[3] * raster.height), 1, raster.height - top);
  if (width === raster.width && height === raster.height) return raster;
  return toRaster(sharpOf(raster).extract({ left, top, width, height }));
}

/** `value`, but not below `low` nor above `high`. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
