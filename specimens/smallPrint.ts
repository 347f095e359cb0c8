import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { writeText, type Face } from './fonts.js';
import type { Random } from './random.js';

/** How many codes are printed in each height. */
const CODES = 40;

/** A4 at so many pixels to the millimetre fills a photograph of twelve megapixels, as phones take them. */
const PER_MM = 12.6;
const [WIDTH, HEIGHT] = [Math.round(210 * PER_MM), Math.round(297 * PER_MM)];
const POINT = (PER_MM * 25.4) / 72;

/** Neither 0 and O nor 1, I and l: which one is meant the print does not say. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code of eight characters, which no language helps to guess, and how high it is printed, in points. */
export interface PrintedCode {
  points: number;
  code: string;
}

/** A sheet of A4 with codes in these heights, in points: three to a line, each behind a few words. */
export function smallPrint(heights: readonly number[], random: Random): { sheet: Canvas; codes: PrintedCode[] } {
  const sheet = createCanvas(WIDTH, HEIGHT);
  const context = sheet.getContext('2d');
  context.fillStyle = '#f7f6f2';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const face = random.pick(['sans', 'serif', 'condensed'] satisfies Face[]);
  const codes = heights.flatMap((points) => Array.from({ length: CODES }, () => ({ points, code: codeOf(random) })));
  for (const [index, { points, code }] of codes.entries()) {
    const [column, row] = [index % 3, Math.floor(index / 3)];
    const [x, y] = [WIDTH * (0.08 + 0.3 * column), HEIGHT * (0.06 + (0.88 * row) / (codes.length / 3))];
    writeText(context, `Clause ${index + 1}: ${code}`, x, y, { face, size: points * POINT, color: '#33333a' });
  }
  return { sheet, codes };
}

const codeOf = (random: Random): string => Array.from({ length: 8 }, () => random.pick([...CHARACTERS])).join('');
