import { drawnAt } from './drawnAt.js';
import { isHeic, openHeic } from './openHeic.js';
import { LONGEST, smallEnough } from './sentSize.js';

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
  const canvas =
    (await drawn(file)) ?? ((await isHeic(file)) ? await openHeic(file, LONGEST).catch(() => undefined) : undefined);
  return (canvas && (await readyCanvas(canvas))) ?? { file, filename: file.name };
}

/** Makes of what was drawn what is sent; undefined where this browser can make no JPEG of it. */
export async function readyCanvas(canvas: HTMLCanvasElement): Promise<ReadyFile | undefined> {
  const file = await smallEnough(async (share, quality) => {
    const made = share === 1 ? canvas : drawnAt(canvas, canvas, Math.max(canvas.width, canvas.height) * share)?.canvas;
    return (made && (await jpegOf(made, quality))) ?? undefined;
  });
  return file && { file, filename: 'photo.jpg', canvas };
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The picture, upright and no longer than is sent; undefined for what is none, or this browser cannot open. */
export async function drawn(file: Blob): Promise<HTMLCanvasElement | undefined> {
  if (!file.type.startsWith('image/')) return undefined;
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
