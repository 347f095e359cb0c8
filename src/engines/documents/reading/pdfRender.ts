import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist';
import sharp from 'sharp';
import type { DecodeLimits } from './decodedFile.js';
import type { Raster } from './page.js';

/** Renders one page of a PDF, turned so that its text is upright. */
export interface PageRenderer {
  /** Size in pixels of `render(dpi)`. */
  size(dpi: number): { width: number; height: number };
  /** Maps points of the page to pixels of `render(dpi)`. */
  viewport(dpi: number): PageViewport;
  render(dpi: number): Promise<Raster>;
}

/** PDF user space has 72 units to the inch (ISO 32000-1, 8.3.2.3). */
const UNITS_PER_INCH = 72;
/** Small pages, such as a scanned card, are enlarged until their long side has this many pixels, at most `MOST_DPI`. */
const LONG_SIDE = 1600;
const MOST_DPI = 400;

/** @param rotation degrees clockwise, the page's own included */
export function createPageRenderer(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  rotation: number,
  limits: DecodeLimits,
): PageRenderer {
  const unscaled = page.getViewport({ scale: 1, rotation });
  const long = Math.max(unscaled.width, unscaled.height);
  const scaleAt = (dpi: number) => {
    const wanted =
      Math.max(dpi, Math.min(MOST_DPI, (LONG_SIDE * UNITS_PER_INCH) / long) * (dpi / 200)) / UNITS_PER_INCH;
    return Math.min(wanted, Math.sqrt(limits.working_pixels / (unscaled.width * unscaled.height)));
  };
  const viewport = (dpi: number) => page.getViewport({ scale: scaleAt(dpi), rotation });
  const size = (dpi: number) => {
    const { width, height } = viewport(dpi);
    return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) };
  };
  return {
    size,
    viewport,
    async render(dpi) {
      const { width, height } = size(dpi);
      const factory = pdf.canvasFactory as CanvasFactory;
      const target = factory.create(width, height);
      try {
        await page.render({
          canvas: null,
          canvasContext: target.context,
          viewport: viewport(dpi),
          background: '#ffffff',
        }).promise;
        return await withoutAlpha(target.context.getImageData(0, 0, width, height).data, width, height);
      } finally {
        factory.destroy(target);
        page.cleanup();
      }
    },
  };
}

/** What pdf.js's Node canvas factory does; its own type says `Object`. */
interface CanvasFactory {
  create(width: number, height: number): CanvasAndContext;
  destroy(target: CanvasAndContext): void;
}

interface CanvasAndContext {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** What is drawn on paper is opaque everywhere. */
async function withoutAlpha(rgba: Uint8ClampedArray, width: number, height: number): Promise<Raster> {
  const raw = { width, height, channels: 4 } as const;
  return { width, height, data: await sharp(rgba, { raw, limitInputPixels: false }).removeAlpha().raw().toBuffer() };
}
