import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { similarityOf, type FacesSeen } from '../../../../src/engines/faces/faceEngine.js';
import { lookAtFaces, type FaceReaders } from '../../../../src/engines/faces/lookAtFaces.js';
import { loadFaceModels } from '../../../../src/engines/faces/models/loadFaceModels.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../../../../src/engines/faces/models/readFaceManifest.js';
import { anotherPerson, groupPhoto, noFace, onePerson } from '../../../support/facePhotos.js';

let readers: FaceReaders;
let likeness: (one: FacesSeen, other: FacesSeen) => number;

beforeAll(async () => {
  readers = await loadFaceModels();
  const { facts } = await readFaceManifest(SHIPPED_FACE_MODELS);
  likeness = (one, other) => similarityOf(one.largest!.embedding!, other.largest!.embedding!, facts);
});

const look = (picture: Buffer): Promise<FacesSeen> =>
  lookAtFaces(picture, { tenant_id: 'acme', wanted: ['embedding', 'attributes', 'liveness'] }, readers);

describe('with the shipped networks', () => {
  it('a person is the same upright, upside down, as EXIF turns it and at a quarter of the size, and nobody else', async () => {
    const upright = await look(await onePerson());
    expect(upright.count).toBe(1);
    const exif = await sharp(await onePerson({ turn: 90 }))
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const same = [await onePerson({ turn: 180 }), exif, await onePerson({ width: 100 })];
    for (const picture of same) expect(likeness(upright, await look(picture))).toBeGreaterThan(0.9);
    expect(likeness(upright, await look(await anotherPerson()))).toBeLessThan(0.6);
  });

  it('all five of a group are found, the largest is looked at, and none in a picture without any', async () => {
    expect((await look(groupPhoto(5))).count).toBe(5);
    expect(await look(await noFace())).toEqual({ count: 0, largest: null });
  });

  it('what blurs, darkens or shrinks a face lowers its quality, and is said in words', async () => {
    const good = (await look(await onePerson())).largest!.quality;
    expect(good.advice).toEqual([]);
    const spoilt = async (picture: Buffer) => (await look(picture)).largest!.quality;
    const blurred = await spoilt(
      await sharp(await onePerson())
        .blur(5)
        .jpeg()
        .toBuffer(),
    );
    const dark = await spoilt(
      await sharp(await onePerson())
        .modulate({ brightness: 0.25 })
        .jpeg()
        .toBuffer(),
    );
    const small = await spoilt(await onePerson({ width: 100 }));
    for (const { score } of [blurred, dark, small]) expect(score).toBeLessThan(good.score - 0.1);
    expect(blurred.advice).toContain('The face is blurred: hold still, and focus on the face');
    expect(dark.advice).toContain('The face is too dark or flat: find more light');
    expect(small.advice).toContain('The face is small: come closer, or send a picture with more pixels');
  });

  it('a head that is tilted by thirty degrees is told to be', async () => {
    const roll = async (turn: number) => (await look(await onePerson({ turn }))).largest!.attributes!.pose.roll;
    expect(Math.abs((await roll(30)) - (await roll(0)) - 30)).toBeLessThan(4);
  });
});
