import { glareShare } from '../../../../src/engines/documents/quality/glare.js';
import { percentile, type GreyImage } from '../../../../src/engines/documents/quality/grey.js';

/** What should be better about a picture before it is sent. */
export type Advice = 'dark' | 'glare' | 'small';

/** Brightness of the ground, and share of reflections, from which on the service calls a picture poor, too (the same measures, by the same code). */
const [DARKEST, MOST_GLARE] = [92, 0.037];

/** Shortest side, in pixels, below which small print cannot be read. */
const SMALLEST = 600;

/** Longest sides at which light and reflections are measured. */
const [WHOLE, COARSE] = [1_000, 400];

/**
 * What should be better about a picture, by what can be measured here: nothing is sent for it. Reflections and light are those of the service's own
 * judgement of quality; what it takes reading to tell, such as blur beside the size of letters, the service says.
 */
export function pictureAdvice(canvas: HTMLCanvasElement): Advice[] {
  const isSmall = Math.min(canvas.width, canvas.height) < SMALLEST;
  const isDark = percentile(greyOf(canvas, WHOLE), 0.95) < DARKEST;
  const hasGlare = glareShare(greyOf(canvas, COARSE)) > MOST_GLARE;
  return [
    ...(isSmall ? ['small' as const] : []),
    ...(isDark ? ['dark' as const] : []),
    ...(hasGlare ? ['glare' as const] : []),
  ];
}

/** The picture in grey, no longer than so many pixels. */
function greyOf(canvas: HTMLCanvasElement, longest: number): GreyImage {
  const scale = Math.min(1, longest / Math.max(canvas.width, canvas.height));
  const small = document.createElement('canvas');
  [small.width, small.height] = [
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  ];
  const context = small.getContext('2d', { willReadFrequently: true });
  if (!context) return { width: 1, height: 1, data: Uint8Array.of(255) };
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const { data } = context.getImageData(0, 0, small.width, small.height);
  const grey = new Uint8Array(small.width * small.height);
  // Luminance of ITU-R BT.709, as the service has it.
  for (let at = 0; at < grey.length; at++) {
    grey[at] = Math.round(0.2126 * data[at * 4]! + 0.7152 * data[at * 4 + 1]! + 0.0722 * data[at * 4 + 2]!);
  }
  return { width: small.width, height: small.height, data: grey };
}
