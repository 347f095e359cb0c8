import sharp from 'sharp';
import type { Raster } from '../../reading/page.js';
import { toRaster } from '../../reading/raster.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { quantisationOf } from './jpegQuantisation.js';

/** The file of a picture, with what it has stored: not turned upright, nor made smaller. */
export interface StoredFile {
  /** What kind of file it is, as sniffed. */
  type: string;
  /** The steps that a JPEG's brightness was rounded to (`quantisationOf`); undefined for any other file. */
  steps: readonly number[] | undefined;
  /** The picture by the numbers of the file; made once, when it is first asked for. @throws Error where it has too many pixels */
  picture(): Promise<Raster>;
}

/** A file whose picture several methods may look at. */
export function storedFile(bytes: Uint8Array, type: string, { max_pixels }: ForensicLimits): StoredFile {
  let decoded: Promise<Raster> | undefined;
  return {
    ...{ type, steps: type === 'image/jpeg' ? quantisationOf(bytes) : undefined },
    // A colour profile would move what was rounded.
    picture: () => (decoded ??= toRaster(sharp(bytes, { limitInputPixels: max_pixels, ignoreIcc: true }))),
  };
}
