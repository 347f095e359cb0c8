import { fileURLToPath } from 'node:url';
import { checkedFile, type ModelFolder, parseManifest } from '../../models/modelFiles.js';
import { modelManifestSchema, type ModelManifest } from './modelManifest.js';

/** Folder of the shipped manifest, seen from `src/` and `dist/` alike. */
export const SHIPPED_OCR_MODELS = fileURLToPath(new URL('../../../../models/ocr/', import.meta.url));

/**
 * Checks that every file the manifest in `folder` names is there and is the one meant, without loading a network.
 * @throws ModelsUnusable naming the file
 */
export async function readManifest(folder: string): Promise<{ manifest: ModelManifest; files: ModelFiles }> {
  const from: ModelFolder = { setting: 'OCR_MODELS', folder };
  const manifest = await parseManifest(from, modelManifestSchema);
  const { detector, recognizer } = manifest;
  const files = {
    detector: await checkedFile(from, detector),
    recognizer: await checkedFile(from, recognizer),
    dictionary: await checkedFile(from, recognizer.dictionary),
  };
  return { manifest, files };
}

/** Contents of the files a manifest names. */
export interface ModelFiles {
  detector: Buffer;
  recognizer: Buffer;
  dictionary: Buffer;
}
