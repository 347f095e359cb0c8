import { glareShare } from '../../../../src/engines/documents/quality/glare.js';
import { percentile, type GreyImage } from '../../../../src/engines/documents/quality/grey.js';
import { poorBeyond } from '../../../../src/engines/documents/quality/scales.js';
import { printIn } from './print.js';

/** What should be better about a picture before it is sent. */
export type Advice = 'nothing' | 'small' | 'cut' | 'dark' | 'faint' | 'glare' | 'blurred';

/** What is to be on a picture. */
export type Subject = 'document' | 'face';

/** Brightness of the ground, and share of reflections, beyond which the service calls a picture poor, too: the same measures, by the same code. */
const [DARKEST, MOST_GLARE] = [poorBeyond('light'), poorBeyond('glare')];

/**
 * Blur, in letter heights at `WHOLE` pixels, from which on another picture is asked for. Of five specimens, photographed with a blur of 0 to 4 pixels, the service calls
 * fair what is at .11 to .19 here, and good what is below.
 */
const MOST_BLUR = 0.13;

/**
 * Contrast of print below which another picture is asked for. The service measures lines, this page letters on a smaller picture, which look up to 0.035 darker (44
 * photographs of designs that nothing is judged by): half of that is added to where the service calls a picture poor.
 */
const LEAST_CONTRAST = poorBeyond('contrast') + 0.018;

/** Lowest letters, in pixels of the picture itself, that digits are told apart in: the service calls what is below poor. */
const LOWEST_LETTERS = 8;

/** Print that covers less than this of both sides is too far away. */
const FAR = 0.4;

/** Shortest side, in pixels, of a picture of a face. */
const SMALLEST = 480;

/** Longest sides, in pixels, at which light and print, and reflections, are measured. */
export const [WHOLE, COARSE] = [1_000, 400];

/** A picture as it is measured. */
export interface Measured {
  /** No longer than `WHOLE`, and no longer than `COARSE`. */
  whole: GreyImage;
  coarse: GreyImage;
  /** Of the picture itself, in pixels. */
  width: number;
  height: number;
}

/**
 * What should be better about a picture, by arithmetic alone: nothing is sent for it. Light, reflections and blur are those of the service's own judgement of
 * quality.
 */
export function pictureAdvice({ whole, coarse, width, height }: Measured, subject: Subject): Advice[] {
  const advice: Advice[] = [];
  if (percentile(whole, 0.95) < DARKEST) advice.push('dark');
  if (subject === 'face') {
    return Math.min(width, height) < SMALLEST ? [...advice, 'small'] : advice;
  }
  if (glareShare(coarse) > MOST_GLARE) advice.push('glare');
  const print = printIn(whole);
  if (!print) return advice.length > 0 ? advice : ['nothing'];
  const letters = print.letterHeight * (Math.max(width, height) / Math.max(whole.width, whole.height));
  const isFar = print.covers.width < FAR && print.covers.height < FAR;
  if (letters < LOWEST_LETTERS || isFar) advice.push('small');
  if (print.isCut) advice.push('cut');
  if (print.contrast !== null && print.contrast < LEAST_CONTRAST) advice.push('faint');
  if (print.blur !== null && print.blur > MOST_BLUR) advice.push('blurred');
  return advice;
}
