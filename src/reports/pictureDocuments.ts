import type { Case, CaseDocument } from '../domain/cases/index.js';
import type { ThumbnailEngine, ThumbnailOptions } from '../engines/documents/thumbnails/thumbnail.js';
import { BlobNotFound, type BlobStore } from '../platform/blobs/blobStore.js';
import type { ReportThumbnail, ReportThumbnails } from './pdf/documents.js';

/** Pixels of the long side of a picture: 230 dpi as it is printed. */
const LONG_SIDE = 480;

/** Documents that are pictured, the first ones: each picture costs as much as opening the file. */
const MOST_PICTURES = 50;

/** What pictures are made from. */
export interface PictureDeps {
  blobs: Pick<BlobStore, 'read'>;
  engine: ThumbnailEngine;
}

/**
 * Pictures the documents of a case one after the other. One that is gone or cannot be shown has no picture.
 * @param theCase the case with its values unmasked: what is masked decides how coarse a picture is
 * @throws EngineUnavailable
 */
export async function pictureDocuments(theCase: Case, deps: PictureDeps): Promise<ReportThumbnails> {
  const pictures = new Map<string, ReportThumbnail>();
  if (theCase.erased) return pictures;
  for (const document of theCase.documents.slice(0, MOST_PICTURES)) {
    const picture = await pictureDocument(theCase.tenant_id, document, deps);
    if (picture) pictures.set(document.doc_id, picture);
  }
  return pictures;
}

async function pictureDocument(
  tenant_id: string,
  document: CaseDocument,
  { blobs, engine }: PictureDeps,
): Promise<ReportThumbnail | undefined> {
  const hidden = maskedPlaces(document);
  const bytes = await blobs.read(document.object_key).catch(goneIsNothing);
  const thumbnail = bytes && (await engine.thumbnail(bytes, { tenant_id, long_side: LONG_SIDE, hidden }));
  return thumbnail && { jpeg: thumbnail.jpeg, coarse: hidden.length > 0 };
}

/** Where masked values stand. One whose place is not known is taken for large print. */
function maskedPlaces({ masked_fields, extracted, coordinates }: CaseDocument): ThumbnailOptions['hidden'] {
  const read = masked_fields.filter((field) => Object.hasOwn(extracted, field) && extracted[field] !== null);
  return read.map((field) => (Object.hasOwn(coordinates, field) ? coordinates[field]!.box : LARGE_PRINT));
}

const LARGE_PRINT: ThumbnailOptions['hidden'][number] = [0, 0, 1, 0.1];

function goneIsNothing(error: unknown): undefined {
  if (!(error instanceof BlobNotFound)) throw error;
}
