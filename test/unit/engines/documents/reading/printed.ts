import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { writeText } from '../../../../../specimens/fonts.js';
import type { ReadDocument } from '../../../../../src/engines/documents/reading/page.js';

/** Lines that tell up from down and that a reader must get right. */
export const LETTER = [
  'HARBOUR WORKS LIMITED',
  'Invoice number 48213',
  'Total amount due 1,204.50',
  'Thank you for your order',
];

/** A white page with one line of print below the other. */
export function printed(lines: readonly string[] = LETTER, { width = 900, height = 640, size = 40 } = {}): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  lines.forEach((line, index) => writeText(context, line, 60, 110 + index * size * 2.5, { size }));
  return canvas;
}

/** All text of a document, line by line. */
export const textOf = ({ pages }: ReadDocument): string[] =>
  pages.flatMap((page) => page.lines.map((line) => line.text));
