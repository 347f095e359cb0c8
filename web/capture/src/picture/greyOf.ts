import type { GreyImage } from '../../../../src/engines/documents/quality/grey.js';

/** What has a picture in it: a photograph that was taken, or the camera as it runs. */
export type Seen = HTMLCanvasElement | HTMLVideoElement;

/** Its width and height, in pixels. */
export const sizeOf = (seen: Seen): { width: number; height: number } =>
  'videoWidth' in seen
    ? { width: seen.videoWidth, height: seen.videoHeight }
    : { width: seen.width, height: seen.height };

/** A picture in grey, no longer than so many pixels; one white pixel where the browser gives none. */
export function greyOf(seen: Seen, longest: number): GreyImage {
  const size = sizeOf(seen);
  const scale = Math.min(1, longest / Math.max(1, size.width, size.height));
  const small = document.createElement('canvas');
  [small.width, small.height] = [
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  ];
  const context = small.getContext('2d', { willReadFrequently: true });
  if (!context) return { width: 1, height: 1, data: Uint8Array.of(255) };
  context.imageSmoothingQuality = 'high';
  context.drawImage(seen, 0, 0, small.width, small.height);
  const { data } = context.getImageData(0, 0, small.width, small.height);
  const grey = new Uint8Array(small.width * small.height);
  // Luminance of ITU-R BT.709, as the service has it.
  for (let at = 0; at < grey.length; at++) {
    grey[at] = Math.round(0.2126 * data[at * 4]! + 0.7152 * data[at * 4 + 1]! + 0.0722 * data[at * 4 + 2]!);
  }
  return { width: small.width, height: small.height, data: grey };
}
