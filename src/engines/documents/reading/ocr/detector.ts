import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { ModelManifest } from '../../models/modelManifest.js';
import type { Raster } from '../page.js';
import { resized } from '../raster.js';
import { boxesOf } from './boxes.js';
import { planesOf, type Plane } from './normalise.js';
import type { Point, TextBox } from './textBox.js';

/** Finds where text stands in a picture. */
export interface Detector {
  /**
   * @param longSide long side in pixels of what is looked at (of a page shaped 3 : 4); the manifest's when absent
   * @returns boxes in pixels of `raster`, in no particular order
   */
  detect(raster: Raster, longSide?: number): Promise<TextBox[]>;
}

/** A picture is looked at with as many pixels as one of this shape whose long side is the manifest's: long receipts keep their print. */
const SHAPE = 3 / 4;
/** Small pictures are enlarged until their short side has this many pixels, as far as the pixels allow (PaddleOCR's `min` limit). */
const SHORT_SIDE = 736;

/** A detector on a DB network. */
export function createDetector(session: InferenceSession, spec: ModelManifest['detector']): Detector {
  const planes = planesOf(spec);
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return {
    async detect(raster, longSide = spec.long_side) {
      const { width, height } = inputSize(raster, longSide, spec.multiple);
      const tensor = toTensor(await resized(raster, width, height), planes);
      const map = (await session.run({ [input]: tensor }))[output]!;
      const boxes = boxesOf({ width, height, data: map.data as Float32Array }, spec);
      const scale: Point = [raster.width / width, raster.height / height];
      return boxes.map((box) => scaledBox(box, scale));
    },
  };
}

function inputSize({ width, height }: Raster, longSide: number, multiple: number): { width: number; height: number } {
  const fitting = Math.sqrt((SHAPE * longSide * longSide) / (width * height));
  const enlarging = Math.max(1, SHORT_SIDE / Math.min(width, height));
  const scale = Math.min(fitting, enlarging);
  const side = (length: number) => Math.max(multiple, Math.round((length * scale) / multiple) * multiple);
  return { width: side(width), height: side(height) };
}

function toTensor({ width, height, data }: Raster, planes: Plane[]): Tensor {
  const size = width * height;
  const values = new Float32Array(3 * size);
  planes.forEach((plane, index) => {
    for (let pixel = 0; pixel < size; pixel++) {
      values[index * size + pixel] = plane.values[data[pixel * 3 + plane.channel]!]!;
    }
  });
  return new Tensor('float32', values, [1, 3, height, width]);
}

function scaledBox({ corners: [a, b, c, d], score }: TextBox, [fx, fy]: Point): TextBox {
  const scaled = ([x, y]: Point): Point => [x * fx, y * fy];
  return { corners: [scaled(a), scaled(b), scaled(c), scaled(d)], score };
}
