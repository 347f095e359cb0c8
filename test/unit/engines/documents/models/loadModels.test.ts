import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadModels } from '../../../../../src/engines/documents/models/loadModels.js';
import { SHIPPED_OCR_MODELS } from '../../../../../src/engines/documents/models/readManifest.js';
import { ModelsUnusable } from '../../../../../src/engines/models/modelFiles.js';

const root = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(root, { recursive: true }));

/** For each network. */
const ONE_THREAD = { detector: 1, recognizer: 1 };

type Json = { [key: string]: unknown };

/** A folder with the shipped manifest, changed. */
function folder(
  name: string,
  change: (manifest: { detector: Json; recognizer: Json & { dictionary: Json } }) => void,
): string {
  const path = join(root, name);
  cpSync(SHIPPED_OCR_MODELS, path, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as Parameters<typeof change>[0];
  change(manifest);
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
  return path;
}

const complaint = async (path: string): Promise<string> => {
  const outcome = await loadModels(path, ONE_THREAD).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ModelsUnusable);
  return (outcome as ModelsUnusable).message;
};

describe('a manifest of networks', () => {
  it('loads from a folder of the user, its files beside it', async () => {
    const path = folder('own', (manifest) => {
      writeFileSync(join(root, 'own', 'letters.txt'), 'A\n'.repeat(18708));
      manifest.recognizer.dictionary = { file: 'letters.txt', blank: 'first', space: 'last' };
    });
    const models = await loadModels(path, ONE_THREAD);
    expect(models.characters.slice(0, 2)).toEqual(['', 'A']);
    await models.release();
  });

  it.each([
    ['a folder without one', () => join(root, 'nowhere'), /nowhere.manifest\.json cannot be read/],
    [
      'a missing file',
      () => folder('missing', (manifest) => (manifest.detector['file'] = 'gone.onnx')),
      /missing.gone\.onnx named by the manifest cannot be read/,
    ],
    [
      'another file than the one meant',
      () => folder('other', (manifest) => (manifest.detector['sha256'] = '0'.repeat(64))),
      /PP-OCRv6_det_small\.onnx is not the file the manifest means/,
    ],
    [
      'a file that is no network',
      () =>
        folder('text', (manifest) => {
          writeFileSync(join(root, 'text', 'det.onnx'), 'not a network');
          manifest.detector = { ...manifest.detector, file: 'det.onnx', sha256: undefined };
        }),
      /det\.onnx is not a network/,
    ],
    [
      'a dictionary of another network',
      () =>
        folder('letters', (manifest) => {
          writeFileSync(join(root, 'letters', 'abc.txt'), 'a\nb\nc\n');
          manifest.recognizer.dictionary = { file: 'abc.txt', blank: 'first', space: 'last' };
        }),
      /tells 18710 characters apart, but abc\.txt lists 5/,
    ],
    [
      'a constant that is missing',
      () => folder('constant', (manifest) => delete manifest.detector['mean']),
      /detector\.mean/,
    ],
    [
      'a package that is not installed',
      () => folder('package', (manifest) => (manifest.detector['file'] = 'npm:no-such-package:det.onnx')),
      /package of npm:no-such-package:det\.onnx is not installed/,
    ],
  ])('names what is wrong: %s', async (_wrong, make, message) => {
    expect(await complaint(make())).toMatch(message);
  });
});
