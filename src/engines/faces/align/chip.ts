import { Tensor } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import type { Normalisation } from '../models/faceManifest.js';
import type { Similarity } from './similarityTransform.js';

/** A small picture that was cut out of another one, turned and scaled: RGB from 0 to 255, one plane behind the other. */
export interface Chip {
  width: number;
  height: number;
  planes: Float32Array;
}

/** Most samples along a side of a pixel: beyond it a face fills megapixels, and its finest lines are no loss. */
const MOST_SAMPLES = 4;

/** What lies outside of the picture is as grey as the networks' own means. */
const OUTSIDE = 127;

/**
 * Cuts a chip out of a picture. Each of its pixels is the mean of evenly spread samples, as many as it covers pixels, each interpolated between four.
 * @param place where a point of the chip lies in the picture
 */
export function cutChip(raster: Raster, place: Similarity, { width, height }: { width: number; height: number }): Chip {
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(Math.hypot(place.a, place.b))));
  const chip = { width, height, planes: new Float32Array(3 * width * height) };
  const cut = { raster, place, samples, weight: 1 / samples ** 2 };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) addPixel(cut, x, y, chip);
  return chip;
}

/** How a chip is cut. */
interface Cut {
  raster: Raster;
  place: Similarity;
  /** Along a side of a pixel. */
  samples: number;
  /** Of each of them. */
  weight: number;
}

/**
 * Adds the samples of a pixel of a chip; the middle of the first pixel of a picture is at 0.5, 0.5. Most of the time that a face takes beside its
 * networks goes by here, so it makes no objects.
 */
function addPixel({ raster, place, samples, weight }: Cut, x: number, y: number, chip: Chip): void {
  const { a, b, dx, dy } = place;
  const { width, height, data } = raster;
  const at = y * chip.width + x;
  const size = chip.width * chip.height;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let j = 0; j < samples; j++) {
    const down = y + (j + 0.5) / samples;
    for (let i = 0; i < samples; i++) {
      const across = x + (i + 0.5) / samples;
      const px = a * across - b * down + dx - 0.5;
      const py = b * across + a * down + dy - 0.5;
      const left = Math.floor(px);
      const top = Math.floor(py);
      const fx = px - left;
      const fy = py - top;
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) {
        red += atEdge(raster, px, py, 0);
        green += atEdge(raster, px, py, 1);
        blue += atEdge(raster, px, py, 2);
        continue;
      }
      const above = (top * width + left) * 3;
      const below = above + width * 3;
      const aboveLeft = (1 - fx) * (1 - fy);
      const aboveRight = fx * (1 - fy);
      const belowLeft = (1 - fx) * fy;
      const belowRight = fx * fy;
      red += aboveLeft * data[above]! + aboveRight * data[above + 3]!;
      red += belowLeft * data[below]! + belowRight * data[below + 3]!;
      green += aboveLeft * data[above + 1]! + aboveRight * data[above + 4]!;
      green += belowLeft * data[below + 1]! + belowRight * data[below + 4]!;
      blue += aboveLeft * data[above + 2]! + aboveRight * data[above + 5]!;
      blue += belowLeft * data[below + 2]! + belowRight * data[below + 5]!;
    }
  }
  chip.planes[at] = weight * red;
  chip.planes[size + at] = weight * green;
  chip.planes[2 * size + at] = weight * blue;
}

/** A channel of a sample where the picture ends. */
function atEdge(raster: Raster, px: number, py: number, channel: number): number {
  let sum = 0;
  for (let corner = 0; corner < 4; corner++) {
    const x = Math.floor(px) + (corner & 1);
    const y = Math.floor(py) + (corner >> 1);
    const { width, height, data } = raster;
    const inside = x >= 0 && y >= 0 && x < width && y < height;
    const share = (1 - Math.abs(px - x)) * (1 - Math.abs(py - y));
    sum += share * (inside ? data[(y * width + x) * 3 + channel]! : OUTSIDE);
  }
  return sum;
}

/** A chip as the input of a network. */
export function inputOf({ width, height, planes }: Chip, { channels, mean, std }: Normalisation): Tensor {
  const size = width * height;
  const values = new Float32Array(3 * size);
  for (let plane = 0; plane < 3; plane++) {
    const from = (channels === 'rgb' ? plane : 2 - plane) * size;
    const to = plane * size;
    const middle = mean[plane]!;
    const spread = std[plane]!;
    for (let at = 0; at < size; at++) values[to + at] = (planes[from + at]! - middle) / spread;
  }
  return new Tensor('float32', values, [1, 3, height, width]);
}

/** The grey of each pixel, 0 to 255, as BT.601 weighs the channels. */
export function greyOf({ width, height, planes }: Chip): Float32Array {
  const size = width * height;
  const grey = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    grey[at] = 0.299 * planes[at]! + 0.587 * planes[size + at]! + 0.114 * planes[2 * size + at]!;
  }
  return grey;
}

/** The chip as a mirror shows it. */
export function mirrored({ width, height, planes }: Chip): Chip {
  const turned = new Float32Array(planes.length);
  for (let row = 0; row < planes.length; row += width) {
    for (let x = 0; x < width; x++) turned[row + x] = planes[row + width - 1 - x]!;
  }
  return { width, height, planes: turned };
}
