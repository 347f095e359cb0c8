import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { lookAtPortrait, type PortraitReaders } from '../../../../../src/engines/documents/face/lookAtPortrait.js';
import { makeThumbnail } from '../../../../../src/engines/documents/thumbnails/makeThumbnail.js';
import { type FacesSeen, similarityOf } from '../../../../../src/engines/faces/faceEngine.js';
import { lookAtFaces } from '../../../../../src/engines/faces/lookAtFaces.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../../../../../src/engines/faces/models/readFaceManifest.js';
import { soundFaces } from '../../../../../src/engines/faces/soundFaces.js';
import { renderPassport } from '../../../../../specimens/index.js';
import { anotherPerson, noFace, onePerson } from '../../../../support/facePhotos.js';
import { shippedReaders } from '../../../../support/shippedReaders.js';

let readers: PortraitReaders;
let passport: Uint8Array;
/** The same on its side, and what is seen of it. */
let sideways: Uint8Array;
let seenSideways: FacesSeen;
let person: FacesSeen;
let likeness: (one: FacesSeen, other: FacesSeen) => number;

beforeAll(async () => {
  readers = await shippedReaders();
  passport = (await renderPassport({ photograph: { portrait: await onePerson() } })).bytes;
  const { facts } = await readFaceManifest(SHIPPED_FACE_MODELS);
  likeness = (one, other) => similarityOf(one.largest!.embedding!, other.largest!.embedding!, facts);
  sideways = await sharp(passport).rotate(90).jpeg({ quality: 92 }).toBuffer();
  seenSideways = await portraitOf(sideways);
  person = await selfieOf(await onePerson());
});

const look = { tenant_id: 'acme', wanted: ['embedding' as const] };
const portraitOf = (bytes: Uint8Array) => lookAtPortrait(bytes, { ...look, as: 'document' }, readers);
const selfieOf = (bytes: Uint8Array) => lookAtFaces(bytes, look, readers.faces);

describe('the portrait of a document', () => {
  it('is of the person of the selfie and of nobody else, whichever way up the document lies', async () => {
    expect(seenSideways).toMatchObject({ count: 1, largest: { page: 1 } });
    expect(soundFaces.safeParse(seenSideways).success).toBe(true);
    expect(likeness(seenSideways, person)).toBeGreaterThan(0.85);
    expect(likeness(seenSideways, await selfieOf(await anotherPerson()))).toBeLessThan(0.6);
    // As the passport has it: 372 by 478 pixels at 62, 218 of 1476 by 1039.
    const [x, y, width, height] = seenSideways.largest!.box;
    expect(x).toBeGreaterThan(62 / 1476);
    expect(y).toBeGreaterThan(218 / 1039);
    expect(x + width).toBeLessThan((62 + 372) / 1476);
    expect(y + height).toBeLessThan((218 + 478) / 1039);
  });

  it('is not there where the document shows none', async () => {
    expect(await portraitOf(await noFace())).toEqual({ count: 0, largest: null });
  });
});

describe('a picture of the face that was meant', () => {
  const picture = async (bytes: Uint8Array, seen: FacesSeen, as: 'photo' | 'document') => {
    const part = { box: seen.largest!.box, as };
    const options = { tenant_id: 'acme', page: 1, long_side: 240, hidden: [], marks: [], part };
    return Buffer.from((await makeThumbnail(bytes, options, readers.ocr)).jpeg);
  };

  it('shows that face, of a document that lies on its side as of a photo that is upside down', async () => {
    const overturned = await onePerson({ turn: 180 });
    const pictures = [
      await picture(sideways, seenSideways, 'document'),
      await picture(overturned, await selfieOf(overturned), 'photo'),
    ];
    for (const cut of pictures) {
      const around = { top: 60, bottom: 60, left: 60, right: 60, background: '#888' };
      const framed = await sharp(cut).extend(around).png().toBuffer();
      expect(likeness(person, await selfieOf(framed))).toBeGreaterThan(0.7);
    }
  });
});
