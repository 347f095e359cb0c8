import { expect, it } from 'vitest';
import { createFaceGallery } from '../../../../src/commands/faces/faceGallery.js';

/** Vectors of spaces, and how many were opened. */
function sealedOf(spaces: { [space: string]: { [id: string]: readonly number[] } }) {
  const all = () => new Map(Object.values(spaces).flatMap((space) => Object.entries(space)));
  const state = { opened: 0 };
  const sealed = {
    ids: (space: string) => Promise.resolve(Object.keys(spaces[space] ?? {})),
    read: (ids: readonly string[]) => {
      state.opened += ids.length;
      return Promise.resolve(new Map(ids.map((id) => [id, Float32Array.from(all().get(id)!)])));
    },
  };
  return { sealed, state, spaces };
}

/** Something to wait for. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

const ALL = -1;
const EAST = Float32Array.of(1, 0);

it('the nearest come first, all that are near enough', async () => {
  const { sealed } = sealedOf({ a: { far: [0, 1], near: [0.8, 0.6], same: [1, 0] } });
  const gallery = createFaceGallery(sealed);
  const ids = async (least: number) => (await gallery.nearest('a', EAST, least)).near.map((one) => one.vector_id);
  expect(await ids(ALL)).toEqual(['same', 'near', 'far']);
  expect(await ids(0.5)).toEqual(['same', 'near']);
});

it('one space is never looked for in another, and an empty one has nobody', async () => {
  const { sealed } = sealedOf({ a: { one: [1, 0] }, b: { two: [1, 0] } });
  const gallery = createFaceGallery(sealed);
  expect((await gallery.nearest('b', EAST, ALL)).near.map(({ vector_id }) => vector_id)).toEqual(['two']);
  expect(await gallery.nearest('c', EAST, ALL)).toEqual({ near: [], compared: 0 });
});

it('a face that was erased or added is known the next time, and what stayed is not opened again', async () => {
  const { sealed, state, spaces } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createFaceGallery(sealed);
  await gallery.nearest('a', EAST, ALL);
  delete spaces['a']!['one'];
  spaces['a']!['three'] = [0.6, 0.8];
  const { near, compared } = await gallery.nearest('a', EAST, ALL);
  expect([near.map(({ vector_id }) => vector_id), compared, state.opened]).toEqual([['three', 'two'], 2, 3]);
});

it('what is kept open has a bound: beyond it a space is opened anew each time', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createFaceGallery(sealed, 10);
  for (let time = 0; time < 2; time++) expect((await gallery.nearest('a', EAST, ALL)).compared).toBe(2);
  expect(state.opened).toBe(4);
});

it('first searches that come at once open each face once, and one of them that fails fails none of the others', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createFaceGallery(sealed);
  const together = await Promise.all([0, 1, 2].map(() => gallery.nearest('a', EAST, ALL)));
  expect([together.map(({ compared }) => compared), state.opened]).toEqual([[2, 2, 2], 2]);

  let isFirst = true;
  const read = (ids: readonly string[]) => {
    if (!isFirst) return sealed.read(ids);
    isFirst = false;
    return Promise.reject(new Error('no answer'));
  };
  const unsteady = createFaceGallery({ ...sealed, read });
  const settled = await Promise.allSettled([0, 1, 2].map(() => unsteady.nearest('a', EAST, ALL)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

it('a face that was erased while it was opened for another search is compared no more', async () => {
  const { sealed, spaces } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const [reading, held] = [gate(), gate()];
  const read = async (ids: readonly string[]) => {
    const vectors = await sealed.read(ids);
    reading.open();
    await held.opened;
    return vectors;
  };
  const gallery = createFaceGallery({ ...sealed, read });
  const first = gallery.nearest('a', EAST, ALL);
  await reading.opened;
  delete spaces['a']!['one'];
  const later = gallery.nearest('a', EAST, ALL);
  held.open();
  expect([(await first).compared, (await later).compared]).toEqual([2, 1]);
});
