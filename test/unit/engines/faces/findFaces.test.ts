import { describe, expect, it } from 'vitest';
import type { Raster } from '../../../../src/engines/documents/reading/page.js';
import type { FivePoints, Rectangle } from '../../../../src/engines/faces/detect/candidate.js';
import { type FaceFinder, findFaces } from '../../../../src/engines/faces/detect/findFaces.js';

const picture: Raster = { width: 40, height: 50, data: new Uint8Array(40 * 50 * 3).fill(120) };

const FIVE: FivePoints = [
  [12, 20],
  [28, 20],
  [20, 28],
  [14, 36],
  [26, 36],
];

/** What a detector says of a part of a picture: of the one that was sent, or of it upside down. */
type Says = (isUpright: boolean, hasRoom: boolean) => { box: Rectangle; score: number } | undefined;

/** A finder with a detector that says so; its points are as sure as its score. */
const finderThat = (says: Says): FaceFinder => ({
  detector: {
    detect: (raster, region = [0, 0, raster.width, raster.height]) => {
      const said = says(raster === picture, region[0] < 0);
      return Promise.resolve(said ? [said] : []);
    },
  },
  landmarks: { find: (_, box) => Promise.resolve({ five: FIVE, spread: box[0] === 3 ? 0.01 : 0.03 }) },
});

describe('a face that fills a picture', () => {
  it('is looked for with room around it before the picture is taken for one that is upside down', async () => {
    const finder = finderThat((isUpright, hasRoom) =>
      isUpright === hasRoom ? { box: [isUpright ? 3 : 5, 4, 36, 46], score: 0.9 } : undefined,
    );
    const { raster, faces } = await findFaces(finder, picture);
    expect(raster).toBe(picture);
    expect(faces.map(({ box }) => box)).toEqual([[3, 4, 36, 46]]);
  });

  it('is where the detector is surest of it, of the looks with room and without', async () => {
    const finder = finderThat((_, hasRoom) =>
      hasRoom ? { box: [3, 4, 36, 46], score: 0.99 } : { box: [8, 8, 32, 38], score: 0.7 },
    );
    expect((await findFaces(finder, picture)).faces.map(({ box }) => box)).toEqual([[3, 4, 36, 46]]);
  });

  it('costs a second look, and one that leaves room does not', async () => {
    let looks = 0;
    const finder = finderThat(() => {
      looks++;
      return { box: [3, 4, 18, 24], score: 0.9 };
    });
    await findFaces(finder, picture);
    expect(looks).toBe(1);
  });
});
