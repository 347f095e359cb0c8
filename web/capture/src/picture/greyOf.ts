import type { GreyImage } from '../../../../src/engines/documents/quality/grey.js';
import { drawnAt } from './drawnAt.js';

/** What has a picture in it: a photograph that was taken, or the camera as it runs. */
export type Seen = HTMLCanvasElement | HTMLVideoElement;

/** Its width and height, in pixels. */
export const sizeOf = (seen: Seen): { width: number; height: number } =>
  'videoWidth' in seen
    ? { width: seen.videoWidth, height: seen.videoHeight }
    : { width: seen.width, height: seen.height };

/** A picture in grey, no longer than so many pixels; one white pixel where the browser gives none. */
export function greyOf(seen: Seen, longest: number): GreyImage {
  const drawn = drawnAt(seen, sizeOf(seen), longest, true);
  if (!drawn) return { width: 1, height: 1, data: Uint8Array.of(255) };
  const { width, height } = drawn.canvas;
  const { data } = drawn.context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  // Luminance of ITU-R BT.709, as the service has it.
  for (let at = 0; at < grey.length; at++) {
    grey[at] = Math.round(0.2126 * data[at * 4]! + 0.7152 * data[at * 4 + 1]! + 0.0722 * data[at * 4 + 2]!);
  }
  return { width, height, data: grey };
}
