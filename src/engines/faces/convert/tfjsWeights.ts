import { z } from 'zod';

/** Bytes of a number, by how it is kept. */
const SIZES = { uint8: 1, float32: 4 } as const;

/** Most numbers that weights may have: a list that says more is no list of a network that is used here. */
const MOST_NUMBERS = 100_000_000;

const group = z.object({
  weights: z.array(
    z.object({
      name: z.string().min(1),
      shape: z.array(z.number().int().positive()).max(6),
      dtype: z.literal('float32'),
      quantization: z.object({ dtype: z.literal('uint8'), scale: z.number(), min: z.number() }).optional(),
    }),
  ),
});

/** The weights manifest of TensorFlow.js with one group, https://github.com/tensorflow/tfjs/blob/master/tfjs-core/src/io/types.ts (`WeightsManifestConfig`). */
const list = z.tuple([group]);

/** Numbers of a network, and how many of them lie along each side. */
export interface Weights {
  shape: readonly number[];
  values: Float32Array;
}

/** Weights by their names. */
export type WeightsByName = ReadonlyMap<string, Weights>;

/**
 * Reads weights as TensorFlow.js keeps them: one behind the other in the order of their list, each number in four bytes or, where it was rounded,
 * in one (`value = byte * scale + min`).
 * @param listed the list: JSON
 * @throws Error where it is no such list, or is not that of these bytes
 */
export function readTfjsWeights(listed: Buffer, bytes: Buffer): WeightsByName {
  const [{ weights }] = list.parse(JSON.parse(listed.toString('utf8')));
  const read = new Map<string, Weights>();
  let at = 0;
  for (const { name, shape, quantization } of weights) {
    const count = shape.reduce((product, side) => product * side, 1);
    const end = at + count * SIZES[quantization?.dtype ?? 'float32'];
    if (count > MOST_NUMBERS || end > bytes.length) throw new Error(`The weights end before those of ${name}`);
    const part = bytes.subarray(at, end);
    const values = new Float32Array(count);
    for (let index = 0; index < count; index++) {
      values[index] = quantization ? part[index]! * quantization.scale + quantization.min : part.readFloatLE(4 * index);
    }
    read.set(name, { shape, values });
    at = end;
  }
  if (at !== bytes.length) throw new Error('There are more weights than the list names');
  return read;
}
