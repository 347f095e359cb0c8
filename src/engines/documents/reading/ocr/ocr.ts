import type { OcrModels } from '../../models/loadModels.js';
import { createDetector, type Detector } from './detector.js';
import { createRecognizer, type Recognizer } from './recognizer.js';

/** The two networks at work: where text stands, and what it says. */
export interface Ocr extends Detector, Recognizer {
  /** Name of the networks, from their manifest. */
  readonly name: string;
}

/** Text recognition with loaded models. */
export function createOcr(models: OcrModels): Ocr {
  const { manifest, characters } = models;
  return {
    name: manifest.name,
    ...createDetector(models.detector, manifest.detector),
    ...createRecognizer(models.recognizer, characters, manifest.recognizer),
  };
}
