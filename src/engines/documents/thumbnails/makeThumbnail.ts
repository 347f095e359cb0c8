import sharp from 'sharp';
import { DECODE_LIMITS } from '../reading/decodedFile.js';
import { sharpOf } from '../reading/raster.js';
import { openFile } from '../reading/readDocument.js';
import type { Thumbnail, ThumbnailOptions } from './thumbnail.js';

/** Pixels worth decoding for a picture that is small anyway. */
const WORKING_PIXELS = 4_000_000;

/**
 * Pixels of the long side of a picture on which nothing can be read: small print of a page is then a fifth of a pixel high, and the
 * number on a card that fills the picture two pixels, where a digit needs five.
 */
const ILLEGIBLE_SIDE = 40;

/**
 * Pictures the first page of a file, upright as the file says. Runs inside an engine process.
 * @throws UnreadableDocument
 */
export async function makeThumbnail(bytes: Uint8Array, { long_side, legible }: ThumbnailOptions): Promise<Thumbnail> {
  const file = await openFile(bytes, { ...DECODE_LIMITS, max_pages: 1, working_pixels: WORKING_PIXELS });
  try {
    const page = sharpOf(await file.pages[0]!.render());
    const within = (side: number) => page.resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const picture = legible ? within(long_side) : enlarged(await within(ILLEGIBLE_SIDE).png().toBuffer(), long_side);
    const { data, info } = await picture.jpeg({ quality: 78, mozjpeg: true }).toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, pages_total: file.pages_total };
  } finally {
    await file.close();
  }
}

/** The lost detail stays lost: it was thrown away before. */
const enlarged = (png: Buffer, side: number) => sharp(png).resize(side, side, { fit: 'inside', kernel: 'cubic' });
