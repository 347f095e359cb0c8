import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelManifestSchema, type ModelManifest } from './modelManifest.js';

/** A manifest or one of its files cannot be used; the message names it and says why. */
export class ModelsUnusable extends Error {
  override readonly name = 'ModelsUnusable';
}

/** Folder of the shipped manifest, seen from `src/` and `dist/` alike. */
export const SHIPPED_OCR_MODELS = fileURLToPath(new URL('../../../../models/ocr/', import.meta.url));

/**
 * Checks that every file the manifest in `folder` names is there and is the one meant, without loading a network.
 * @throws ModelsUnusable naming the file
 */
export async function readManifest(folder: string): Promise<{ manifest: ModelManifest; files: ModelFiles }> {
  const manifest = await parseManifest(path.join(folder, 'manifest.json'));
  const { detector, recognizer } = manifest;
  const files = {
    detector: await checkedFile(folder, detector),
    recognizer: await checkedFile(folder, recognizer),
    dictionary: await checkedFile(folder, recognizer.dictionary),
  };
  return { manifest, files };
}

/** Contents of the files a manifest names. */
export interface ModelFiles {
  detector: Buffer;
  recognizer: Buffer;
  dictionary: Buffer;
}

async function parseManifest(file: string): Promise<ModelManifest> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new ModelsUnusable(`OCR_MODELS: ${file} cannot be read; the folder must hold a manifest.json`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ModelsUnusable(`OCR_MODELS: ${file} is not valid JSON`);
  }
  const parsed = modelManifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ModelsUnusable(`OCR_MODELS: ${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
}

async function checkedFile(folder: string, entry: { file: string; sha256?: string }): Promise<Buffer> {
  const location = locate(folder, entry.file);
  let content: Buffer;
  try {
    content = await readFile(location);
  } catch {
    throw new ModelsUnusable(`OCR_MODELS: the file ${location} named by the manifest cannot be read`);
  }
  const found = createHash('sha256').update(content).digest('hex');
  if (entry.sha256 && entry.sha256 !== found) {
    throw new ModelsUnusable(`OCR_MODELS: ${location} is not the file the manifest means: its SHA-256 is ${found}`);
  }
  return content;
}

/** `npm:` files lie beside the module they name, wherever the package manager put it. */
function locate(folder: string, file: string): string {
  const [, module, beside] = /^npm:([^:]+):(.+)$/.exec(file) ?? [];
  if (!module || !beside) return path.resolve(folder, file);
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(module)), beside);
  } catch {
    throw new ModelsUnusable(`OCR_MODELS: the package of ${file} is not installed; run npm ci`);
  }
}
