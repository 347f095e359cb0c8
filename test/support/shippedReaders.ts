import type { DocumentReaders } from '../../src/engines/documents/pipeline.js';
import type { FaceReaders } from '../../src/engines/faces/lookAtFaces.js';
import { loadFaceModels } from '../../src/engines/faces/models/loadFaceModels.js';
import { shippedOcr } from './shippedOcr.js';

let faces: Promise<FaceReaders> | undefined;

/** What an engine process reads documents with, of the shipped networks. Loaded once in a process, as those of `shippedOcr`. */
export async function shippedReaders(): Promise<DocumentReaders & { faces: FaceReaders }> {
  faces ??= loadFaceModels();
  return { ocr: await shippedOcr(), faces: await faces };
}
