import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaceGallery } from '../../../src/commands/faces/faceGallery.js';
import { registeredFaceStream } from '../../../src/domain/faces/index.js';
import { createSealedVectors, type SealedVectors } from '../../../src/platform/sealing/sealedVectors.js';
import { openCore, type Core } from '../../support/core.js';

/** Galleries of two processes over the same sealed vectors. */
export interface Galleries {
  one: FaceGallery;
  other: FaceGallery;
  close(): Promise<void>;
}

const LENGTH = 64;

/** What every gallery is held to. @param recall Which share it finds at least of what comparing each finds */
export function faceGalleryContract(open: (sealed: () => SealedVectors) => Promise<Galleries>, recall: number): void {
  let core: Core;
  let galleries: Galleries;
  const sealed = (): SealedVectors => createSealedVectors(core.database, core.subjectKeys, { error: () => undefined });
  beforeAll(async () => {
    core = await openCore();
    galleries = await open(sealed);
  });
  afterAll(async () => {
    await galleries.close();
    await core.close();
  });

  const keep = async (space: string, vector: Float32Array) => {
    const kept = { vector_id: uuid(), subject: registeredFaceStream(uuid()) };
    await sealed().add({ ...kept, space, vector });
    return kept;
  };
  const newSpace = (tenant_id = 'acme') => `faces:live:${tenant_id}:custom:${uuid()}`;
  const ALL = { least: -1, most: 10, tenant_id: 'acme' };
  const idsOf = async (gallery: FaceGallery, space: string, asked: Partial<typeof ALL> = {}, probe = turned(0)) =>
    (await gallery.nearest(space, probe, { ...ALL, ...asked })).near.map(({ vector_id }) => vector_id);

  it('tells the nearest first, those that are near enough, and whether there are more', async () => {
    const space = newSpace();
    const [far, same, near] = [await keep(space, turned(90)), await keep(space, turned(0)), await keep(space, turned(30))]; // prettier-ignore
    expect(await idsOf(galleries.one, space)).toEqual([same, near, far].map(({ vector_id }) => vector_id));
    expect(await idsOf(galleries.one, space, { least: 0.5 })).toEqual([same, near].map(({ vector_id }) => vector_id));
    const two = await galleries.one.nearest(space, turned(0), { ...ALL, most: 2 });
    expect(two).toMatchObject({ isAll: false, compared: 3, damaged: 0 });
    expect(two.near.map(({ cosine }) => cosine)).toEqual([
      expect.closeTo(1, 4),
      expect.closeTo(Math.cos(Math.PI / 6), 4),
    ]);
    expect(await galleries.one.nearest(space, turned(0), ALL)).toMatchObject({ isAll: true });
  });

  it('never tells of one space what is in another, and nothing of an empty one', async () => {
    const [mine, theirs] = [newSpace('acme'), newSpace('globex')];
    const [own] = [await keep(mine, turned(60)), await keep(theirs, turned(0))];
    expect(await idsOf(galleries.one, mine)).toEqual([own.vector_id]);
    const nobody = await galleries.one.nearest(newSpace(), turned(0), ALL);
    expect(nobody).toEqual({ near: [], isAll: true, compared: 0, damaged: 0 });
  });

  it('finds a face as soon as its numbers are kept, in every process', async () => {
    const space = newSpace();
    const kept: string[] = [];
    for (let degrees = 0; degrees < 3; degrees++) {
      kept.push((await keep(space, turned(degrees))).vector_id);
      for (const gallery of [galleries.one, galleries.other]) expect(await idsOf(gallery, space)).toEqual(kept);
    }
  });

  it('tells no face any more whose key or numbers are gone, in any process, and all others', async () => {
    const space = newSpace();
    const [first, second, third] = [await keep(space, turned(0)), await keep(space, turned(1)), await keep(space, turned(2))]; // prettier-ignore
    for (const gallery of [galleries.one, galleries.other]) expect(await idsOf(gallery, space)).toHaveLength(3);
    await core.subjectKeys.erase(first.subject);
    for (const gallery of [galleries.one, galleries.other]) {
      expect(await idsOf(gallery, space)).toEqual([second.vector_id, third.vector_id]);
    }
    await sealed().drop(second.vector_id);
    for (const gallery of [galleries.one, galleries.other]) {
      expect(await idsOf(gallery, space)).toEqual([third.vector_id]);
    }
  });

  it('leaves out a face whose numbers are damaged, counts it, and finds the others', async () => {
    const space = newSpace();
    const [broken, whole] = [await keep(space, turned(0)), await keep(space, turned(1))];
    const damage = 'update sealed_vectors set sealed = overlay(sealed placing ? from 30) where vector_id = ?';
    await core.database.knex.raw(damage, [Buffer.of(1, 2, 3), broken.vector_id]);
    for (let time = 0; time < 2; time++) {
      const { near, compared, damaged } = await galleries.one.nearest(space, turned(0), ALL);
      expect([near.map(({ vector_id }) => vector_id), compared, damaged]).toEqual([[whole.vector_id], 1, 1]);
    }
  });

  it(`finds ${100 * recall} % of what comparing each face finds, and with the same cosines`, async () => {
    const space = newSpace();
    const random = randomNumbers();
    const people = Array.from({ length: 150 }, () => unit(Float32Array.from({ length: LENGTH }, random)));
    const faces = new Map<string, Float32Array>();
    for (const person of people) {
      for (let photo = 0; photo < 4; photo++) {
        const vector = unit(person.map((number) => number + 0.07 * random()));
        faces.set((await keep(space, vector)).vector_id, vector);
      }
    }
    let [found, sought] = [0, 0];
    // With so low a bound signs rule out nobody; with the higher ones nearly everybody.
    for (const least of [-1, 0.5, 0.8]) {
      for (const probe of people) {
        const exact = [...faces].map(([id, vector]) => [id, dot(probe, vector)] as const);
        const near = exact.filter(([, cosine]) => cosine >= least).sort(([, a], [, b]) => b - a);
        const answer = await galleries.one.nearest(space, probe, { ...ALL, least });
        const told = new Map(answer.near.map(({ vector_id, cosine }) => [vector_id, cosine]));
        for (const [id, cosine] of near.slice(0, ALL.most)) {
          sought++;
          if (!told.has(id)) continue;
          found++;
          expect(told.get(id)).toBeCloseTo(cosine, 4);
        }
      }
    }
    expect(sought).toBeGreaterThan(2_500);
    expect(found / sought).toBeGreaterThanOrEqual(recall);
  });
}

/** A direction. */
function turned(degrees: number): Float32Array {
  const vector = new Float32Array(LENGTH);
  vector.set([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
  return vector;
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, number, at) => sum + number * other[at]!, 0);
const unit = (vector: Float32Array): Float32Array => vector.map((number) => number / Math.sqrt(dot(vector, vector)));

/** Between -1 and 1, the same every time. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
}
