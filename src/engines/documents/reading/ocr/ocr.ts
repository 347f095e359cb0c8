import { loadModels, type OcrModels } from '../../models/loadModels.js';
import { createDetector, type Detector } from './detector.js';
import { createLineReader } from './lineReader.js';
import { startReadingAlong } from './readAlong.js';
import { createRecognizer, type ReadAlong, type Recognizer } from './recognizer.js';

/** The two networks at work: where text stands, and what it says. */
export interface Ocr extends Detector, Recognizer {
  /** Name of the networks, from their manifest. */
  readonly name: string;
}

/**
 * Text recognition with loaded models.
 * @param along reads lines at the same time, on another core
 */
export function createOcr(models: OcrModels, along?: ReadAlong): Ocr {
  const { manifest, characters } = models;
  return {
    name: manifest.name,
    ...createDetector(models.detector, manifest.detector),
    ...createRecognizer(createLineReader(models.recognizer, characters, manifest.recognizer), along),
  };
}

/** Text recognition that holds networks, and frees them. */
export interface OpenOcr {
  ocr: Ocr;
  models: OcrModels;
  close(): Promise<void>;
}

/**
 * Opens text recognition that uses so many cores. On two, lines are read by two networks of one thread each: they share out the work better
 * than the threads of one do, and what is done before and behind a network is shared out too.
 * @param folder of the manifest; the shipped networks when absent
 * @throws ModelsUnusable
 */
export async function openOcr(folder: string | undefined, cores: number): Promise<OpenOcr> {
  const together = cores > 1;
  const models = await loadModels(folder, { detector: cores, recognizer: together ? 1 : cores });
  const thread = together ? await startReadingAlong(folder) : undefined;
  return {
    ocr: createOcr(models, thread?.read),
    models,
    close: async () => void (await Promise.all([models.release(), thread?.close()])),
  };
}
