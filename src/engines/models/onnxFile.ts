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
  values: ArrayLike<number>;
  /** Whole numbers, such as shapes and axes. */
  isWhole?: boolean;
}

/** A network. */
export interface OnnxNetwork {
  input: { name: string; dims: readonly number[] };
  outputs: readonly { name: string; dims: readonly number[] }[];
  nodes: readonly OnnxNode[];
  constants: readonly OnnxConstant[];
}

/** Types of elements, `TensorProto.DataType`. */
const [FLOAT, INT64] = [1, 7];

/**
 * The file of a network, by the field numbers of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (IR version 8, operators of version 13). All
 * attributes are lists of whole numbers, and all values numbers of 32 bits: no network that is written here has others.
 */
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
  const raw = isWhole ? new BigInt64Array(Array.from(values, BigInt)) : new Float32Array(values);
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
