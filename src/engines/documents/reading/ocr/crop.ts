import type { Raster } from '../page.js';
import { clamp } from '../raster.js';
import { heightOf, lengthOf, type TextBox } from './textBox.js';

/** A line of text cut out of a picture, upright, at the recogniser's height. */
export interface Crop extends Raster {
  box: TextBox;
}

/** A line longer than this many times its height is squeezed: no line of print is, and the input must stay bounded. */
const LONGEST = 50;
const SHORTEST_WIDTH = 16;

/**
 * Cuts a box out of a picture at any angle: bilinear sampling, averaged over a grid where the text is larger than the
 * recogniser's height so that thin strokes are not lost.
 */
export function cropLine(raster: Raster, box: TextBox, height: number): Crop {
  const lineHeight = Math.max(1, heightOf(box));
  const width = clamp(Math.round((height * lengthOf(box)) / lineHeight), SHORTEST_WIDTH, LONGEST * height);
  const samples = Math.max(1, Math.round(lineHeight / height));
  const data = new Uint8Array(width * height * 3);
  const [[ax, ay], [bx, by], , [dx, dy]] = box.corners;
  const step = { x: [(bx - ax) / width, (by - ay) / width], y: [(dx - ax) / height, (dy - ay) / height] } as const;
  const share = 1 / (samples * samples);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum: Sum = [0, 0, 0];
      for (let i = 0; i < samples; i++) {
        for (let j = 0; j < samples; j++) {
          const u = x + (j + 0.5) / samples;
          const v = y + (i + 0.5) / samples;
          addSample(raster, ax + u * step.x[0] + v * step.y[0] - 0.5, ay + u * step.x[1] + v * step.y[1] - 0.5, sum);
        }
      }
      const target = (y * width + x) * 3;
      data[target] = sum[0] * share;
      data[target + 1] = sum[1] * share;
      data[target + 2] = sum[2] * share;
    }
  }
  return { width, height, data, box };
}

type Sum = [number, number, number];

/** Adds the bilinear colour at a point; outside the picture its edge goes on. */
function addSample({ width, height, data }: Raster, px: number, py: number, sum: Sum): void {
  const x = clamp(px, 0, width - 1.001);
  const y = clamp(py, 0, height - 1.001);
  const left = x | 0;
  const top = y | 0;
  const right = x - left;
  const bottom = y - top;
  const nw = (1 - right) * (1 - bottom);
  const ne = right * (1 - bottom);
  const sw = (1 - right) * bottom;
  const se = right * bottom;
  const at = (top * width + left) * 3;
  const below = at + width * 3;
  for (let c = 0; c < 3; c++) {
    sum[c]! += data[at + c]! * nw + data[at + 3 + c]! * ne + data[below + c]! * sw + data[below + 3 + c]! * se;
  }
}
