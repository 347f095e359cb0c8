import { loadModels } from '../../src/engines/documents/models/loadModels.js';
import { createOcr, type Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';

let shipped: Promise<Ocr> | undefined;

/** The shipped networks. They are loaded once in a process, which unit tests share: nothing of what they read stays in them. */
export const shippedOcr = (): Promise<Ocr> => (shipped ??= loadModels().then(createOcr));
