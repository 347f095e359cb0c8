import type { GreyImage } from '../../quality/grey.js';
import type { Line } from '../../reading/page.js';

/** A line of text with what is around it, turned level: grey levels row by row, those outside of the picture negative. */
export interface LineStrip {
  width: number;
  height: number;
  data: Float32Array;
  /** Pixels around the line on each side. */
  margin: number;
  /** Width and height of the line itself, in pixels. */
  line: { width: number; height: number };
}

/** How far around a line is looked, in heights of it. */
const MARGIN = 0.8;
/** Radians below which a line is taken as level. */
const LEVEL = 0.003;

/** Cuts a line out of a picture, turned by the angle of its base line. */
export function stripOf(grey: GreyImage, { box: [x, y, w, h], angle = 0 }: Pick<Line, 'box' | 'angle'>): LineStrip {
  const [cos, sin] = Math.abs(angle) < LEVEL ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  const [outerWidth, outerHeight] = [w * grey.width, h * grey.height];
  // The upright rectangle around a turned one is wider and higher than that is (solved for both of its sides).
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  const line = {
    width: Math.round(Math.max(1, (outerWidth * c - outerHeight * s) / (c * c - s * s))),
    height: Math.round(Math.max(1, (outerHeight * c - outerWidth * s) / (c * c - s * s))),
  };
  const margin = Math.round(MARGIN * line.height);
  const [width, height] = [line.width + 2 * margin, line.height + 2 * margin];
  const data = new Float32Array(width * height);
  const [middleX, middleY] = [(x + w / 2) * grey.width - 0.5, (y + h / 2) * grey.height - 0.5];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [u, v] = [column - (width - 1) / 2, row - (height - 1) / 2];
      data[row * width + column] = greyAt(grey, middleX + u * cos - v * sin, middleY + u * sin + v * cos);
    }
  }
  return { width, height, data, margin, line };
}

function greyAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return -1;
  const [dx, dy] = [x - column, y - row];
  const at = row * width + column;
  return (
    (data[at]! * (1 - dx) + data[at + 1]! * dx) * (1 - dy) +
    (data[at + width]! * (1 - dx) + data[at + width + 1]! * dx) * dy
  );
}
