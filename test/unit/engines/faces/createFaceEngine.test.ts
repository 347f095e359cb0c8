import { expect, it } from 'vitest';
import { createCeilings } from '../../../../src/engines/documents/ceilings.js';
import type { FacesDone } from '../../../../src/engines/documents/process/engineChild.js';
import { createFaceEngine } from '../../../../src/engines/faces/createFaceEngine.js';
import { FaceLookFailed, PictureUnreadable, type SeenFace } from '../../../../src/engines/faces/faceEngine.js';
import { soundFaces } from '../../../../src/engines/faces/soundFaces.js';

const faceModels = { name: 'small', vectors: 'v', length: 2, calibration: { offset: 0, scale: 1, far: [] } };

/** A face engine whose process answers what is given, and what it logs. */
function engineThatSees(seen: FacesDone['seen']) {
  const logged: unknown[] = [];
  const engine = createFaceEngine({
    pool: { faces: () => Promise.resolve({ kind: 'faces', rss: 0, seen }) },
    ...{ ceilings: createCeilings(), faceModels, timeoutMs: 1000 },
    log: { error: (...line: unknown[]) => void logged.push(line) },
  });
  const look = () =>
    engine.look(Buffer.of(1), { tenant_id: 'acme', wanted: ['embedding'] }).catch((error: unknown) => error);
  return { look, logged };
}

const face = (embedding?: Float32Array): SeenFace => ({
  box: [0, 0, 1, 1],
  quality: { score: 1, parts: { size: 1, sharpness: 1, pose: 1, exposure: 1, occlusion: 1 }, width: 100, advice: [] },
  ...(embedding && { embedding }),
});

it('a network that fails is no fault of the picture: it is thrown as one of the service, and the log says where', async () => {
  const { look, logged } = engineThatSees({ fault: 'Error\n    at embed (embedder.js:1:1)' });
  expect(await look()).toBeInstanceOf(FaceLookFailed);
  expect(logged).toEqual([[{ fault: 'Error\n    at embed (embedder.js:1:1)' }, 'looking at faces failed']]);
});

it('a picture that does not decode is the fault of the picture, and no line of the log', async () => {
  const { look, logged } = engineThatSees({ error: 'It is cut off.' });
  expect(await look()).toEqual(new PictureUnreadable('It is cut off.'));
  expect(logged).toEqual([]);
});

it.each([
  ['missing', undefined],
  ['of another length', Float32Array.of(1)],
  ['not a number', Float32Array.of(NaN, 1)],
  ['nowhere', Float32Array.of(0, 0)],
])('an embedding that is %s is never compared', async (_, embedding) => {
  const { look, logged } = engineThatSees({ count: 1, largest: face(embedding) });
  expect(await look()).toBeInstanceOf(FaceLookFailed);
  expect(logged).toHaveLength(1);
});

it('an embedding that says what no face is like is not taken from a process', () => {
  const sound = (embedding: Float32Array) => soundFaces.safeParse({ count: 1, largest: face(embedding) }).success;
  expect([Float32Array.of(0.6, 0.8), Float32Array.of(NaN, 1), Float32Array.of(3, 4)].map(sound)).toEqual([
    true,
    false,
    false,
  ]);
});
