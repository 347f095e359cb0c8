import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { convert, convertedNetwork, nameOfConverted } from '../../../../src/engines/faces/convert/convertedNetwork.js';
import { readTfjsWeights } from '../../../../src/engines/faces/convert/tfjsWeights.js';
import { ModelsUnusable } from '../../../../src/engines/models/modelFiles.js';
import { onePerson } from '../../../support/facePhotos.js';

const FOLDER = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
const model = (file: string): Buffer => readFileSync(path.join(FOLDER, 'model', `face_recognition_model${file}`));
const network = { file: 'face.bin', content: model('.bin'), list: model('-weights_manifest.json') };

/** What the package itself says of a picture of 150 pixels, RGB from 0 to 255: its own code, on the TensorFlow.js that it brings. */
async function originalSays(picture: Float32Array): Promise<Float32Array> {
  // Bundled for browsers: it looks for what they have when it is loaded.
  vi.stubGlobal('window', { document: {} });
  const { tf, FaceRecognitionNet } = await import('@vladmandic/face-api/dist/face-api.esm.js');
  vi.unstubAllGlobals();
  // Its types leave out that a backend can be chosen.
  await (tf as typeof tf & { setBackend(name: string): Promise<boolean> }).setBackend('cpu');
  const [group] = JSON.parse(network.list.toString()) as [{ weights: Parameters<typeof tf.io.decodeWeights>[1] }];
  const original = new FaceRecognitionNet();
  original.loadFromWeightMap(tf.io.decodeWeights(new Uint8Array(network.content).buffer, group.weights));
  const said = await original.forward(tf.tensor4d(picture, [1, 150, 150, 3]));
  return (await said.data()) as Float32Array;
}

async function convertedSays(picture: Float32Array): Promise<Float32Array> {
  const planes = Float32Array.from(picture, (_, at) => {
    const plane = Math.floor(at / 22_500);
    return (picture[(at % 22_500) * 3 + plane]! - [122.782, 117.001, 104.298][plane]!) / 255;
  });
  const session = await InferenceSession.create(convert(network));
  const said = await session.run({ input: new Tensor('float32', planes, [1, 3, 150, 150]) });
  return said[session.outputNames[0]!]!.data as Float32Array;
}

describe('the network of dlib', () => {
  it('says as ONNX what it says as it is published, to a thousandth', async () => {
    const picture = Float32Array.from(
      await sharp(await onePerson())
        .resize(150, 150)
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
    const original = await originalSays(picture);
    const converted = await convertedSays(picture);
    const largest = Math.max(...original.map(Math.abs));
    const differences = original.map((value, at) => Math.abs(value - converted[at]!));
    expect(original).toHaveLength(128);
    expect(Math.max(...differences) / largest).toBeLessThan(1e-3);
  });

  const json = (change: (weights: { name: string; shape: number[]; dtype: string }[]) => void): Buffer => {
    const list = JSON.parse(network.list.toString()) as [{ weights: Parameters<typeof change>[0] }];
    change(list[0].weights);
    return Buffer.from(JSON.stringify(list));
  };
  it.each([
    ['what is no list', Buffer.from('{')],
    ['fewer weights than there are', json((weights) => weights.pop())],
    ['more weights than there are', json((weights) => weights.push({ name: 'more', shape: [9], dtype: 'float32' }))],
    ['weights that it does not have', json((weights) => (weights[0]!.name = 'other'))],
    ['weights of another shape', json((weights) => weights[0]!.shape.reverse())],
    ['more numbers than a machine can hold', json((weights) => (weights[0]!.shape = [1e6, 1e6, 1e6, 1e6]))],
    ['weights of another kind', json((weights) => (weights[0]!.dtype = 'int32'))],
  ])('is refused, by the name of its file, with a list of %s', (_, list) => {
    const sentence = 'face.bin and its list are not the weights of the network that the manifest says';
    expect(() => convert({ ...network, list })).toThrow(new ModelsUnusable(`FACE_MODELS: ${sentence}`));
  });

  it('is converted once: what was is found by what it was made of, and by nothing else', async () => {
    const built = mkdtempSync(path.join(tmpdir(), 'networks-'));
    afterAll(() => rmSync(built, { recursive: true }));
    expect((await convertedNetwork(network, built)).equals(convert(network))).toBe(true);
    writeFileSync(path.join(built, nameOfConverted(network)), 'converted before');
    expect((await convertedNetwork(network, built)).toString()).toBe('converted before');
    const other = { ...network, content: Buffer.from(network.content) };
    other.content[0]! ^= 1;
    expect((await convertedNetwork(other, built)).length).toBeGreaterThan(1_000_000);
  });
});

it('weights that were rounded to a byte, and those that were not, are read as they were meant', () => {
  const weights = [
    { name: 'rounded', shape: [2], dtype: 'float32', quantization: { dtype: 'uint8', scale: 0.5, min: -1 } },
    { name: 'whole', shape: [1, 1], dtype: 'float32' },
  ];
  const bytes = Buffer.alloc(6);
  bytes.set([0, 4]);
  bytes.writeFloatLE(0.25, 2);
  const read = readTfjsWeights(Buffer.from(JSON.stringify([{ weights }])), bytes);
  expect([...read.get('rounded')!.values]).toEqual([-1, 1]);
  expect(read.get('whole')).toEqual({ shape: [1, 1], values: Float32Array.of(0.25) });
});
