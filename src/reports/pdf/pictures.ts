import type { Content } from 'pdfmake';
import { MARK_KINDS, MARK_LOOKS, type MarkKind } from '../../engines/documents/thumbnails/thumbnail.js';
import type { Speech } from './speech.js';
import { COLOURS, remark } from './style.js';

/** A picture of a page for the report. */
export interface ReportPicture {
  jpeg: Uint8Array;
  /** From 1. */
  page: number;
  /** It was made too coarse to read because values of the document are masked. */
  coarse: boolean;
  /** What is marked on it. */
  kinds: MarkKind[];
}

/** Pictures of two faces that were compared, as JPEG; one that cannot be shown is left out. */
export interface FacePictures {
  portrait?: Uint8Array | undefined;
  selfie?: Uint8Array | undefined;
}

/** The pictures of a report. */
export interface ReportPictures {
  /** In the order of the checks of faces. */
  faces?: readonly FacePictures[];
  /** In the order of the checks of watchlists: the face of the case, as JPEG. */
  sought?: readonly (Uint8Array | undefined)[];
  /** By `doc_id`, in the order of pages; documents that cannot be shown have none. */
  of: ReadonlyMap<string, ReportPicture[]>;
  /** Pages that have something to show and are not pictured, as a report holds only so many. */
  left_out: number;
}

/** A report without pictures. */
export const NO_PICTURES: ReportPictures = { of: new Map(), left_out: 0 };

/** Boxes that pictures fit into, in points: the first one beside the facts, the others below. */
const FIRST = { width: 164, height: 210 };
const FURTHER = { width: 165, height: 200 };

/** Width of the column of the first picture, in points. */
export const FIRST_WIDTH = FIRST.width;

/** The first picture of a document with what its boxes mean. */
export function firstPicture(pictures: readonly ReportPicture[], { words: { documents: words } }: Speech): Content[] {
  const [first] = pictures;
  return first
    ? [...pictured(first, FIRST, words), ...legend(pictures, words)]
    : [{ text: words.noPicture, style: 'remark' }];
}

/** The other pages of a document that are pictured, beside each other. */
export function furtherPictures(
  pictures: readonly ReportPicture[],
  { words: { documents: words } }: Speech,
): Content[] {
  const further = pictures.slice(1);
  if (further.length === 0) return [];
  const columns = further.map((picture) => ({ width: FURTHER.width, stack: pictured(picture, FURTHER, words) }));
  return [{ columns, columnGap: 10, margin: [0, 2, 0, 8], unbreakable: true }];
}

/** Says how many pages stand unpictured. */
export const leftOut = ({ left_out }: ReportPictures, { words }: Speech): Content[] =>
  left_out === 0 ? [] : [remark(words.documents.leftOut(left_out))];

type Words = Speech['words']['documents'];

function pictured(
  { jpeg, coarse, page }: ReportPicture,
  fit: { width: number; height: number },
  words: Words,
): Content[] {
  return [jpegIn(jpeg, fit), { text: words.picture(page, coarse), style: 'caption' }];
}

/** A JPEG that fits into a box, in points. */
export function jpegIn(jpeg: Uint8Array, { width, height }: { width: number; height: number }): Content {
  const data = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  return { image: `data:image/jpeg;base64,${data.toString('base64')}`, fit: [width, height] };
}

function legend(pictures: readonly ReportPicture[], { marks }: Words): Content[] {
  const used = new Set(pictures.flatMap(({ kinds }) => kinds));
  return MARK_KINDS.filter((kind) => used.has(kind)).map((kind) => legendLine(kind, marks[kind]));
}

function legendLine(kind: MarkKind, meaning: string): Content {
  const { colour, width, broken } = MARK_LOOKS[kind];
  const box = { type: 'rect' as const, x: 0, y: 1.5, w: 13, h: 6, lineWidth: width / 3.5, lineColor: colour };
  return {
    margin: [0, 1, 0, 0],
    columns: [
      { width: 18, canvas: [{ ...box, ...(broken ? { dash: { length: 2.5, space: 1.5 } } : {}) }] },
      { width: '*', text: meaning, fontSize: 6.5, color: COLOURS.grey },
    ],
  };
}
