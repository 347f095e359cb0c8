import { alignedChip } from '../../faces/align/embedder.js';
import { greyOf } from '../../faces/align/chip.js';
import { findFaces, type LocatedFace, placeIn } from '../../faces/detect/findFaces.js';
import { qualityOf, type QualityReaders } from '../../faces/lookAtFaces.js';
import type { Page, Raster, ReadDocument } from '../reading/page.js';
import { resized } from '../reading/raster.js';
import type { DocumentFace, DocumentFaces } from './portrait.js';

/** Pages that are looked at: both sides of a card, or a passport with its cover. Every one without a face takes seconds. */
export const MOST_PAGES = 4;

/** Pixels that faces are looked for in, as in photos: a portrait of an A4 page has 100 across then. */
export const WORKING_PIXELS = 4_000_000;

/** A ghost image is at most so wide, by the portrait: it is taken for one for being smaller and fainter. */
const GHOST_WIDTH = 0.75;

/**
 * Range of grey within a face, 0 to 1, below which it is faint. 23 faces of sample photos put into a drawn passport have 0.33 to 0.87 there. With
 * 30 % of the ink and a third of the size the detector saw one of them, at 0.26.
 */
const FAINT = 0.3;

/** The aligned face that the range of grey is measured on. */
const CHIP = { side: 64, template: 'arcface' } as const;

/** A page as far as faces are looked for on it. */
export type PicturedPage = Pick<Page, 'number' | 'raster'>;

/** A face that was seen, with the picture that it was seen in. */
export interface FaceOnPage extends DocumentFace {
  /** Pixels across. */
  width: number;
  /** 0 to 1. */
  contrast: number;
  located: LocatedFace;
  raster: Raster;
}

/**
 * Finds the portrait of a document, and tells it from the ghost image: of all faces the widest that is not faint. One that is faint counts as
 * a ghost image even where no portrait is there. Not told: a person who holds the document into the camera, and is the widest then; and a
 * face that is drawn.
 */
export async function findPortrait({ pages }: ReadDocument, readers: QualityReaders): Promise<DocumentFaces> {
  const examined = pages.slice(0, MOST_PAGES);
  const { faces, portrait } = await facesOfDocument(examined, readers);
  const ghost = faces.find((face) => face !== portrait && isGhost(face, portrait));
  return {
    portrait: portrait
      ? { ...placeOf(portrait), quality: await qualityOf(portrait.raster, portrait.located, readers) }
      : null,
    ghost: ghost ? placeOf(ghost) : null,
    count: faces.length,
    pages_examined: examined.length,
  };
}

/** The faces of pages, the widest first, and the one of them that is the portrait. */
export async function facesOfDocument(
  pages: readonly PicturedPage[],
  readers: Pick<QualityReaders, 'finder'>,
): Promise<{ faces: FaceOnPage[]; portrait: FaceOnPage | undefined }> {
  const faces: FaceOnPage[] = [];
  for (const page of pages) faces.push(...(await facesOn(page, readers)));
  faces.sort((one, other) => other.width - one.width);
  return { faces, portrait: faces.find(({ contrast }) => contrast >= FAINT) };
}

const placeOf = ({ page, box }: FaceOnPage): DocumentFace => ({ page, box });

/** Beside a portrait it is small, and stands on the same page; without one it is told by being faint alone. */
const isGhost = (face: FaceOnPage, portrait: FaceOnPage | undefined): boolean =>
  portrait
    ? face.page === portrait.page && face.width <= GHOST_WIDTH * portrait.width && face.contrast < portrait.contrast
    : face.contrast < FAINT;

async function facesOn(page: PicturedPage, { finder }: Pick<QualityReaders, 'finder'>): Promise<FaceOnPage[]> {
  const picture = await workedOn(await page.raster());
  const { raster, faces } = await findFaces(finder, picture, { smallOnes: true });
  return faces.map((located) => {
    const [left, , right] = located.box;
    return {
      page: page.number,
      box: placeIn(picture, raster, located),
      width: right - left,
      contrast: contrastOf(raster, located),
      ...{ located, raster },
    };
  });
}

async function workedOn(raster: Raster): Promise<Raster> {
  const scale = Math.sqrt(WORKING_PIXELS / (raster.width * raster.height));
  if (scale >= 1) return raster;
  return resized(raster, Math.round(raster.width * scale), Math.round(raster.height * scale));
}

/** From the darkest to the brightest twentieth. */
function contrastOf(raster: Raster, { five }: LocatedFace): number {
  const grey = greyOf(alignedChip(raster, five, CHIP)).sort();
  return (grey[Math.floor(grey.length * 0.95)]! - grey[Math.floor(grey.length * 0.05)]!) / 255;
}
