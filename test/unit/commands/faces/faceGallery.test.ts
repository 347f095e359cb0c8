import { describe, expect, it } from 'vitest';
import { createFaceGallery } from '../../../../src/commands/faces/faceGallery.js';
import { registeredFaceStream } from '../../../../src/domain/faces/index.js';
import { EngineUnavailable } from '../../../../src/engines/documents/documentEngine.js';
import { until } from '../../../support/until.js';

/** Vectors of spaces, and how many were opened. */
function sealedOf(spaces: { [space: string]: { [id: string]: readonly number[] } }) {
  const all = () => new Map(Object.values(spaces).flatMap((space) => Object.entries(space)));
  const state = { opened: 0, listeners: [] as ((subject: string | undefined) => void)[] };
  const sealed = {
    ids: (space: string) => Promise.resolve(Object.keys(spaces[space] ?? {})),
    read: (ids: readonly string[]) => {
      state.opened += ids.length;
      const kept = ids.filter((id) => all().has(id));
      return Promise.resolve(
        new Map(kept.map((id) => [id, { subject: registeredFaceStream(id), vector: vectorOf(all().get(id)!) }])),
      );
    },
    onErased: (listener: (subject: string | undefined) => void) => Promise.resolve(state.listeners.push(listener)),
  };
  return { sealed, state, spaces };
}

/** None where it is damaged. */
const vectorOf = (numbers: readonly number[]): Float32Array | undefined =>
  numbers.length > 0 ? Float32Array.from(numbers) : undefined;

/** Something to wait for. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

const ALL = { least: -1, tenant_id: 'acme' };
const EAST = Float32Array.of(1, 0);

it('the nearest come first, all that are near enough', async () => {
  const { sealed } = sealedOf({ a: { far: [0, 1], near: [0.8, 0.6], same: [1, 0] } });
  const gallery = createFaceGallery(sealed);
  const ids = async (least: number) =>
    (await gallery.nearest('a', EAST, { ...ALL, least })).near.map((one) => one.vector_id);
  expect(await ids(-1)).toEqual(['same', 'near', 'far']);
  expect(await ids(0.5)).toEqual(['same', 'near']);
});

it('one space is never looked for in another, and an empty one has nobody', async () => {
  const { sealed } = sealedOf({ a: { one: [1, 0] }, b: { two: [1, 0] } });
  const gallery = createFaceGallery(sealed);
  expect((await gallery.nearest('b', EAST, ALL)).near.map(({ vector_id }) => vector_id)).toEqual(['two']);
  expect(await gallery.nearest('c', EAST, ALL)).toEqual({ near: [], compared: 0, damaged: 0 });
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
  const gallery = createFaceGallery(sealed, { mostBytes: 10 });
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

it('a face whose numbers are damaged is set aside and counted, and the others are compared', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0], broken: [], two: [0, 1] } });
  const gallery = createFaceGallery(sealed);
  for (let time = 0; time < 2; time++) {
    expect(await gallery.nearest('a', EAST, ALL)).toMatchObject({ compared: 2, damaged: 1 });
  }
  expect(state.opened).toBe(3);
});

describe('numbers of a face that was erased', () => {
  /** A gallery, and every vector that it was ever given. */
  const watched = (spaces: Parameters<typeof sealedOf>[0]) => {
    const given = sealedOf(spaces);
    const vectors = new Map<string, Float32Array | undefined>();
    const reading = gate();
    const read = async (ids: readonly string[]) => {
      const faces = await given.sealed.read(ids);
      for (const [id, { vector }] of faces) vectors.set(id, vector);
      await reading.opened;
      return faces;
    };
    const erase = (subject: string | undefined) => given.state.listeners.forEach((listener) => listener(subject));
    return { ...given, vectors, reading, erase, gallery: createFaceGallery({ ...given.sealed, read }) };
  };

  it('are gone from memory once that is told, though nobody searches again', async () => {
    const { gallery, vectors, reading, erase, state } = watched({ a: { one: [1, 0], two: [0, 1] } });
    reading.open();
    await gallery.nearest('a', EAST, ALL);
    erase(registeredFaceStream('one'));
    expect([[...vectors.get('one')!], [...vectors.get('two')!]]).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(state.listeners).toHaveLength(1);
  });

  it('are gone too where they were being opened at that moment', async () => {
    const { gallery, vectors, reading, erase } = watched({ a: { one: [1, 0], two: [0, 1] } });
    const searching = gallery.nearest('a', EAST, ALL);
    await until(() => vectors.size || undefined);
    erase(registeredFaceStream('one'));
    reading.open();
    expect((await searching).near.map(({ vector_id }) => vector_id)).toEqual(['two']);
    expect([...vectors.get('one')!]).toEqual([0, 0]);
  });

  it('are not kept where something may have been missed: all is opened anew', async () => {
    const { gallery, reading, erase, state } = watched({ a: { one: [1, 0] } });
    const searching = gallery.nearest('a', EAST, ALL);
    await until(() => state.opened || undefined);
    erase(undefined);
    reading.open();
    await searching;
    await gallery.nearest('a', EAST, ALL);
    erase(undefined);
    await gallery.nearest('a', EAST, ALL);
    expect(state.opened).toBe(3);
  });
});

describe('the time that comparing takes', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`face ${index}`, [1, 0]]));

  it('is shared between tenants: who searches once does not wait for all searches of another', async () => {
    const gallery = createFaceGallery(sealedOf({ a: many, b: { one: [1, 0], two: [1, 0] } }).sealed, { atATurn: 1 });
    await Promise.all(['a', 'b'].map((space) => gallery.nearest(space, EAST, ALL)));
    const ended: string[] = [];
    const search = (space: string, tenant_id: string) =>
      gallery.nearest(space, EAST, { ...ALL, tenant_id }).then(() => ended.push(tenant_id));
    await Promise.all([...Array.from({ length: 10 }, () => search('a', 'busy')), search('b', 'quiet')]);
    expect([ended[0], ended.length]).toEqual(['quiet', 11]);
  });

  it('has a bound: more searches of one tenant than can end are refused at once, those of others not', async () => {
    const gallery = createFaceGallery(sealedOf({ a: many }).sealed, { atATurn: 1, mostWaiting: 2 });
    const searches = ['busy', 'busy', 'busy', 'quiet'].map((tenant_id) =>
      gallery.nearest('a', EAST, { ...ALL, tenant_id }),
    );
    const settled = await Promise.allSettled(searches);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: expect.any(EngineUnavailable) as object });
    expect((await gallery.nearest('a', EAST, { ...ALL, tenant_id: 'busy' })).compared).toBe(20);
  });
});
