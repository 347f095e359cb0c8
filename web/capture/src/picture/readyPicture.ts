import { drawnAt } from './drawnAt.js';
import { isHeic, openHeic } from './openHeic.js';

/** Longest side of a picture that is sent, in pixels: A4 at 240 dpi, at which the engine reads small print. */
const LONGEST = 2_800;

/** A picture of more bytes than this is made smaller or coarser: on a slow network it takes too long. */
const MOST_BYTES = 1_500_000;

/** How good the JPEG is at first, and at least. */
const [BEST, LEAST] = [0.9, 0.6];

/** A file as it is sent. */
export interface ReadyFile {
  file: Blob;
  filename: string;
  /** What is on it, to be looked at; absent where this browser cannot open it. */
  canvas?: HTMLCanvasElement;
}

/**
 * Makes of a picture what is sent: upright, without what the camera noted in it (place, time, owner), small enough for a slow network. What is no
 * picture that can be opened here, such as a PDF, is sent as it is: the service tells what it is.
 */
export async function readyPicture(file: File): Promise<ReadyFile> {
  const isPicture = file.type.startsWith('image/');
  const canvas =
    (isPicture ? await drawn(file) : undefined) ??
    ((await isHeic(file)) ? await openHeic(file, LONGEST).catch(() => undefined) : undefined);
  return (canvas && (await readyCanvas(canvas))) ?? { file, filename: file.name };
}

/** Makes of what was drawn what is sent; undefined where this browser can make no JPEG of it. */
export async function readyCanvas(canvas: HTMLCanvasElement): Promise<ReadyFile | undefined> {
  for (let quality = BEST; ; quality -= 0.1) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!jpeg) return undefined;
    if (jpeg.size <= MOST_BYTES || quality - 0.1 < LEAST) return { file: jpeg, filename: 'photo.jpg', canvas };
  }
}

/** The picture, upright and no longer than is sent; undefined where this browser cannot open it. */
async function drawn(file: File): Promise<HTMLCanvasElement | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = drawnFrom(picture, picture);
  picture.close();
  return canvas;
}

/** What is shown, on a canvas no longer than is sent; undefined where this browser has none. */
export const drawnFrom = (
  picture: CanvasImageSource,
  size: { width: number; height: number },
): HTMLCanvasElement | undefined => drawnAt(picture, size, LONGEST)?.canvas;
