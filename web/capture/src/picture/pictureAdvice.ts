import { glareShare } from '../../../../src/engines/documents/quality/glare.js';
import { percentile, type GreyImage } from '../../../../src/engines/documents/quality/grey.js';
import { printIn } from './print.js';

/** What should be better about a picture before it is sent. */
export type Advice = 'nothing' | 'small' | 'cut' | 'dark' | 'glare' | 'blurred';

/** What is to be on a picture. */
export type Subject = 'document' | 'face';

/** Brightness of the ground, and share of reflections, from which on the service calls a picture poor, too (the same measures, by the same code). */
const [DARKEST, MOST_GLARE] = [92, 0.037];

/**
 * Blur, in letter heights at `WHOLE` pixels, from which on another picture is asked for. Of five specimens, photographed with a blur of 0 to 4 pixels, the service calls
 * fair what is at .11 to .19 here, and good what is below.
 */
const MOST_BLUR = 0.13;

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
  if (print.blur !== null && print.blur > MOST_BLUR) advice.push('blurred');
  return advice;
}
