import { decode as decodeBmp } from 'bmp-ts';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { DecodedFile, DecodeLimits } from './decodedFile.js';
import { imageFacts } from './imageFacts.js';
import { UnreadableDocument, type Raster } from './page.js';
import { toRaster } from './raster.js';
import type { AcceptedMimeType } from './sniff.js';

/** A kind of picture that is read. */
export type ImageMimeType = Exclude<AcceptedMimeType, 'application/pdf'>;

/** Smaller pictures cannot hold a document. */
const SMALLEST_SIDE = 16;

/**
 * Opens a picture. A TIFF has as many pages as it holds; an animation is its first frame.
 * @throws UnreadableDocument when it does not decode or is too large
 */
export async function decodeImage(
  bytes: Uint8Array,
  mimeType: ImageMimeType,
  limits: DecodeLimits,
): Promise<DecodedFile> {
  const source = mimeType === 'image/bmp' ? openBmp(bytes, limits) : openWithSharp(bytes, limits);
  const metadata = await source(0).metadata().catch(damaged(mimeType));
  checkSize(metadata, limits);
  const total = mimeType === 'image/tiff' ? (metadata.pages ?? 1) : 1;
  const render = async (page: number): Promise<Raster> => {
    const pageMetadata = page === 0 ? metadata : await source(page).metadata().catch(damaged(mimeType));
    checkSize(pageMetadata, limits);
    return toRaster(shrunk(source(page).autoOrient(), pageMetadata, limits)).catch(damaged(mimeType));
  };
  return {
    facts: imageFacts(mimeType, metadata),
    pages_total: total,
    pages: Array.from({ length: Math.min(total, limits.max_pages) }, (_, index) => ({
      number: index + 1,
      render: () => render(index),
      textLayer: () => Promise.resolve(undefined),
    })),
    close: () => Promise.resolve(),
  };
}

/** Opens a page; sharp reads from the start for every pipeline. */
type OpenPage = (page: number) => Sharp;

function openWithSharp(bytes: Uint8Array, limits: DecodeLimits): OpenPage {
  const options: SharpOptions = { failOn: 'truncated', limitInputPixels: limits.max_pixels, sequentialRead: true };
  return (page) => sharp(bytes, { ...options, page, pages: 1 });
}

/** libvips has no BMP loader. The size stands in the header, so it is checked before anything is allocated. */
function openBmp(bytes: Uint8Array, limits: DecodeLimits): OpenPage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 30) throw new UnreadableDocument(DAMAGED);
  checkSize({ width: Math.abs(file.readInt32LE(18)), height: Math.abs(file.readInt32LE(22)) }, limits);
  let picture: { width: number; height: number; data: Buffer };
  try {
    picture = decodeBmp(file, { toRGBA: true });
  } catch {
    throw new UnreadableDocument(DAMAGED);
  }
  const { width, height, data } = picture;
  if (data.length !== width * height * 4) throw new UnreadableDocument(DAMAGED);
  // The fourth byte of a 32 bit BMP is padding to most writers: taken as alpha it would blank the picture.
  return () => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

function checkSize({ width, height }: Pick<Metadata, 'width' | 'height'>, limits: DecodeLimits): void {
  if (width * height > limits.max_pixels) {
    const megapixels = Math.round(limits.max_pixels / 1e6);
    throw new UnreadableDocument(
      `The picture has ${width} x ${height} pixels, more than the ${megapixels} megapixels that are read; send a smaller one.`,
    );
  }
  if (width < SMALLEST_SIDE || height < SMALLEST_SIDE) {
    throw new UnreadableDocument(`The picture has only ${width} x ${height} pixels; send a larger one.`);
  }
}

function shrunk(pipeline: Sharp, { width, height }: Metadata, limits: DecodeLimits): Sharp {
  const scale = Math.sqrt(limits.working_pixels / (width * height));
  if (scale >= 1) return pipeline;
  const side = Math.floor(Math.max(width, height) * scale);
  return pipeline.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

const DAMAGED = 'The file is damaged: its picture does not decode. Save or scan it again and send the new file.';

/** What went wrong inside a decoder tells a user nothing, except that there were too many pixels. */
const damaged = (mimeType: ImageMimeType) => (error: unknown) => {
  if (error instanceof UnreadableDocument) throw error;
  if (error instanceof Error && /pixel limit/i.test(error.message)) {
    throw new UnreadableDocument('The picture has too many pixels to be read; send a smaller one.');
  }
  throw new UnreadableDocument(
    `The file is damaged: its ${mimeType.replace('image/', '').toUpperCase()} picture does not decode. ` +
      'Save or scan it again and send the new file.',
  );
};
