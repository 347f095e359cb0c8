import type { FaceLook, FacesSeen } from '../../faces/faceEngine.js';
import { type FaceReaders, lookClosely } from '../../faces/lookAtFaces.js';
import { DECODE_LIMITS } from '../reading/decodedFile.js';
import type { Ocr } from '../reading/ocr/ocr.js';
import { openFile } from '../reading/readDocument.js';
import { uprightRaster } from '../reading/uprightRaster.js';
import { facesOfDocument, MOST_PAGES, WORKING_PIXELS } from './findPortrait.js';

/** What a portrait is looked at with; `ocr` tells which way up a page is. */
export interface PortraitReaders {
  ocr: Pick<Ocr, 'detect' | 'recognize'>;
  faces: FaceReaders;
}

/**
 * Looks closely at the portrait of a document, which is found as the step `face` finds it; nothing of the document is read. Runs inside an engine
 * process.
 * @throws UnreadableDocument
 */
export async function lookAtPortrait(
  bytes: Uint8Array,
  { wanted }: FaceLook,
  { ocr, faces: readers }: PortraitReaders,
): Promise<FacesSeen> {
  const limits = { ...DECODE_LIMITS, max_pages: MOST_PAGES, working_pixels: WORKING_PIXELS };
  const file = await openFile(bytes, limits);
  try {
    const pages = file.pages.map((page) => ({ number: page.number, raster: () => uprightRaster(page, ocr) }));
    const { faces, portrait } = await facesOfDocument(pages, readers);
    if (!portrait) return { count: faces.length, largest: null };
    const { page, box, raster, located } = portrait;
    return { count: faces.length, largest: { page, box, ...(await lookClosely(raster, located, wanted, readers)) } };
  } finally {
    await file.close();
  }
}
