/** A node of a network: what it does with which values, and its attributes. */
export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: { readonly [name: string]: readonly number[] };
}

/** Numbers that a network knows. */
export interface OnnxConstant {
  name: string;
  dims: readonly number[];
  values: readonly number[];
  /** Whole numbers, such as shapes and axes. */
  isWhole?: boolean;
}

/** A small network. */
export interface OnnxNetwork {
  input: { name: string; dims: readonly number[] };
  outputs: readonly { name: string; dims: readonly number[] }[];
  nodes: readonly OnnxNode[];
  constants: readonly OnnxConstant[];
}

/** Types of elements, `TensorProto.DataType`. */
const [FLOAT, INT64] = [1, 7];

/** The file of a network, by the field numbers of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (IR version 8, operators of version 13). */
export function onnxFile({ input, outputs, nodes, constants }: OnnxNetwork): Buffer {
  const graph = [
    ...nodes.map((node) => bytesField(1, nodeOf(node))),
    bytesField(2, Buffer.from('graph')),
    ...constants.map((constant) => bytesField(5, tensorOf(constant))),
    bytesField(11, valueOf(input)),
    ...outputs.map((output) => bytesField(12, valueOf(output))),
  ];
  return Buffer.concat([
    numberField(1, 8),
    bytesField(7, Buffer.concat(graph)),
    bytesField(8, Buffer.concat([bytesField(1, Buffer.alloc(0)), numberField(2, 13)])),
  ]);
}

const nodeOf = ({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer =>
  Buffer.concat([
    ...inputs.map((name) => bytesField(1, Buffer.from(name))),
    ...outputs.map((name) => bytesField(2, Buffer.from(name))),
    bytesField(4, Buffer.from(op)),
    ...Object.entries(attributes).map(([name, values]) => {
      // Type 7: a list of whole numbers.
      const list = values.map((value) => numberField(8, value));
      return bytesField(5, Buffer.concat([bytesField(1, Buffer.from(name)), ...list, numberField(20, 7)]));
    }),
  ]);

function tensorOf({ name, dims, values, isWhole = false }: OnnxConstant): Buffer {
  const raw = isWhole ? new BigInt64Array(values.map(BigInt)) : new Float32Array(values);
  return Buffer.concat([
    ...dims.map((dim) => numberField(1, dim)),
    numberField(2, isWhole ? INT64 : FLOAT),
    bytesField(8, Buffer.from(name)),
    bytesField(9, Buffer.from(raw.buffer)),
  ]);
}

function valueOf({ name, dims }: { name: string; dims: readonly number[] }): Buffer {
  const shape = dims.map((dim) => bytesField(1, numberField(1, dim)));
  const type = Buffer.concat([numberField(1, FLOAT), bytesField(2, Buffer.concat(shape))]);
  return Buffer.concat([bytesField(1, Buffer.from(name)), bytesField(2, bytesField(1, type))]);
}

const bytesField = (field: number, content: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);

const numberField = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** A network that says the same of every picture. @param outputs what it says, by the names of its outputs */
export function constantNetwork(
  side: readonly [width: number, height: number],
  outputs: { readonly [name: string]: { dims: readonly number[]; values: readonly number[] } },
): Buffer {
  const said = Object.entries(outputs);
  // The picture counts for nothing, but a network has to look at its input.
  return onnxFile({
    input: { name: 'input', dims: [1, 3, side[1], side[0]] },
    outputs: said.map(([name, { dims }]) => ({ name, dims })),
    constants: [
      { name: 'zero', dims: [1], values: [0] },
      ...said.map(([name, { dims, values }]) => ({ name: `${name}_says`, dims, values })),
    ],
    nodes: [
      { op: 'ReduceMean', inputs: ['input'], outputs: ['mean'] },
      { op: 'Mul', inputs: ['mean', 'zero'], outputs: ['nothing_of_four'] },
      { op: 'ReduceMean', inputs: ['nothing_of_four'], outputs: ['nothing_kept'] },
      { op: 'Squeeze', inputs: ['nothing_kept'], outputs: ['nothing'] },
      ...said.map(([name]) => ({ op: 'Add', inputs: [`${name}_says`, 'nothing'], outputs: [name] })),
    ],
  });
}

/** A network that says the means of `length` squares of a picture of `side` pixels: other pictures, other numbers. */
export function squaresNetwork(side: number, squares: number): Buffer {
  const square = side / squares;
  const length = squares * squares * 3;
  return onnxFile({
    input: { name: 'input', dims: [1, 3, side, side] },
    outputs: [{ name: 'embedding', dims: [1, length] }],
    constants: [{ name: 'shape', dims: [2], values: [1, length], isWhole: true }],
    nodes: [
      {
        ...{ op: 'AveragePool', inputs: ['input'], outputs: ['means'] },
        attributes: { kernel_shape: [square, square], strides: [square, square] },
      },
      { op: 'Reshape', inputs: ['means', 'shape'], outputs: ['embedding'] },
    ],
  });
}
