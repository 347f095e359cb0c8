import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryGallery } from '../../../../src/commands/faces/memoryGallery.js';
import { createFaceReembedding } from '../../../../src/commands/faces/faceReembedding.js';
import { createFaceRegistryCommands } from '../../../../src/commands/faces/faceRegistryCommands.js';
import { createFaceSets } from '../../../../src/commands/faces/faceSets.js';
import { createServedSets } from '../../../../src/commands/faces/servedSet.js';
import {
  faceDatabases,
  type RegisteredFace,
  registeredFace,
  registeredFaceStream,
} from '../../../../src/domain/faces/index.js';
import { EngineUnavailable } from '../../../../src/engines/documents/documentEngine.js';
import type { FaceEngine, FaceModelFacts } from '../../../../src/engines/faces/faceEngine.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { createBulkJobs } from '../../../../src/platform/bulkWork/bulkWork.js';
import { createBulkWorker } from '../../../../src/platform/bulkWork/bulkWorker.js';
import { bulkWorkMigrations } from '../../../../src/platform/bulkWork/bulkTables.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createLog } from '../../../../src/platform/log.js';
import { createSealedVectors } from '../../../../src/platform/sealing/sealedVectors.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let tenant_id: string;
let registered: string[];
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, bulkWorkMigrations);
});
beforeEach(async () => {
  for (const table of ['sealed_vectors', 'face_spaces', 'face_sets', 'bulk_chunks', 'bulk_failures', 'bulk_jobs'])
    await core.database.knex(table).delete();
  [tenant_id, registered] = [`t-${randomUUID()}`, []];
});
afterAll(() => core.close());

const QUALITY = { score: 0.9, parts: { size: 1, sharpness: 1, pose: 1, exposure: 1, occlusion: 1 }, width: 100 };
const modelsOf = (vectors: string): FaceModelFacts => ({
  ...{ name: vectors, vectors, length: 2, calibration: { offset: 0, scale: 1, far: [] } },
});
/** Networks by their names: each turns a face further than the other, so that numbers of two of them say nothing of one another. */
const TURNS: Record<string, number> = { one: 0, two: 90 };
const numbersOf = (degrees: number, vectors: string): Float32Array => {
  const angle = ((degrees + TURNS[vectors]!) * Math.PI) / 180;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
};

/** Sees the face of the first byte of a picture, and as many as the second byte says. */
const engineOf = (now: string, earlier?: string): FaceEngine => ({
  ...{ faceModels: modelsOf(now), earlierFaceModels: earlier === undefined ? undefined : modelsOf(earlier) },
  look: ([degrees = 0, count = 1], { wanted }) =>
    Promise.resolve({
      count,
      largest:
        count === 0
          ? null
          : {
              ...{ box: [0, 0, 1, 1], quality: { ...QUALITY, advice: [] }, embedding: numbersOf(degrees, now) },
              ...(wanted.includes('earlier_embedding') && { earlier_embedding: numbersOf(degrees, earlier!) }),
            },
    }),
});

/** The faces that are registered, as the log has them. */
async function faces(): Promise<RegisteredFace[]> {
  const loaded = await Promise.all(
    registered.map((id) => core.handler.loadToErase(registeredFaceStream(id), registeredFace)),
  );
  return loaded.flatMap(({ state }) => (state.status === 'registered' ? [state.face] : []));
}

/** A process with some networks. What it reads of faces is what the log says of them. */
function processWith(now: string, earlier?: string, more: Partial<FaceEngine> = {}, overlapSeconds = 0) {
  const engine = { ...engineOf(now, earlier), ...more };
  const log = createLog('silent');
  const sealedVectors = createSealedVectors(core.database, core.subjectKeys, log);
  const [sets, jobs] = [createFaceSets(core.database), createBulkJobs(core.database)];
  const waits = ({ vectors, kept_out_of }: RegisteredFace, of: string) => vectors !== of && kept_out_of !== of;
  const reembedding = createFaceReembedding({
    ...{ ...core, engine, sealedVectors, sets, jobs, overlapSeconds },
    notEmbedded: async ({ vectors, again, after, limit }) =>
      (await faces())
        .filter((face) => (again ? face.vectors !== vectors : waits(face, vectors)))
        .map(({ registration_id }) => registration_id)
        .filter((id) => after === null || id > after)
        .sort()
        .slice(0, limit),
    toEmbed: async (vectors) => {
      const waiting = (await faces()).filter((face) => waits(face, vectors)).length;
      return [{ tenant_id, mode: 'live', database: 'custom', waiting, kept_out: 0 }];
    },
  });
  const setOf = createServedSets({
    ...{ engine, sealedVectors, sets },
    without: async (_register, vectors, of) =>
      (await faces()).filter((face) => face.vectors !== vectors && face.earlier_vectors !== vectors && waits(face, of))
        .length,
  });
  const byVectors = async (ids: readonly string[]) =>
    (await faces()).flatMap((face) =>
      [face.vector_id, face.earlier_vector_id].flatMap((id) =>
        id !== null && ids.includes(id) ? [{ ...face, vector_id: id }] : [],
      ),
    );
  const registry = createFaceRegistryCommands({
    ...{ ...core, engine, sealedVectors, gallery: createMemoryGallery(sealedVectors), byVectors, setOf, reembedding },
    ...{ databases: faceDatabases([]), mostFaces: 100 },
  });
  const worker = createBulkWorker({
    ...{ database: core.database, kinds: [reembedding.work], log },
    timing: { holdSeconds: 1, retrySeconds: 0 },
  });
  const context = { ...anyone, tenant_id };
  return {
    ...{ registry, reembedding, worker, jobs, sets },
    async register(face_id: string, degrees: number, count = 1): Promise<string> {
      const picture = { bytes: Buffer.of(degrees, count), field: 'image' };
      const { value } = await registry.register(context, { database: 'custom', face_id, picture });
      registered.push(value.registration_id);
      return value.registration_id;
    },
    remove: (face_id: string) => registry.remove(context, { database: 'custom', face_id }),
    async search(degrees: number) {
      const { found, notes } = await registry.search(context, {
        ...{ probe: { bytes: Buffer.of(degrees), field: 'probe' }, top_k: 9, threshold: 0.99 },
        databases: [{ database: 'custom', tenant_id }],
      });
      return { found: found.map(({ face }) => face.face_id), notes };
    },
    async run(): Promise<void> {
      while (await worker.step(new AbortController().signal));
    },
  };
}

/** The rows of numbers, by the networks that made them. */
const rows = async (): Promise<Record<string, number>> => {
  const spaces = await core.database.knex('sealed_vectors').pluck<string[]>('space');
  return Object.fromEntries(
    [...new Set(spaces)].sort().map((one) => [one.slice(-3), spaces.filter((it) => it === one).length]),
  );
};

describe('faces of earlier networks', () => {
  it('are compared by those until all of a register have new numbers, and then by these alone, in one step', async () => {
    const before = processWith('one');
    for (const [id, degrees] of [['a', 10], ['b', 60], ['c', 110]] as const) await before.register(id, degrees); // prettier-ignore
    const after = processWith('two', 'one');
    await after.reembedding.begin();
    expect([await after.search(60), await rows()]).toEqual([{ found: ['b'], notes: [] }, { one: 3 }]);
    await after.run();
    expect([await after.search(60), await rows()]).toEqual([{ found: ['b'], notes: [] }, { two: 3 }]);
    expect(await core.database.knex('bulk_jobs').select('state', 'items_done')).toEqual([
      { state: 'completed', items_done: '3' },
    ]);
  });

  it('are not compared where their networks are not there, and that is said', async () => {
    await processWith('one').register('a', 10);
    const after = processWith('two');
    await after.reembedding.begin();
    const notes = [expect.stringMatching(/^Of 1 face in `custom` .* it was not compared$/)];
    expect(await after.search(10)).toEqual({ found: [], notes });
    await after.run();
    expect(await after.search(10)).toEqual({ found: ['a'], notes: [] });
  });

  it('are found as long as agreed by processes that have the earlier networks alone', async () => {
    const before = processWith('one');
    await before.register('a', 10);
    const after = processWith('two', 'one', {}, 3600);
    await after.reembedding.begin();
    await after.run();
    expect([await before.search(10), await after.search(10)].map(({ found }) => found)).toEqual([['a'], ['a']]);
    expect(await rows()).toEqual({ one: 1, two: 1 });
  });

  it('that are registered meanwhile are there by both, and one that is deleted meanwhile leaves nothing', async () => {
    const before = processWith('one');
    await before.register('a', 10);
    const gone = await before.register('gone', 60);
    const { picture_key } = (await faces()).find(({ face_id }) => face_id === 'gone')!;
    expect(await core.blobs.read(picture_key!)).toEqual(Buffer.of(60, 1));
    const after = processWith('two', 'one');
    await after.reembedding.begin();
    await after.register('new', 110);
    expect([await before.search(110), await after.search(110)].map(({ found }) => found)).toEqual([['new'], ['new']]);
    await after.remove('gone');
    await after.run();
    expect([(await after.search(110)).found, (await after.search(60)).found]).toEqual([['new'], []]);
    expect(await rows()).toEqual({ two: 2 });
    expect(await core.database.knex('sealed_vectors').where({ subject: registeredFaceStream(gone) })).toEqual([]);
    await expect(core.blobs.read(picture_key!)).rejects.toThrow(BlobNotFound);
  });

  it('that is deleted between the look and the note is given no numbers', async () => {
    await processWith('one').register('a', 10);
    const after = processWith('two', 'one', {
      look: async (picture, look) => {
        await after.remove('a');
        return engineOf('two').look(picture, look);
      },
    });
    await after.reembedding.begin();
    await after.run();
    expect([await rows(), await faces()]).toEqual([{}, []]);
  });

  it('of which no numbers can be made are kept out with a reason, keep none of the others, and lose nothing', async () => {
    const before = processWith('one');
    for (const [id, degrees] of [['a', 10], ['lost', 40], ['odd', 70], ['crowd', 100]] as const) await before.register(id, degrees); // prettier-ignore
    const [, lost] = await faces();
    await core.blobs.delete(lost!.picture_key!);
    const after = processWith('two', 'one', {
      look: (picture, look) =>
        engineOf('two').look(Buffer.of(picture[0]!, picture[0] === 70 ? 0 : picture[0] === 100 ? 2 : 1), look),
    });
    await after.reembedding.begin();
    await after.run();
    expect((await faces()).map(({ face_id, kept_out }) => [face_id, kept_out])).toEqual([
      ['a', null],
      ['lost', 'no_picture'],
      ['odd', 'no_face'],
      ['crowd', 'several_faces'],
    ]);
    expect(await rows()).toEqual({ one: 3, two: 1 });
    const served = await after.sets.servedIn(`faces:live:${tenant_id}:custom`);
    expect(served).toBe('two');
  });

  it('are gone on with after an engine that was not there, and after a cancel only when somebody asks', async () => {
    await processWith('one').register('a', 10);
    const away = processWith('two', 'one', { look: () => Promise.reject(new EngineUnavailable('away')) });
    await away.reembedding.begin();
    await away.run();
    expect((await faces())[0]).toMatchObject({ vectors: 'one', kept_out: null });
    const after = processWith('two', 'one');
    await after.reembedding.goOn();
    const { job_id } = (await after.sets.chosen())!;
    await after.jobs.cancel(job_id!);
    await after.run();
    await after.reembedding.goOn();
    await after.run();
    expect((await faces())[0]).toMatchObject({ vectors: 'one' });
    await after.sets.setCancelled(false);
    await after.reembedding.goOn();
    await after.run();
    expect((await faces())[0]).toMatchObject({ vectors: 'two' });
  });

  it('are left alone by a process whose networks are not meant any more', async () => {
    await processWith('one').register('a', 10);
    const [two, one] = [processWith('two', 'one'), processWith('one')];
    await two.reembedding.begin();
    await one.reembedding.begin();
    await two.reembedding.goOn();
    await two.run();
    expect([await rows(), (await one.search(10)).found]).toEqual([{ one: 1 }, ['a']]);
  });

  it('have their new numbers nowhere in the clear, and the events say only under which they are kept', async () => {
    await processWith('one').register(`face-${randomUUID()}`, 77);
    const after = processWith('two', 'one');
    await after.reembedding.begin();
    await after.run();
    const [face] = await faces();
    const events: unknown[] = [];
    for await (const { type, data } of core.eventStore.readStream(registeredFaceStream(face!.registration_id)))
      if (type === 'FaceEmbeddedAnew') events.push(data);
    const { registration_id, vector_id } = face!;
    expect(events).toEqual([
      {
        ...{ registration_id, tenant_id, database: 'custom', vectors: 'two', vector_id },
        embedded_at: expect.any(String) as string,
      },
    ]);
    const [row] = await core.database
      .knex<{ vector_id: string; sealed: Buffer }>('sealed_vectors')
      .where({ vector_id })
      .select('sealed');
    const bytes = Buffer.from(numbersOf(77, 'two').buffer);
    expect(row!.sealed.includes(bytes.subarray(0, 4))).toBe(false);
  });

  it('are reached behind one that breaks their chunk each time, and its failure alone is counted', async () => {
    const before = processWith('one');
    for (const degrees of [10, 20, 30]) await before.register(`f${degrees}`, degrees);
    const [first] = [...registered].sort();
    const broken = 10 * (registered.indexOf(first!) + 1);
    const { look } = engineOf('two');
    const after = processWith('two', undefined, {
      look: (bytes, asked) => (bytes[0] === broken ? Promise.reject(new Error('Jane Doe')) : look(bytes, asked)),
    });
    await after.reembedding.begin();
    await after.run();
    const left = (await faces()).filter(({ vectors }) => vectors !== 'two');
    expect(left.map(({ registration_id }) => registration_id)).toEqual([first]);
    expect(await core.database.knex('bulk_failures').pluck('error')).toEqual(['It could not be looked at again']);
  });
});
