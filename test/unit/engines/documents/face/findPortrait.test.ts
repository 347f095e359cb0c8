import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { findPortrait } from '../../../../../src/engines/documents/face/findPortrait.js';
import type { DocumentFaces } from '../../../../../src/engines/documents/face/portrait.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { DECODE_LIMITS } from '../../../../../src/engines/documents/reading/decodedFile.js';
import { openFile } from '../../../../../src/engines/documents/reading/readDocument.js';
import type { QualityReaders } from '../../../../../src/engines/faces/lookAtFaces.js';
import { renderPassport } from '../../../../../specimens/index.js';
import { onePerson } from '../../../../support/facePhotos.js';
import { shippedReaders } from '../../../../support/shippedReaders.js';

let readers: QualityReaders;
let photo: Buffer;

beforeAll(async () => {
  readers = (await shippedReaders()).faces;
  photo = await onePerson();
});

/** The pages of pictures, as they lie. */
async function faces(...pictures: Uint8Array[]): Promise<DocumentFaces> {
  const pages = await Promise.all(
    pictures.map(async (bytes, index) => {
      const file = await openFile(bytes, DECODE_LIMITS);
      return { number: index + 1, raster: () => file.pages[0]!.render() } as Page;
    }),
  );
  return findPortrait({ pages, pages_total: pages.length, facts: { mime_type: 'image/png', software: [] } }, readers);
}

const passport = async (photograph: { portrait?: Uint8Array } = {}): Promise<Uint8Array> =>
  (await renderPassport({ photograph })).bytes;

/** The passport, and a photo drawn into it at a place, with so much of its ink. */
async function withPhoto(bytes: Uint8Array, at: { x: number; y: number; width: number; ink: number }): Promise<Buffer> {
  const picture = await loadImage(Buffer.from(bytes));
  const small = await loadImage(photo);
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  context.globalAlpha = at.ink;
  context.drawImage(small, at.x, at.y, at.width, (at.width * small.height) / small.width);
  return canvas.toBuffer('image/png');
}

/** How far a box lies within another one, both `[x, y, width, height]`. */
const lies = ([x, y, width, height]: readonly number[], [X, Y, W, H]: readonly number[]): boolean =>
  x! >= X! && y! >= Y! && x! + width! <= X! + W! && y! + height! <= Y! + H!;

/** Where the passport has its portrait: 372 by 478 pixels at 62, 218 of 1476 by 1039. */
const PORTRAIT = [62 / 1476, 218 / 1039, 372 / 1476, 478 / 1039];

describe('the portrait of a document', () => {
  it('is found where it is printed, with its quality and nothing that a face is compared by', async () => {
    const found = await faces(await passport({ portrait: photo }));
    expect(found).toMatchObject({ portrait: { page: 1 }, ghost: null, count: 1, pages_examined: 1 });
    expect(lies(found.portrait!.box, PORTRAIT)).toBe(true);
    expect(found.portrait!.quality.score).toBeGreaterThan(0.6);
    expect(Object.keys(found.portrait!).sort()).toEqual(['box', 'page', 'quality']);
  });

  it('is found on the back as well, and its box is that of the page as it lies, also upside down', async () => {
    const { width, height } = await loadImage(Buffer.from(await passport()));
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.translate(width, height);
    context.rotate(Math.PI);
    context.drawImage(await loadImage(Buffer.from(await passport({ portrait: photo }))), 0, 0);
    const found = await faces(await passport(), canvas.toBuffer('image/png'));
    expect(found).toMatchObject({ portrait: { page: 2 }, pages_examined: 2 });
    const [x, y, w, h] = PORTRAIT as [number, number, number, number];
    expect(lies(found.portrait!.box, [1 - x - w, 1 - y - h, w, h])).toBe(true);
  });

  it('is the large clear face and not the small faint one, whose place is told', async () => {
    const place = { x: 1130, y: 520, width: 260 };
    const found = await faces(await withPhoto(await passport({ portrait: photo }), { ...place, ink: 0.55 }));
    expect(found.count).toBe(2);
    expect(lies(found.portrait!.box, PORTRAIT)).toBe(true);
    expect(found.ghost?.page).toBe(1);
    expect(found.ghost!.box[0]).toBeGreaterThan(place.x / 1476);
  });

  it('is not there where there is no face, where it is faint, and behind the fourth page', async () => {
    expect(await faces(await passport())).toMatchObject({ portrait: null, ghost: null, count: 0 });
    const faint = await withPhoto(await passport(), { x: 62, y: 218, width: 372, ink: 0.45 });
    const { portrait, ghost, count } = await faces(faint);
    expect([portrait, count, ghost?.page]).toEqual([null, 1, 1]);
    const empty = createCanvas(200, 150).toBuffer('image/png');
    const behind = await faces(empty, empty, empty, empty, await passport({ portrait: photo }));
    expect(behind).toEqual({ portrait: null, ghost: null, count: 0, pages_examined: 4 });
  });
});
