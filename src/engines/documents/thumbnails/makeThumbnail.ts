import sharp from 'sharp';
import { DECODE_LIMITS } from '../reading/decodedFile.js';
import type { Ocr } from '../reading/ocr/ocr.js';
import type { Raster } from '../reading/page.js';
import { cutOut, sharpOf } from '../reading/raster.js';
import { openFile } from '../reading/readDocument.js';
import { uprightRaster } from '../reading/uprightRaster.js';
import { drawMarks } from './drawMarks.js';
import type { Thumbnail, ThumbnailOptions } from './thumbnail.js';

/** Pixels worth decoding for a picture that is small anyway. */
const WORKING_PIXELS = 4_000_000;

/**
 * Height in pixels at which a line of text can no longer be read. A digit takes five, but the same value may stand elsewhere in larger
 * print, as in a machine-readable zone.
 */
const ILLEGIBLE_HEIGHT = 2;

/** However large the hidden text is, this much is left of the picture's long side, in pixels. */
const COARSEST = 24;

/**
 * Pictures a page of a file, or a part of it, turned upright as the reader turns it, with its marks drawn. Runs inside an engine process.
 * @param ocr tells which way up a page is that has no text of its own
 * @throws UnreadableDocument
 * @throws RangeError when the file has no such page
 */
export async function makeThumbnail(
  bytes: Uint8Array,
  { page: number, long_side, hidden, marks, part }: ThumbnailOptions,
  ocr: Pick<Ocr, 'detect' | 'recognize'>,
): Promise<Thumbnail> {
  const file = await openFile(bytes, { ...DECODE_LIMITS, max_pages: number, working_pixels: WORKING_PIXELS });
  try {
    const page = file.pages[number - 1];
    if (!page) throw new RangeError(`The file has no page ${number}.`);
    const whole = part?.as === 'photo' ? await page.render() : await uprightRaster(page, ocr);
    const raster = part ? await cutOut(whole, part.box) : whole;
    const side = Math.min(long_side, longestIllegible(raster, hidden));
    const small = sharpOf(raster).resize(side, side, { fit: 'inside', withoutEnlargement: true });
    // What was thrown away stays lost when a coarse picture is made large again.
    const picture = side < long_side ? enlarged(await small.png().toBuffer(), long_side) : small;
    const marked = drawMarks(await picture.png().toBuffer({ resolveWithObject: true }), marks);
    const { data, info } = await marked.jpeg({ quality: 78, mozjpeg: true }).toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, pages_total: file.pages_total };
  } finally {
    await file.close();
  }
}

const enlarged = (png: Buffer, side: number) => sharp(png).resize(side, side, { fit: 'inside', kernel: 'cubic' });

/** Long side, in pixels, of the largest picture on which none of the hidden lines can be read. */
function longestIllegible({ width, height }: Raster, hidden: ThumbnailOptions['hidden']): number {
  // A scan may lie on its side while the places are those of the upright page: the worse of both ways counts.
  const thickness = hidden.map(([, , w, h]) =>
    Math.max(Math.min(w * width, h * height), Math.min(w * height, h * width)),
  );
  const thickest = Math.max(0, ...thickness);
  if (thickest === 0) return Infinity;
  return Math.max(COARSEST, Math.floor((Math.max(width, height) * ILLEGIBLE_HEIGHT) / thickest));
}
