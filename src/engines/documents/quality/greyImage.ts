import type { GreyImage } from './grey.js';
import type { Box, Raster } from '../reading/page.js';
import { cutOut, sharpOf } from '../reading/raster.js';

/** A part of a picture in grey (all of it when absent), made smaller so that a side is at most as long as given. Never enlarged. */
export async function greyImage(
  raster: Raster,
  { part, most }: { part?: Box; most: { longSide: number } | { height: number } },
): Promise<GreyImage> {
  const cut = part ? await cutOut(raster, part) : raster;
  const length = 'height' in most ? cut.height : Math.max(cut.width, cut.height);
  const scale = Math.min(1, ('height' in most ? most.height : most.longSide) / length);
  const [width, height] = [cut.width, cut.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const data = await sharpOf(cut).resize(width, height, { fit: 'fill', kernel: 'linear' }).greyscale().raw().toBuffer();
  return { width, height, data };
}
