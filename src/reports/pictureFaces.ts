import type { Case, CaseDocument, FaceOnFile } from '../domain/cases/index.js';
import type { ThumbnailOptions } from '../engines/documents/thumbnails/thumbnail.js';
import type { FacePictures, ReportPictures } from './pdf/pictures.js';
import { fileOf, maskedRead, type PictureDeps } from './pictureDocuments.js';

/** Pixels of the long side of a picture of a face: 300 dpi as it is printed. */
const LONG_SIDE = 400;

/** What is shown around a face, by its width and height: the hair and the chin. */
const AROUND = 0.3;

type Box = NonNullable<FaceOnFile['box']>;

/**
 * Pictures the faces that were compared and that were looked for, in the order of the checks, from the files as they are stored. One that is
 * gone or cannot be shown has no picture.
 * @param theCase the case with its values unmasked: what is masked decides how much is shown, and how coarse
 * @throws EngineUnavailable
 */
export async function pictureFaces(
  theCase: Case,
  deps: PictureDeps,
): Promise<Required<Pick<ReportPictures, 'faces' | 'sought'>>> {
  if (theCase.erased) return { faces: [], sought: [] };
  const known = new Map<string, Uint8Array | undefined>();
  const pictureOf = async (face: FaceOnFile | null, as: 'photo' | 'document'): Promise<Uint8Array | undefined> => {
    const document = theCase.documents.find(({ doc_id }) => doc_id === face?.doc_id);
    if (!face?.box || face.page === null || !document) return undefined;
    const key = `${as}/${face.doc_id}`;
    if (!known.has(key)) {
      const { box, page } = face;
      known.set(
        key,
        await picture(document, { ...shownOf(document, { box, page }, as), page }, theCase.tenant_id, deps),
      );
    }
    return known.get(key);
  };
  const faces: FacePictures[] = [];
  const { face_checks = [], watchlist_checks = [] } = theCase.result ?? {};
  for (const { portrait, selfie } of face_checks) {
    faces.push({ portrait: await pictureOf(portrait, 'document'), selfie: await pictureOf(selfie, 'photo') });
  }
  const sought: (Uint8Array | undefined)[] = [];
  for (const { picture, face } of watchlist_checks) {
    sought.push(await pictureOf(face, picture === 'selfie' ? 'photo' : 'document'));
  }
  return { faces, sought };
}

async function picture(
  document: CaseDocument,
  shown: Pick<ThumbnailOptions, 'part' | 'hidden' | 'page'>,
  tenant_id: string,
  { blobs, engine }: PictureDeps,
): Promise<Uint8Array | undefined> {
  const bytes = await fileOf(document, blobs);
  const options = { tenant_id, long_side: LONG_SIDE, marks: [], ...shown };
  return bytes && (await engine.thumbnail(bytes, options))?.jpeg;
}

/**
 * The part of a page that shows a face, and what of it must not be readable. Where it is not known where a masked value stands it is
 * the face alone.
 */
function shownOf(
  document: CaseDocument,
  { box, page }: { box: Box; page: number },
  as: 'photo' | 'document',
): Pick<ThumbnailOptions, 'part' | 'hidden'> {
  const { coordinates } = document;
  const places = maskedRead(document).map((field) =>
    Object.hasOwn(coordinates, field) ? coordinates[field] : undefined,
  );
  const part = places.includes(undefined) ? box : widened(box);
  const hidden = places.flatMap((place) => (place?.page === page ? within(place.box, part) : []));
  return { part: { box: part, as }, hidden };
}

function widened([x, y, width, height]: Box): Box {
  const [left, top] = [Math.max(0, x - AROUND * width), Math.max(0, y - AROUND * height)];
  const [right, bottom] = [Math.min(1, x + (1 + AROUND) * width), Math.min(1, y + (1 + AROUND) * height)];
  return [left, top, right - left, bottom - top];
}

/** What of a place lies in a part of the page, in fractions of that part; nothing where none does. */
function within([x, y, width, height]: Box, [left, top, across, down]: Box): Box[] {
  const [from, to] = [Math.max(x, left), Math.min(x + width, left + across)];
  const [over, under] = [Math.max(y, top), Math.min(y + height, top + down)];
  if (from >= to || over >= under) return [];
  return [[(from - left) / across, (over - top) / down, (to - from) / across, (under - over) / down]];
}
