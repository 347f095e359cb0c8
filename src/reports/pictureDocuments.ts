import type { Case, CaseDocument } from '../domain/cases/index.js';
import {
  type Mark,
  MARK_KINDS,
  type ThumbnailEngine,
  type ThumbnailOptions,
} from '../engines/documents/thumbnails/thumbnail.js';
import { BlobNotFound, type BlobStore } from '../platform/blobs/blobStore.js';
import type { ReportPicture, ReportPictures } from './pdf/pictures.js';

/** Pixels of the long side of a picture: 230 dpi as it is printed. */
const LONG_SIDE = 800;

/** Pages of one document that are pictured. */
const MOST_OF_A_DOCUMENT = 3;

/** Pages that are pictured in a report, which somebody waits for: each costs opening its file, and a scan two seconds of finding out which way up it is. */
const MOST_PICTURES = 20;

/** What pictures are made from. */
export interface PictureDeps {
  blobs: Pick<BlobStore, 'read'>;
  engine: ThumbnailEngine;
}

/** A page that is worth a picture. */
interface Wanted {
  document: CaseDocument;
  page: number;
  marks: Mark[];
}

/**
 * Pictures the pages of a case's documents one after the other, with boxes where values were read and where checks found something.
 * A document that is gone or cannot be shown has no picture.
 * @param theCase the case with its values unmasked: what is masked decides how coarse a picture is
 * @throws EngineUnavailable
 */
export async function pictureDocuments(theCase: Case, deps: PictureDeps): Promise<ReportPictures> {
  const of = new Map<string, ReportPicture[]>();
  if (theCase.erased) return { of, left_out: 0 };
  const { wanted, left_out } = pagesToPicture(theCase.documents);
  for (const one of wanted) {
    const picture = await pictureOf(theCase.tenant_id, one, deps);
    if (picture) of.set(one.document.doc_id, [...(of.get(one.document.doc_id) ?? []), picture]);
  }
  return { of, left_out };
}

/**
 * Which pages are pictured: of each document the first one and those that hold most against it. Where that is too many, each document
 * keeps its first one before any has its second.
 */
export function pagesToPicture(documents: readonly CaseDocument[]): { wanted: Wanted[]; left_out: number } {
  const ranked = documents.map((document) => {
    const byPage = marksByPage(document);
    const gravity = (page: number): number =>
      Math.max(...(byPage.get(page) ?? []).map(({ kind }) => MARK_KINDS.indexOf(kind)));
    const others = [...byPage.keys()].filter((page) => page !== 1).sort((a, b) => gravity(b) - gravity(a) || a - b);
    return [1, ...others].map((page, rank) => ({ document, page, marks: byPage.get(page) ?? [], rank }));
  });
  const all = ranked.flat();
  const kept = all
    .filter(({ rank }) => rank < MOST_OF_A_DOCUMENT)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_PICTURES);
  const wanted = kept.sort((a, b) => a.document.doc_index - b.document.doc_index || a.page - b.page);
  return { wanted, left_out: all.length - wanted.length };
}

function marksByPage({ coordinates, extracted, checks }: CaseDocument): Map<number, Mark[]> {
  const byPage = new Map<number, Mark[]>();
  const add = (page: number, mark: Mark): void => void byPage.set(page, [...(byPage.get(page) ?? []), mark]);
  for (const [field, { page, box }] of Object.entries(coordinates)) {
    if (Object.hasOwn(extracted, field) && extracted[field] !== null) add(page, { kind: 'read', box });
  }
  for (const { status, page, box } of checks) {
    if (page === null || !box) continue;
    if (status === 'failed' || status === 'warned') add(page, { kind: status === 'failed' ? 'found' : 'doubt', box });
  }
  return byPage;
}

async function pictureOf(
  tenant_id: string,
  { document, page, marks }: Wanted,
  { blobs, engine }: PictureDeps,
): Promise<ReportPicture | undefined> {
  const hidden = maskedPlaces(document);
  const bytes = await fileOf(document, blobs);
  const wanted: ThumbnailOptions = { tenant_id, page, long_side: LONG_SIDE, hidden, marks };
  const thumbnail = bytes && (await engine.thumbnail(bytes, wanted));
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return thumbnail && { jpeg: thumbnail.jpeg, coarse: hidden.length > 0, page, kinds };
}

/** Where masked values stand. One whose place is not known is taken for large print. */
function maskedPlaces(document: CaseDocument): ThumbnailOptions['hidden'] {
  const { coordinates } = document;
  return maskedRead(document).map((field) =>
    Object.hasOwn(coordinates, field) ? coordinates[field]!.box : LARGE_PRINT,
  );
}

const LARGE_PRINT: ThumbnailOptions['hidden'][number] = [0, 0, 1, 0.1];

/** The masked fields of a document that were read, and may so be seen on it. */
export const maskedRead = ({ masked_fields, extracted }: CaseDocument): string[] =>
  masked_fields.filter((field) => Object.hasOwn(extracted, field) && extracted[field] !== null);

/** The file of a document, to be pictured; undefined where it is gone. */
export const fileOf = ({ object_key }: CaseDocument, blobs: PictureDeps['blobs']): Promise<Buffer | undefined> =>
  blobs.read(object_key).catch((error: unknown) => {
    if (!(error instanceof BlobNotFound)) throw error;
    return undefined;
  });
