import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type Mark, MARK_KINDS, MARK_LOOKS } from './thumbnail.js';

/** Draws boxes around the marked places of a picture, a line's width outside of them, so that what they are about stays to be seen. */
export function drawMarks(
  { data, info: { width, height } }: { data: Buffer; info: Pick<OutputInfo, 'width' | 'height'> },
  marks: readonly Mark[],
): Sharp {
  if (marks.length === 0) return sharp(data);
  const drawn = MARK_KINDS.flatMap((kind) => marks.filter((mark) => mark.kind === kind)).map((mark) =>
    outline(mark, width, height),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  return sharp(data).composite([{ input: Buffer.from(svg), left: 0, top: 0 }]);
}

function outline({ kind, box: [x, y, w, h] }: Mark, width: number, height: number): string {
  const { colour, width: thousandths, broken } = MARK_LOOKS[kind];
  const line = Math.max(1, (thousandths * Math.max(width, height)) / 1000);
  const left = Math.max(line / 2, x * width - line);
  const top = Math.max(line / 2, y * height - line);
  const right = Math.min(width - line / 2, (x + w) * width + line);
  const bottom = Math.min(height - line / 2, (y + h) * height + line);
  const at = `x="${left}" y="${top}" width="${Math.max(0, right - left)}" height="${Math.max(0, bottom - top)}"`;
  const dashes = broken ? ` stroke-dasharray="${line * 3} ${line * 1.5}"` : '';
  return `<rect ${at} fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="${line}"${dashes}/>`;
}
