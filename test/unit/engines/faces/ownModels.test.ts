import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lookAtFaces } from '../../../../src/engines/faces/lookAtFaces.js';
import { loadEarlierEmbedder, loadFaceModels } from '../../../../src/engines/faces/models/loadFaceModels.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../../../../src/engines/faces/models/readFaceManifest.js';
import { ModelsUnusable } from '../../../../src/engines/models/modelFiles.js';
import { anotherPerson, onePerson } from '../../../support/facePhotos.js';
import { constantNetwork, squaresNetwork } from '../../../support/onnxNetwork.js';

const root = mkdtempSync(join(tmpdir(), 'faces-'));
afterAll(() => rmSync(root, { recursive: true }));

type Json = { [key: string]: unknown };

const PIXELS = { channels: 'bgr', mean: [0, 0, 0], std: [1, 1, 1] };
const CALIBRATION = { offset: 0, scale: 1, far: [], source: 'made for a test' };

/** Of a detector of five points: a face in the middle of 64 pixels, by the outputs of its kind. */
const DETECTORS = {
  yunet: () => {
    const level = (stride: number, places: number, isThere = false) => {
      const put = (numbers: number, values: readonly number[]) => {
        const all = Array.from({ length: places * numbers }, () => 0);
        if (isThere) all.splice(0, numbers, ...values);
        return { dims: [1, places, numbers], values: all };
      };
      return {
        [`cls_${stride}`]: put(1, [1]),
        [`obj_${stride}`]: put(1, [1]),
        [`bbox_${stride}`]: put(4, [1, 1, 0, 0]),
        [`kps_${stride}`]: put(10, [0.8, 0.8, 1.2, 0.8, 1, 1, 0.85, 1.2, 1.15, 1.2]),
      };
    };
    return { ...level(8, 64), ...level(16, 16), ...level(32, 4, true) };
  },
  scrfd: () => {
    const put = (places: number, numbers: number, values: readonly number[] = []) => {
      const all = Array.from({ length: places * numbers }, () => 0);
      all.splice((((places - 1) * values.length) / Math.max(1, values.length)) * numbers, values.length, ...values);
      return { dims: [places, numbers], values: all };
    };
    // The last of the eight anchors of the coarsest stride lies in the middle.
    return {
      ...{ a1: put(128, 1), a2: put(32, 1), a3: put(8, 1, [0.9]) },
      ...{ b1: put(128, 4), b2: put(32, 4), b3: put(8, 4, [0.5, 0.5, 0.5, 0.5]) },
      ...{ c1: put(128, 10), c2: put(32, 10), c3: put(8, 10, [-0.2, -0.2, 0.2, -0.2, 0, 0, -0.15, 0.2, 0.15, 0.2]) },
    };
  },
};

/** A folder of networks of a user: a detector of a kind, an embedder of 48 numbers and a network against spoofing. */
function ownFolder(
  name: string,
  kind: keyof typeof DETECTORS,
  change: (manifest: Json) => void = () => undefined,
): string {
  const folder = mkdtempSync(join(root, `${name}-`));
  writeFileSync(join(folder, 'detector.onnx'), constantNetwork([64, 64], DETECTORS[kind]()));
  writeFileSync(join(folder, 'embedder.onnx'), squaresNetwork(112, 4));
  const spoof = { logits: { dims: [1, 3], values: [4, 0, 0] } };
  writeFileSync(join(folder, 'spoof.onnx'), constantNetwork([80, 80], spoof));
  const manifest: Json = {
    ...{ name: 'my own', licence: 'none', source: 'made for a test' },
    detector: { ...PIXELS, file: 'detector.onnx', kind, width: 64, height: 64, threshold: 0.6, overlap: 0.3 },
    embedder: {
      ...{ ...PIXELS, file: 'embedder.onnx', side: 112, template: 'arcface', length: 48, mirrored: true },
      ...{ alignment_version: 1, calibration: CALIBRATION },
    },
    antispoofing: [{ ...PIXELS, file: 'spoof.onnx', side: 80, crop: 2.7, live_class: 1 }],
  };
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

/** How alike the faces of two pictures are to the networks of a folder, and how many numbers they say. */
async function cosineIn(folder: string, pictures: readonly Buffer[]): Promise<{ length: number; cosine: number }> {
  const readers = await loadFaceModels(folder);
  const looks = pictures.map((picture) => lookAtFaces(picture, { tenant_id: '', wanted: ['embedding'] }, readers));
  const [one, other] = (await Promise.all(looks)).map(({ largest }) => largest!.embedding!);
  return { length: one!.length, cosine: one!.reduce((sum, value, at) => sum + value * other![at]!, 0) };
}

describe('networks of a user', () => {
  it.each(['yunet', 'scrfd'] as const)(
    'with a %s detector, an embedder of another length and one against spoofing are what faces are looked at with',
    async (kind) => {
      const readers = await loadFaceModels(ownFolder(kind, kind));
      const wanted = ['embedding', 'attributes', 'liveness'] as const;
      const { largest } = await lookAtFaces(await onePerson(), { tenant_id: '', wanted: [...wanted] }, readers);
      expect(largest?.embedding).toHaveLength(48);
      expect(largest?.attributes).toMatchObject({ age_range: null, occlusion: null, pose: { roll: 0 } });
      expect(largest?.liveness).toMatchObject({ is_live: false, spoof_type: 'print' });
      expect(largest?.liveness?.score).toBeLessThan(0.05);
    },
  );

  it('make vectors with another name than the shipped ones, and than the same prepared in another way', async () => {
    const names = await Promise.all(
      [
        SHIPPED_FACE_MODELS,
        ownFolder('one', 'scrfd'),
        ownFolder('again', 'yunet'),
        ownFolder('newer', 'scrfd', ({ embedder }) => ((embedder as Json)['alignment_version'] = 2)),
      ].map(async (folder) => (await readFaceManifest(folder)).facts.vectors),
    );
    expect(names[1]).toBe(names[2]);
    expect(new Set(names).size).toBe(3);
  });

  it('that stand alone make vectors with the name that they had before networks could be joined', async () => {
    const folder = ownFolder('alone', 'scrfd');
    const prepared = JSON.stringify(['bgr', [0, 0, 0], [1, 1, 1], 112, 'arcface', true, 1]);
    const hash = createHash('sha256')
      .update(prepared)
      .update(readFileSync(join(folder, 'embedder.onnx')));
    expect((await readFaceManifest(folder)).facts).toMatchObject({
      ...{ vectors: hash.digest('hex').slice(0, 16), length: 48 },
    });
  });

  it('are joined: the cosine of two faces is the mean of those of the networks, by weight, and has another name', async () => {
    const join2 = (weight: number) => (manifest: Json) => {
      writeFileSync(join(root, 'second.onnx'), squaresNetwork(64, 8));
      const second = { file: join(root, 'second.onnx'), side: 64, template: 'dlib', length: 192, mirrored: false };
      (manifest['embedder'] as Json)['joined'] = [{ ...PIXELS, ...second, weight }];
    };
    const folders = [0, 1, 3].map((weight) =>
      ownFolder(`joined${weight}`, 'yunet', weight ? join2(weight) : undefined),
    );
    const pictures = [await onePerson(), await anotherPerson()];
    const [alone, even, heavy] = await Promise.all(folders.map((folder) => cosineIn(folder, pictures)));
    expect([alone!.length, even!.length, heavy!.length]).toEqual([48, 240, 240]);
    const second = 2 * even!.cosine - alone!.cosine;
    expect(Math.abs(second - alone!.cosine)).toBeGreaterThan(0.001);
    expect(heavy!.cosine).toBeCloseTo((alone!.cosine + 3 * second) / 4, 4);
    const names = await Promise.all(folders.map(async (folder) => (await readFaceManifest(folder)).facts.vectors));
    expect(new Set(names).size).toBe(3);
  });

  it('of before say a face in their numbers beside those of now, and are named by their own setting where they cannot be used', async () => {
    const [now, before] = [
      ownFolder('now', 'scrfd', ({ embedder }) => ((embedder as Json)['mirrored'] = false)),
      ownFolder('before', 'scrfd'),
    ];
    const look = async (folder: string, earlier?: string) => {
      const readers = {
        ...(await loadFaceModels(folder)),
        earlier: earlier === undefined ? undefined : await loadEarlierEmbedder(earlier),
      };
      const wanted = ['embedding' as const, ...(earlier === undefined ? [] : (['earlier_embedding'] as const))];
      return (await lookAtFaces(await onePerson(), { tenant_id: '', wanted }, readers)).largest!;
    };
    const [both, alone] = [await look(now, before), await look(before)];
    expect(both.earlier_embedding).toEqual(alone.embedding);
    expect(both.embedding).not.toEqual(alone.embedding);
    await expect(loadEarlierEmbedder(join(root, 'nowhere'))).rejects.toThrow(/^FACE_MODELS_BEFORE: .*nowhere/);
  });

  it.each([
    ['a folder without a manifest', () => join(root, 'nowhere'), /nowhere.manifest\.json cannot be read/],
    [
      'a missing file',
      () => ownFolder('missing', 'scrfd', ({ embedder }) => ((embedder as Json)['file'] = 'gone.onnx')),
      /gone\.onnx named by the manifest cannot be read/,
    ],
    [
      'another file than the one meant',
      () => ownFolder('other', 'scrfd', ({ detector }) => ((detector as Json)['sha256'] = '0'.repeat(64))),
      /detector\.onnx is not the file the manifest means/,
    ],
    [
      'a file that is no network',
      () => {
        const folder = ownFolder('text', 'scrfd');
        writeFileSync(join(folder, 'spoof.onnx'), 'not a network');
        return folder;
      },
      /spoof\.onnx is not a network/,
    ],
    [
      'an embedder of another length',
      () => ownFolder('length', 'scrfd', ({ embedder }) => ((embedder as Json)['length'] = 512)),
      /embedder\.onnx says 48 numbers of a face, and the manifest 512/,
    ],
    [
      'a joined network of another length',
      () =>
        ownFolder('second', 'scrfd', ({ embedder }) => {
          writeFileSync(join(root, 'joined.onnx'), squaresNetwork(112, 4));
          const second = { ...(embedder as Json), file: join(root, 'joined.onnx'), length: 128 };
          (embedder as Json)['joined'] = [second];
        }),
      /joined\.onnx says 48 numbers of a face, and the manifest 128/,
    ],
    [
      'a detector that is opened and cannot be run',
      () => ownFolder('form', 'scrfd', ({ detector }) => ((detector as Json)['width'] = 96)),
      /detector\.onnx cannot be run as the manifest describes it/,
    ],
    [
      'an embedder that says what are no numbers',
      () => {
        const folder = ownFolder('nan', 'scrfd');
        const values = Array.from({ length: 48 }, () => NaN);
        writeFileSync(join(folder, 'embedder.onnx'), constantNetwork([112, 112], { e: { dims: [1, 48], values } }));
        return folder;
      },
      /embedder\.onnx cannot be run as the manifest describes it, or says what are no numbers/,
    ],
    [
      'a detector without points where nothing else says any',
      () => ownFolder('points', 'scrfd', ({ detector }) => ((detector as Json)['kind'] = 'ultraface')),
      /landmarks is needed/,
    ],
  ])('are refused, by the name of what is wrong, for %s', async (_, folder, sentence) => {
    const refused = await loadFaceModels(folder()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelsUnusable);
    expect((refused as ModelsUnusable).message).toMatch(sentence);
  });
});

it('the shipped manifest names its files by their hashes, out of a package that is installed', async () => {
  const folder = mkdtempSync(join(root, 'shipped-'));
  cpSync(SHIPPED_FACE_MODELS, folder, { recursive: true });
  const { manifest } = await readFaceManifest(folder);
  const entries = JSON.stringify(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  expect(entries.match(/"sha256":"[0-9a-f]{64}"/g)).toHaveLength(entries.match(/"file":/g)!.length);
  expect(manifest.embedder.calibration.far.length).toBeGreaterThan(0);
});
