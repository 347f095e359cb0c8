import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession } from 'onnxruntime-node';
import { modelManifestSchema, type ModelManifest } from './modelManifest.js';

/** The OCR networks, ready to run, with what their manifest says of them. */
export interface OcrModels {
  manifest: ModelManifest;
  detector: InferenceSession;
  recognizer: InferenceSession;
  /** Character of each class of the recogniser; `''` is CTC's blank. */
  characters: string[];
  release(): Promise<void>;
}

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

/**
 * Loads the networks of the manifest in `folder`.
 * @param threads threads each network computes with
 * @throws ModelsUnusable naming the file, also when the recogniser and its dictionary do not belong together
 */
export async function loadModels(folder: string = SHIPPED_OCR_MODELS, threads = 2): Promise<OcrModels> {
  const { manifest, files } = await readManifest(folder);
  const detector = await openNetwork(files.detector, manifest.detector.file, threads);
  const recognizer = await openNetwork(files.recognizer, manifest.recognizer.file, threads);
  const characters = readDictionary(files.dictionary, manifest.recognizer.dictionary);
  checkClasses(recognizer, characters, manifest);
  return {
    manifest,
    detector,
    recognizer,
    characters,
    release: async () => {
      await detector.release();
      await recognizer.release();
    },
  };
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

/**
 * Threads do not spin while they wait: with two cores and two networks, spinning takes the time from the one that works.
 */
async function openNetwork(content: Buffer, file: string, threads: number): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(content, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    });
  } catch {
    throw new ModelsUnusable(`OCR_MODELS: ${file} is not a network that ONNX Runtime can load`);
  }
}

function readDictionary(content: Buffer, layout: ModelManifest['recognizer']['dictionary']): string[] {
  const listed = content
    .toString('utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  if (layout.space === 'last') listed.push(' ');
  return layout.blank === 'first' ? ['', ...listed] : [...listed, ''];
}

function checkClasses(recognizer: InferenceSession, characters: string[], manifest: ModelManifest): void {
  const output = recognizer.outputMetadata[0];
  const classes = output?.isTensor ? output.shape.at(-1) : undefined;
  if (typeof classes === 'number' && classes !== characters.length) {
    const { file, dictionary } = manifest.recognizer;
    throw new ModelsUnusable(
      `OCR_MODELS: ${file} tells ${classes} characters apart, but ${dictionary.file} lists ${characters.length}`,
    );
  }
}
