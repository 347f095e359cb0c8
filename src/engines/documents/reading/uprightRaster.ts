import type { DecodedPage } from './decodedFile.js';
import type { Ocr } from './ocr/ocr.js';
import { turnUpright } from './orientation.js';
import type { Raster } from './page.js';

/**
 * The picture of a page as the reader has it: one with text of its own is upright as it is rendered; any other lies as it was scanned, and is
 * turned.
 * @throws UnreadableDocument
 */
export async function uprightRaster(page: DecodedPage, ocr: Pick<Ocr, 'detect' | 'recognize'>): Promise<Raster> {
  const raster = await page.render();
  return (await page.textLayer()) ? raster : (await turnUpright(raster, ocr)).raster;
}
