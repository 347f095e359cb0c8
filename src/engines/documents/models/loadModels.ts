import type { InferenceSession } from 'onnxruntime-node';
import { ModelsUnusable } from '../../models/modelFiles.js';
import { openNetwork } from '../../models/openNetwork.js';
import type { ModelManifest } from './modelManifest.js';
import { readManifest, SHIPPED_OCR_MODELS } from './readManifest.js';

/** The OCR networks, ready to run, with what their manifest says of them. */
export interface OcrModels {
  manifest: ModelManifest;
  detector: InferenceSession;
  recognizer: InferenceSession;
  /** Character of each class of the recogniser; `''` is CTC's blank. */
  characters: string[];
  release(): Promise<void>;
}

/** How many threads each network computes with. */
export interface NetworkThreads {
  detector: number;
  recognizer: number;
}

/**
 * Loads the networks of the manifest in `folder`.
 * @throws ModelsUnusable naming the file, also when the recogniser and its dictionary do not belong together
 */
export async function loadModels(
  folder: string = SHIPPED_OCR_MODELS,
  threads: NetworkThreads = { detector: 2, recognizer: 2 },
): Promise<OcrModels> {
  const { manifest, files } = await readManifest(folder);
  const { file } = manifest.detector;
  const detector = await openNetwork('OCR_MODELS', { content: files.detector, file, threads: threads.detector });
  const { recognizer, characters } = await openRecognizer({ manifest, files }, threads.recognizer);
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

/**
 * Loads the recogniser of the manifest in `folder` alone, to compute with one thread.
 * @throws ModelsUnusable as `loadModels` does
 */
export async function loadRecognizer(
  folder: string = SHIPPED_OCR_MODELS,
): Promise<Omit<OcrModels, 'detector' | 'release'>> {
  const read = await readManifest(folder);
  return { manifest: read.manifest, ...(await openRecognizer(read, 1)) };
}

async function openRecognizer(
  { manifest, files }: Awaited<ReturnType<typeof readManifest>>,
  threads: number,
): Promise<Pick<OcrModels, 'recognizer' | 'characters'>> {
  const { file } = manifest.recognizer;
  const recognizer = await openNetwork('OCR_MODELS', { content: files.recognizer, file, threads });
  const characters = readDictionary(files.dictionary, manifest.recognizer.dictionary);
  checkClasses(recognizer, characters, manifest);
  return { recognizer, characters };
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
