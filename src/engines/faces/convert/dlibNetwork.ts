import type { OnnxConstant, OnnxNode } from '../../models/onnxFile.js';
import { onnxFile } from '../../models/onnxFile.js';
import type { Weights, WeightsByName } from './tfjsWeights.js';

/** Pixels of a side of the face that the network looks at. */
const SIDE = 150;

/** Numbers that it says of a face. */
const LENGTH = 128;

/** Blocks behind the first layers: how many of each keep the size, behind one that halves it. */
const STAGES = [
  { name: 'conv64', kept: 3 },
  { name: 'conv128', kept: 2 },
  { name: 'conv256', kept: 2 },
] as const;

/** A value inside of the network: its name, how many planes it has and how many numbers lie along a side of one. */
interface Value {
  name: string;
  planes: number;
  side: number;
}

/**
 * The face network of dlib as ONNX: a residual network of 29 layers by Davis King (`dlib_face_recognition_resnet_model_v1`, 2017). Its weights are there
 * for TensorFlow.js, and its layers in the code of the package alone, so they are written down here, as `FaceRecognitionNet.ts` of face-api has them:
 * https://github.com/vladmandic/face-api/tree/master/src/faceRecognitionNet. Where that adds a bias, multiplies and adds once more after a
 * convolution, all is a part of the convolution here.
 * @param weights by the names that face-api gives them
 * @throws Error naming the weights that are missing or of another shape
 */
export function dlibNetwork(weights: WeightsByName): Buffer {
  const writer = new LayerWriter(weights);
  let value = writer.convolution({ name: 'input', planes: 3, side: SIDE }, 'conv32_down', { stride: 2, padding: 0 });
  value = writer.pool(writer.relu(value), 'MaxPool', 3);
  for (const number of [1, 2, 3]) value = residual(writer, value, `conv32_${number}`);
  for (const { name, kept } of STAGES) {
    value = halved(writer, value, `${name}_down`);
    for (let number = 1; number <= kept; number++) value = residual(writer, value, `${name}_${number}`);
  }
  return writer.file(halved(writer, value, 'conv256_down_out'), 'fc');
}

/** A block that keeps the size: two convolutions, and what came in is added to what they say. */
function residual(writer: LayerWriter, value: Value, name: string): Value {
  const first = writer.relu(writer.convolution(value, `${name}/conv1`, { stride: 1, padding: 1 }));
  return writer.relu(writer.sum(writer.convolution(first, `${name}/conv2`, { stride: 1, padding: 1 }), value));
}

/** A block that halves the size, and may have more planes: those that what came in lacks are zero, as is the edge that the convolutions lack. */
function halved(writer: LayerWriter, value: Value, name: string): Value {
  const first = writer.relu(writer.convolution(value, `${name}/conv1`, { stride: 2, padding: 0 }));
  const said = writer.convolution(first, `${name}/conv2`, { stride: 1, padding: 1 });
  const shrunk = writer.pool(value, 'AveragePool', 2);
  return writer.relu(writer.sum(writer.padded(said, shrunk), writer.padded(shrunk, said)));
}

/** Writes the layers of the network, one behind the other. */
class LayerWriter {
  private readonly nodes: OnnxNode[] = [];
  private readonly constants: OnnxConstant[] = [];

  constructor(private readonly weights: WeightsByName) {}

  convolution(from: Value, name: string, { stride, padding }: { stride: number; padding: number }): Value {
    const filters = this.take(`${name}/conv/filters`);
    const [side, , planes, count] = filters.shape as [number, number, number, number];
    const [bias, scale, shift] = ['conv/bias', 'scale/weights', 'scale/biases'].map(
      (part) => this.take(`${name}/${part}`, [count]).values,
    ) as [Float32Array, Float32Array, Float32Array];
    if (filters.shape.join() !== [side, side, from.planes, count].join()) throw unlike(`${name}/conv/filters`);
    const dims = [count, planes, side, side];
    this.constants.push(
      { name: `${name}/filters`, dims, values: outputsFirst(filters, scale) },
      { name: `${name}/bias`, dims: [count], values: bias.map((one, at) => one * scale[at]! + shift[at]!) },
    );
    const attributes = { kernel_shape: [side, side], strides: [stride, stride], pads: Array(4).fill(padding) };
    const inputs = [from.name, `${name}/filters`, `${name}/bias`];
    const reach = from.side + 2 * padding - side;
    return { name: this.add('Conv', inputs, attributes), planes: count, side: Math.floor(reach / stride) + 1 };
  }

  /** Of windows of which each begins two numbers further. */
  pool(from: Value, op: 'MaxPool' | 'AveragePool', window: number): Value {
    const name = this.add(op, [from.name], { kernel_shape: [window, window], strides: [2, 2] });
    return { ...from, name, side: Math.floor((from.side - window) / 2) + 1 };
  }

  relu = (from: Value): Value => ({ ...from, name: this.add('Relu', [from.name]) });

  sum = (one: Value, other: Value): Value => ({ ...one, name: this.add('Add', [one.name, other.name]) });

  /** Zeros behind what there is, up to the size of another value; itself where that is no larger. */
  padded(from: Value, { planes, side }: Value): Value {
    const [more, wider] = [Math.max(0, planes - from.planes), Math.max(0, side - from.side)];
    if (more === 0 && wider === 0) return from;
    const name = `pads_${this.constants.length}`;
    this.constants.push({ name, dims: [8], values: [0, 0, 0, 0, 0, more, wider, wider], isWhole: true });
    const padded = this.add('Pad', [from.name, name]);
    return { name: padded, planes: from.planes + more, side: from.side + wider };
  }

  /** The file: what a value has on average in each plane, times the last weights, is what the network says. */
  file(last: Value, name: string): Buffer {
    this.constants.push({ name, dims: [last.planes, LENGTH], values: this.take(name, [last.planes, LENGTH]).values });
    const means = this.add('Flatten', [this.add('GlobalAveragePool', [last.name])]);
    const said = this.add('MatMul', [means, name]);
    return onnxFile({
      input: { name: 'input', dims: [1, 3, SIDE, SIDE] },
      outputs: [{ name: said, dims: [1, LENGTH] }],
      nodes: this.nodes,
      constants: this.constants,
    });
  }

  private add(op: string, inputs: readonly string[], attributes: OnnxNode['attributes'] = {}): string {
    const name = `${op}_${this.nodes.length}`;
    this.nodes.push({ op, inputs, outputs: [name], attributes });
    return name;
  }

  /** @param shape any of four sides where it is left out */
  private take(name: string, shape?: readonly number[]): Weights {
    const found = this.weights.get(name);
    if (!found || (shape ? found.shape.join() !== shape.join() : found.shape.length !== 4)) throw unlike(name);
    return found;
  }
}

/** TensorFlow has filters as height, width, input and output; ONNX as output, input, height and width. Each output is scaled. */
function outputsFirst({ shape, values }: Weights, scale: Float32Array): Float32Array {
  const [height, width, planes, count] = shape as [number, number, number, number];
  const turned = new Float32Array(values.length);
  let to = 0;
  for (let output = 0; output < count; output++) {
    for (let plane = 0; plane < planes; plane++) {
      for (let place = 0; place < height * width; place++) {
        turned[to++] = values[(place * planes + plane) * count + output]! * scale[output]!;
      }
    }
  }
  return turned;
}

const unlike = (name: string): Error =>
  new Error(`The weights ${name} are missing, or not of the shape of the network`);
