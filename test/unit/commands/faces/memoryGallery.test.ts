import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createMemoryGallery } from '../../../../src/commands/faces/memoryGallery.js';
import { createOpenedFaces } from '../../../../src/commands/faces/openedFaces.js';
import { EngineUnavailable } from '../../../../src/engines/documents/documentEngine.js';
import type { DroppedVector } from '../../../../src/platform/sealing/sealedVectors.js';
import { createVectorMemory, SLOT } from '../../../../src/platform/vectors/vectorMemory.js';
import { until } from '../../../support/until.js';

// What every gallery is held to is asked in test/contract/faces; this is how this one uses memory and time.

const ids = new Map<string, string>();
/** The id of a face, by a name. */
const idOf = (name: string): string => {
  const id = ids.get(name) ?? v7();
  ids.set(name, id);
  return id;
};

/** Vectors of spaces by names, and how many were opened. */
function sealedOf(spaces: { [space: string]: { [name: string]: readonly number[] } }) {
  const faces = () =>
    new Map(Object.values(spaces).flatMap((space) => Object.entries(space).map(([name, of]) => [idOf(name), of])));
  const state = { opened: 0, listeners: [] as ((which: DroppedVector | undefined) => void)[] };
  const sealed = {
    since: (space: string) => Promise.resolve({ ids: Object.keys(spaces[space] ?? {}).map(idOf), mark: '1' }),
    among: (vector_ids: readonly string[]) => Promise.resolve(new Set(vector_ids.filter((id) => faces().has(id)))),
    read: (vector_ids: readonly string[]) => {
      state.opened += vector_ids.length;
      const there = faces();
      const kept = vector_ids.filter((id) => there.has(id));
      return Promise.resolve(new Map(kept.map((id) => [id, { subject: id, vector: vectorOf(there.get(id)!) }])));
    },
    onDropped: (listener: (which: DroppedVector | undefined) => void) => {
      state.listeners.push(listener);
      return Promise.resolve(() => Promise.resolve());
    },
  };
  const drop = (which: DroppedVector | undefined) => state.listeners.forEach((listener) => listener(which));
  return { sealed, state, spaces, drop };
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

const ALL = { least: -1, most: 100, tenant_id: 'acme' };
const EAST = Float32Array.of(1, 0);

it('a face that came is opened the next time, and those that are there are not opened again', async () => {
  const { sealed, state, spaces } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createMemoryGallery(sealed);
  await gallery.nearest('a', EAST, ALL);
  spaces['a']!['three'] = [0.6, 0.8];
  const { near, compared } = await gallery.nearest('a', EAST, ALL);
  expect([near.map(({ vector_id }) => vector_id), compared, state.opened]).toEqual([
    ['one', 'three', 'two'].map(idOf),
    3,
    3,
  ]);
});

it('what is kept open has a bound: spaces that were not asked for longest go first, and are opened anew', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0] }, b: { two: [0, 1] }, c: { three: [0, 1] } });
  const gallery = createMemoryGallery(sealed, { mostBytes: 2 * SLOT });
  for (const space of ['a', 'b', 'a', 'c', 'a']) expect((await gallery.nearest(space, EAST, ALL)).compared).toBe(1);
  expect(state.opened).toBe(3);
  await gallery.nearest('b', EAST, ALL);
  expect(state.opened).toBe(4);
});

it('of very many that are near enough the nearest are told, and that there are more', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => [`many ${at}`, [at / 3_000, 0]] as const);
  const gallery = createMemoryGallery(sealedOf({ a: Object.fromEntries(many) }).sealed, { atATurn: 1 });
  const { near, isAll } = await gallery.nearest('a', EAST, { ...ALL, most: 3 });
  expect([near.map(({ vector_id }) => vector_id), isAll]).toEqual([
    [2_999, 2_998, 2_997].map((at) => idOf(`many ${at}`)),
    false,
  ]);
});

it('first searches that come at once open each face once, and one of them that fails fails none of the others', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createMemoryGallery(sealed);
  const together = await Promise.all([0, 1, 2].map(() => gallery.nearest('a', EAST, ALL)));
  expect([together.map(({ compared }) => compared), state.opened]).toEqual([[2, 2, 2], 2]);

  let isFirst = true;
  const read = (ids: readonly string[]) => {
    if (!isFirst) return sealed.read(ids);
    isFirst = false;
    return Promise.reject(new Error('no answer'));
  };
  const unsteady = createMemoryGallery({ ...sealed, read });
  const settled = await Promise.allSettled([0, 1, 2].map(() => unsteady.nearest('a', EAST, ALL)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

it('a face that was erased while it was looked for is told no more', async () => {
  const { sealed, spaces } = sealedOf({ a: { one: [1, 0], two: [0, 1] } });
  const gallery = createMemoryGallery({
    ...sealed,
    among: (vector_ids) => {
      delete spaces['a']!['one'];
      return sealed.among(vector_ids);
    },
  });
  expect((await gallery.nearest('a', EAST, ALL)).near.map(({ vector_id }) => vector_id)).toEqual([idOf('two')]);
});

it('a face whose numbers are damaged is opened once, and so are the others', async () => {
  const { sealed, state } = sealedOf({ a: { one: [1, 0], broken: [], two: [0, 1] } });
  const gallery = createMemoryGallery(sealed);
  for (let time = 0; time < 2; time++) {
    expect(await gallery.nearest('a', EAST, ALL)).toMatchObject({ compared: 2, damaged: 1 });
  }
  expect(state.opened).toBe(3);
});

describe('numbers of a face that was erased', () => {
  /** Opened faces, and every vector that was ever given to them. */
  const watched = (spaces: Parameters<typeof sealedOf>[0]) => {
    const given = sealedOf(spaces);
    const vectors: (Float32Array | undefined)[] = [];
    const reading = gate();
    const read = async (vector_ids: readonly string[]) => {
      const faces = await given.sealed.read(vector_ids);
      for (const { vector } of faces.values()) vectors.push(vector);
      await reading.opened;
      return faces;
    };
    const memory = createVectorMemory();
    const opened = createOpenedFaces({ ...given.sealed, read }, { mostBytes: 1_000_000, memory });
    const open = () => opened.use('a', (space) => space.catchUp().then(() => space.set.size));
    const ofFaces = new Set(Object.values(spaces).flatMap((space) => Object.values(space).flat()));
    /** All numbers of faces, but for zero, that are anywhere in memory. */
    const inMemory = () =>
      [...memory.numbers, ...vectors.flatMap((vector) => [...(vector ?? [])])].filter(
        (number) => number !== 0 && ofFaces.has(number),
      );
    return { ...given, reading, open, vectors, inMemory };
  };

  it('are gone from memory once that is told, though nobody searches again', async () => {
    const { open, reading, drop, inMemory, state } = watched({ a: { one: [5, 0], two: [0, 6] } });
    reading.open();
    await open();
    expect(inMemory()).toEqual([5, 6]);
    drop({ vector_id: idOf('one'), space: 'a' });
    expect([inMemory(), state.listeners.length]).toEqual([[6], 1]);
  });

  it('are gone too where they were being opened at that moment', async () => {
    const { open, vectors, reading, drop, inMemory } = watched({ a: { one: [5, 0], two: [0, 6] } });
    const opening = open();
    await until(() => vectors.length || undefined);
    drop({ vector_id: idOf('one'), space: 'a' });
    reading.open();
    expect([await opening, inMemory()]).toEqual([1, [6]]);
  });

  it('are not kept where something may have been missed: all is opened anew', async () => {
    const { open, vectors, reading, drop, inMemory, state } = watched({ a: { one: [5, 0] } });
    const opening = open();
    await until(() => vectors.length || undefined);
    drop(undefined);
    reading.open();
    expect([await opening, inMemory()]).toEqual([1, []]);
    await open();
    drop(undefined);
    expect([state.opened, inMemory()]).toEqual([2, []]);
    await open();
    expect(state.opened).toBe(3);
  });
});

describe('the time that comparing takes', () => {
  /** Twelve turns of one slot. */
  const wide = [1, ...Array.from({ length: 639 }, () => 0)];
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`face ${index}`, wide]));

  it('is shared between tenants: who searches once does not wait for all searches of another', async () => {
    const gallery = createMemoryGallery(sealedOf({ a: many, b: { one: [1, 0], two: [1, 0] } }).sealed, { atATurn: 1 });
    await Promise.all(['a', 'b'].map((space) => gallery.nearest(space, EAST, ALL)));
    const ended: string[] = [];
    const search = (space: string, tenant_id: string) =>
      gallery.nearest(space, EAST, { ...ALL, tenant_id }).then(() => ended.push(tenant_id));
    await Promise.all([...Array.from({ length: 10 }, () => search('a', 'busy')), search('b', 'quiet')]);
    expect([ended[0], ended.length]).toEqual(['quiet', 11]);
  });

  it('has a bound: more searches of one tenant than can end are refused at once, those of others not', async () => {
    const gallery = createMemoryGallery(sealedOf({ a: many }).sealed, { atATurn: 1, mostWaiting: 2 });
    const searches = ['busy', 'busy', 'busy', 'quiet'].map((tenant_id) =>
      gallery.nearest('a', EAST, { ...ALL, tenant_id }),
    );
    const settled = await Promise.allSettled(searches);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: expect.any(EngineUnavailable) as object });
    expect((await gallery.nearest('a', EAST, { ...ALL, tenant_id: 'busy' })).compared).toBe(300);
  });
});
