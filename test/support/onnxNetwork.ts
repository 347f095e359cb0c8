import { onnxFile } from '../../src/engines/models/onnxFile.js';

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
