import sharp from 'sharp';
import { decodePdf } from '../../src/engines/documents/reading/decodePdf.js';
import { addNoise } from '../scanned.js';
import { createRandom } from '../random.js';

/** How a page's copy looks: blur in pixels, noise in grey levels (standard deviations), both of a page at 200 dpi; JPEG quality 1 to 100. */
export interface CopyFlaws {
  blur: number;
  noise: number;
  quality: number;
  /** Degrees clockwise. */
  degrees: number;
  seed: number;
}

/** The pages of a PDF of this project as scanned pictures without a text layer, at 200 dpi: JPEGs, the same in every run. */
export async function picturesOfPdf(pdf: Uint8Array, flaws: CopyFlaws): Promise<Buffer[]> {
  const file = await decodePdf(pdf, { max_pages: 100, max_pixels: 5e7, working_pixels: 5e6 });
  try {
    const pictures: Buffer[] = [];
    for (const page of file.pages) {
      const { width, height, data } = await page.render();
      const turned = sharp(data, { raw: { width, height, channels: 3 } }).rotate(flaws.degrees, { background: '#fff' });
      const soft = flaws.blur >= 0.3 ? turned.blur(flaws.blur) : turned;
      const { data: pixels, info } = await soft.raw().toBuffer({ resolveWithObject: true });
      addNoise(pixels, flaws.noise, createRandom(flaws.seed + pictures.length).next);
      const raw = { width: info.width, height: info.height, channels: info.channels };
      pictures.push(await sharp(pixels, { raw }).jpeg({ quality: flaws.quality }).toBuffer());
    }
    return pictures;
  } finally {
    await file.close();
  }
}
