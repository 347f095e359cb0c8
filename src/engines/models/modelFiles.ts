import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { z } from 'zod';

/** A manifest or one of its files cannot be used; the message names it and says why. */
export class ModelsUnusable extends Error {
  override readonly name = 'ModelsUnusable';
}

/** A set of networks: the setting that names its folder, for messages, and that folder. */
export interface ModelFolder {
  setting: 'OCR_MODELS' | 'FACE_MODELS' | 'FACE_MODELS_BEFORE';
  folder: string;
}

/** A file as a manifest names it, see `checkedFile`. */
export interface ManifestFile {
  file: string;
  /** Lower-case hex; not checked where absent. */
  sha256?: string;
}

/** The manifest of a folder. @throws ModelsUnusable naming the file, and what of it is wrong */
export async function parseManifest<Manifest>(
  { setting, folder }: ModelFolder,
  schema: z.ZodType<Manifest>,
): Promise<Manifest> {
  const file = path.join(folder, 'manifest.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new ModelsUnusable(`${setting}: ${file} cannot be read; the folder must hold a manifest.json`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ModelsUnusable(`${setting}: ${file} is not valid JSON`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ModelsUnusable(`${setting}: ${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
}

/**
 * The content of a file that a manifest names: relative to its folder, or `npm:<resolvable module>:<path beside it>` for one out of a package.
 * @throws ModelsUnusable naming the file where it is not there, or not the one that is meant
 */
export async function checkedFile(from: ModelFolder, entry: ManifestFile): Promise<Buffer> {
  const location = locate(from, entry.file);
  let content: Buffer;
  try {
    content = await readFile(location);
  } catch {
    throw new ModelsUnusable(`${from.setting}: the file ${location} named by the manifest cannot be read`);
  }
  const found = createHash('sha256').update(content).digest('hex');
  if (entry.sha256 && entry.sha256 !== found) {
    throw new ModelsUnusable(
      `${from.setting}: ${location} is not the file the manifest means: its SHA-256 is ${found}`,
    );
  }
  return content;
}

/** `npm:` files lie beside the module they name, wherever the package manager put it. */
function locate({ setting, folder }: ModelFolder, file: string): string {
  const [, module, beside] = /^npm:([^:]+):(.+)$/.exec(file) ?? [];
  if (!module || !beside) return path.resolve(folder, file);
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(module)), beside);
  } catch {
    throw new ModelsUnusable(`${setting}: the package of ${file} is not installed; run npm ci`);
  }
}
