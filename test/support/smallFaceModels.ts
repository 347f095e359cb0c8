import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_FACE_MODELS } from '../../src/engines/faces/models/readFaceManifest.js';
import { squaresNetwork } from './onnxNetwork.js';

/**
 * A folder of networks that find faces as the shipped ones do, and tell them by the means of so many squares a side: small, and enough to tell the
 * same picture from another one. Numbers of other squares are of another length.
 */
export function smallFaceModels(root: string, squares: number): string {
  const folder = join(root, `squares-${squares}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'embedder.onnx'), squaresNetwork(112, squares));
  const { detector, landmarks } = JSON.parse(readFileSync(join(SHIPPED_FACE_MODELS, 'manifest.json'), 'utf8')) as {
    [part: string]: unknown;
  };
  const pixels = { channels: 'rgb', mean: [127.5, 127.5, 127.5], std: [128, 128, 128] };
  const manifest = {
    ...{ name: `${squares} squares a side`, licence: 'none', source: 'made for a test', detector, landmarks },
    embedder: {
      ...{ ...pixels, file: 'embedder.onnx', side: 112, template: 'arcface', length: squares * squares * 3 },
      ...{ mirrored: false, alignment_version: 1 },
      calibration: { offset: 0, scale: 1, far: [], source: 'made for a test' },
    },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}
