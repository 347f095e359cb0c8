import { Tensor } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import type { Normalisation } from '../models/faceManifest.js';
import { applyTo, type Similarity } from './similarityTransform.js';

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
  const size = width * height;
  const planes = new Float32Array(3 * size);
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let j = 0; j < samples; j++) {
        for (let i = 0; i < samples; i++) {
          addSample(raster, applyTo(place, [x + (i + 0.5) / samples, y + (j + 0.5) / samples]), sum);
        }
      }
      const at = y * width + x;
      for (let plane = 0; plane < 3; plane++) planes[plane * size + at] = sum[plane]! / samples ** 2;
    }
  }
  return { width, height, planes };
}

/** Adds what a picture shows at a place; the middle of its first pixel is at 0.5, 0.5. */
function addSample({ width, height, data }: Raster, [px, py]: readonly [number, number], sum: number[]): void {
  const left = Math.floor(px - 0.5);
  const top = Math.floor(py - 0.5);
  const fx = px - 0.5 - left;
  const fy = py - 0.5 - top;
  for (let corner = 0; corner < 4; corner++) {
    const [right, below] = [corner & 1, corner >> 1];
    const weight = (right ? fx : 1 - fx) * (below ? fy : 1 - fy);
    const [x, y] = [left + right, top + below];
    const inside = x >= 0 && y >= 0 && x < width && y < height;
    for (let channel = 0; channel < 3; channel++) {
      sum[channel]! += weight * (inside ? data[(y * width + x) * 3 + channel]! : OUTSIDE);
    }
  }
}

/** A chip as the input of a network. */
export function inputOf({ width, height, planes }: Chip, { channels, mean, std }: Normalisation): Tensor {
  const size = width * height;
  const values = new Float32Array(3 * size);
  for (let plane = 0; plane < 3; plane++) {
    const from = (channels === 'rgb' ? plane : 2 - plane) * size;
    for (let at = 0; at < size; at++) values[plane * size + at] = (planes[from + at]! - mean[plane]!) / std[plane]!;
  }
  return new Tensor('float32', values, [1, 3, height, width]);
}

/** The grey of each pixel, 0 to 255, as BT.601 weighs the channels. */
export function greyOf({ width, height, planes }: Chip): Float32Array {
  const size = width * height;
  return Float32Array.from(
    { length: size },
    (_, at) => 0.299 * planes[at]! + 0.587 * planes[size + at]! + 0.114 * planes[2 * size + at]!,
  );
}

/** The chip as a mirror shows it. */
export function mirrored({ width, height, planes }: Chip): Chip {
  const turned = new Float32Array(planes.length);
  for (let row = 0; row < planes.length; row += width) {
    for (let x = 0; x < width; x++) turned[row + x] = planes[row + width - 1 - x]!;
  }
  return { width, height, planes: turned };
}
