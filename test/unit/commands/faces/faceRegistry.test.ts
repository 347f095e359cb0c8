import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  createFaceRegistryCommands,
  type FaceRegistryDeps,
} from '../../../../src/commands/faces/faceRegistryCommands.js';
import type { FaceReembedding } from '../../../../src/commands/faces/faceReembedding.js';
import { createMemoryGallery } from '../../../../src/commands/faces/memoryGallery.js';
import { DomainError } from '../../../../src/domain/core/decider.js';
import { faceDatabases, registeredFace, registeredFaceStream } from '../../../../src/domain/faces/index.js';
import type { FaceEngine, SeenFace } from '../../../../src/engines/faces/faceEngine.js';
import { createSealedVectors, type SealedVectors } from '../../../../src/platform/sealing/sealedVectors.js';
import { finishErasures } from '../../../../src/workers/operations/finishErasures.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { unerased } from '../../../support/unerased.js';

const unexpected = () => Promise.reject(new Error('Networks were not to change'));

let core: Core;
let sealedVectors: SealedVectors;
const logged: unknown[] = [];
beforeAll(async () => {
  core = await openCore();
  sealedVectors = createSealedVectors(core.database, core.subjectKeys, {
    error: (...said: unknown[]) => void logged.push(said),
  });
});
afterAll(() => core.close());

/** Networks do not change here. */
const NO_REEMBEDDING: FaceReembedding = {
  ...{ vectors: 'v', begin: unexpected, goOn: unexpected },
  work: { name: 'none', chunkItems: 1, next: unexpected, work: unexpected },
};

const PARTS = { size: 1, sharpness: 1, pose: 1, exposure: 1, occlusion: 1 };

/** Sees one face, that of the first byte of a picture, which is its direction in degrees. */
const engineOf = (quality: Partial<SeenFace['quality']> = {}, count = 1): FaceEngine => ({
  faceModels: {
    name: 'small',
    vectors: 'v',
    length: 2,
    calibration: { offset: 0, scale: 1, far: [{ similarity: 0.7, far: 0.25 }] },
  },
  look: (picture) => {
    const direction = (picture[0]! * Math.PI) / 180;
    const embedding = Float32Array.of(Math.cos(direction), Math.sin(direction));
    return Promise.resolve({
      count,
      largest: {
        box: [0, 0, 1, 1],
        embedding,
        quality: { score: 0.9, parts: PARTS, width: 100, advice: [], ...quality },
      },
    });
  },
});

const registry = (more: Partial<FaceRegistryDeps> = {}) =>
  createFaceRegistryCommands({
    ...{ ...core, engine: engineOf(), sealedVectors, gallery: createMemoryGallery(sealedVectors) },
    ...{ databases: faceDatabases(['staff']), mostFaces: 100 },
    byVectors: facesOf,
    setOf: () => Promise.resolve({ models: (more.engine ?? engineOf()).faceModels, waiting: 0 }),
    reembedding: NO_REEMBEDDING,
    ...more,
  });
const picture = (degrees: number) => ({ bytes: Buffer.of(degrees), field: 'image' });
const registering = (degrees: number, face_id: string = randomUUID()) => ({
  ...{ database: 'custom' as const, face_id, picture: picture(degrees), metadata: { name: 'Unmistakable Person' } },
});
const tenant = () => ({ ...anyone, tenant_id: `t-${randomUUID()}` });
const vectorsOf = async (subject: string) => core.database.knex('sealed_vectors').where({ subject });

/** The faces whose numbers are kept under some ids, as the log has them. */
async function facesOf(vector_ids: readonly string[]) {
  const rows = core.database.knex('sealed_vectors').whereIn('vector_id', vector_ids);
  const subjects = await rows.pluck<string[]>('subject');
  const loaded = await Promise.all(subjects.map((stream) => core.handler.load(stream, registeredFace)));
  return loaded.flatMap(({ state }) =>
    state.status === 'registered' && vector_ids.includes(state.face.vector_id) ? [state.face] : [],
  );
}

describe('a register of which something is damaged', () => {
  it.each([
    ['numbers', 'update sealed_vectors set sealed = overlay(sealed placing ? from 30) where subject = ?'],
    ['key', 'update subject_keys set wrapped_key = overlay(wrapped_key placing ? from 20) where subject = ?'],
  ])(
    'is searched all the same: the %s of one face say so in the log, without a name, and in the answer',
    async (_, damage) => {
      const context = tenant();
      const [broken] = [
        (await registry().register(context, registering(40, 'broken'))).value,
        await registry().register(context, registering(41, 'whole')),
      ];
      const search = () =>
        registry().search(context, {
          ...{ probe: picture(40), top_k: 5, threshold: 0.7 },
          databases: [{ database: 'custom', tenant_id: context.tenant_id }],
        });
      await core.database.knex.raw(damage, [Buffer.of(1, 2, 3), registeredFaceStream(broken.registration_id)]);
      logged.length = 0;
      const { found, compared, notes } = await search();
      expect([found.map(({ face }) => face.face_id), compared]).toEqual([['whole'], 1]);
      expect(notes).toEqual(['The numbers of 1 face in `custom` are damaged, and were not compared']);
      expect(logged).toMatchObject([[{ vector_id: broken.vector_id }, expect.stringContaining('damaged')]]);
      expect(JSON.stringify(logged)).not.toMatch(/Unmistakable|broken/);
    },
  );
});

describe('a face', () => {
  it('is found by how alike it is, with how many strangers are to be expected among so many', async () => {
    const context = tenant();
    for (const [id, degrees] of [
      ['same', 40],
      ['alike', 60],
      ['other', 130],
    ] as const)
      await registry().register(context, registering(degrees, id));
    const search = await registry().search(context, {
      ...{ probe: picture(40), top_k: 5, threshold: 0.7 },
      databases: [{ database: 'custom', tenant_id: context.tenant_id }],
    });
    expect(search.found.map(({ face }) => face.face_id)).toEqual(['same', 'alike']);
    expect([search.compared, search.expected_false_matches]).toEqual([3, 0.75]);
  });

  it('is told once of each person: the most alike of their photos, and others behind it are not kept out', async () => {
    const context = tenant();
    for (const [face_id, degrees, person_id] of [
      ['anna-1', 40, 'anna'],
      ['anna-2', 42, 'anna'],
      ['nobody-1', 44, undefined],
      ['nobody-2', 46, undefined],
      ['bert-1', 48, 'bert'],
    ] as const)
      await registry().register(context, { ...registering(degrees, face_id), person_id });
    const search = async (top_k: number) => {
      const { found } = await registry().search(context, {
        ...{ probe: picture(42), top_k, threshold: 0.7 },
        databases: [{ database: 'custom', tenant_id: context.tenant_id }],
      });
      return found.map(({ face }) => [face.face_id, face.person_id]);
    };
    const expected = [
      ['anna-2', 'anna'],
      ['nobody-1', null],
      ['nobody-2', null],
      ['bert-1', 'bert'],
    ];
    expect([await search(9), await search(2)]).toEqual([expected, expected.slice(0, 2)]);
  });

  it('of a register that the installation adds is in that one alone, and what is no register is named', async () => {
    const context = tenant();
    await registry().register(context, { ...registering(40, 'keeper'), database: 'staff' });
    const found = async (...databases: string[]) => {
      const asked = databases.map((database) => ({ database, tenant_id: context.tenant_id }));
      const search = { probe: picture(40), top_k: 5, threshold: 0.7, databases: asked };
      return (await registry().search(context, search)).found.map(({ face }) => face.database);
    };
    expect([await found('staff'), await found('custom'), await found('custom', 'staff')]).toEqual([
      ['staff'],
      [],
      ['staff'],
    ]);
    const refused = registry({ databases: faceDatabases([]) }).register(context, {
      ...registering(40),
      database: 'staff',
    });
    await expect(refused).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringMatching(/`database` names no register; there are .*custom$/) as string,
    });
    await expect(found('friends')).rejects.toThrow(/`databases` names no register/);
  });

  it('of one tenant, of a test, or made with other networks is found by nobody else', async () => {
    const context = tenant();
    await registry().register(context, registering(40));
    const found = async (who: object, more: Partial<FaceRegistryDeps> = {}) => {
      const asked = { ...context, ...who };
      const databases = [{ database: 'custom' as const, tenant_id: asked.tenant_id }];
      return (await registry(more).search(asked, { probe: picture(40), top_k: 5, threshold: 0.7, databases })).compared;
    };
    const engine = engineOf();
    const newer = { ...engine, faceModels: { ...engine.faceModels, vectors: 'w' } };
    expect(await found({})).toBe(1);
    expect([await found(tenant()), await found({ mode: 'test' }), await found({}, { engine: newer })]).toEqual([
      0, 0, 0,
    ]);
  });

  it('is registered once for a request that begins again, and nothing of the second look is kept', async () => {
    const context = { ...tenant(), command_id: randomUUID() };
    const [one, again] = [
      await registry().register(context, registering(40, 'visitor')),
      await registry().register(context, registering(40, 'visitor')),
    ];
    expect(again.value).toEqual(one.value);
    expect(await vectorsOf(registeredFaceStream(one.value.registration_id))).toHaveLength(1);
    const other = { ...context, command_id: randomUUID() };
    await expect(registry().register(other, registering(50, 'visitor'))).rejects.toMatchObject({ reason: 'conflict' });
    expect(await vectorsOf(registeredFaceStream(one.value.registration_id))).toHaveLength(1);
  });

  it('whose registration is refused in the end leaves none of its numbers, and one of which that is not known keeps them', async () => {
    const failing = (error: Error) => registry({ handler: { ...core.handler, handle: () => Promise.reject(error) } });
    const kept = () => core.database.knex('sealed_vectors').pluck<string[]>('vector_id');
    const before = await kept();
    const refused = failing(new DomainError('conflict', 'taken meanwhile'));
    await expect(refused.register(tenant(), registering(40))).rejects.toThrow('taken meanwhile');
    expect(await kept()).toEqual(before);
    await expect(failing(new Error('no answer')).register(tenant(), registering(40))).rejects.toThrow('no answer');
    expect(await kept()).toHaveLength(before.length + 1);
  });

  it('is found though the numbers of a registration that was broken off are nearer, and by as few as one', async () => {
    const context = tenant();
    const handler = { ...core.handler, handle: () => Promise.reject(new Error('no answer')) };
    for (let time = 0; time < 3; time++)
      await expect(registry({ handler }).register(context, registering(40, 'there'))).rejects.toThrow('no answer');
    await registry().register(context, registering(41, 'there'));
    const search = await registry().search(context, {
      ...{ probe: picture(40), top_k: 1, threshold: 0.7 },
      databases: [{ database: 'custom', tenant_id: context.tenant_id }],
    });
    expect(search.found.map(({ face }) => face.face_id)).toEqual(['there']);
  });

  it.each([
    ['is too small', engineOf({ width: 25 }), /25 pixels across; at least 32/],
    ['is blurred', engineOf({ parts: { ...PARTS, sharpness: 0.05 } }), /sharpness is 0.05, at least 0.15/],
    ['is not alone', engineOf({}, 3), /shows 3 faces; register one at a time/],
  ])('that %s is not registered, and the measure is said', async (_, engine, sentence) => {
    const refused = registry({ engine }).register(tenant(), registering(40));
    await expect(refused).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringMatching(sentence) as string,
    });
  });

  it('is refused by a register that is full, whatever others hold', async () => {
    const context = tenant();
    await registry().register(tenant(), registering(40));
    const small = registry({ mostFaces: 1 });
    await small.register(context, registering(40));
    await expect(small.register(context, registering(50))).rejects.toMatchObject({ reason: 'rule_broken' });
  });

  it('that is deleted is gone with its numbers and its name, is found no more, and its id is not given again', async () => {
    const context = tenant();
    const { value } = await registry().register(context, registering(40, 'gone'));
    const stream = registeredFaceStream(value.registration_id);
    await registry().remove(context, { database: 'custom', face_id: 'gone' });
    expect([await vectorsOf(stream), (await core.subjectKeys.find([stream])).get(stream)]).toEqual([[], null]);
    await expect(registry().remove(context, { database: 'custom', face_id: 'gone' })).rejects.toMatchObject({
      reason: 'not_found',
    });
    await expect(registry().register(context, registering(40, 'gone'))).rejects.toMatchObject({ reason: 'conflict' });
    await expect(registry().remove(tenant(), { database: 'custom', face_id: 'gone' })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });

  it('whose deletion was broken off is found no more from then on, and is deleted by a worker', async () => {
    const context = tenant();
    const { value } = await registry().register(context, registering(40, 'half'));
    const stream = registeredFaceStream(value.registration_id);
    const handler = { ...core.handler, handle: () => Promise.reject(new Error('killed')) };
    const broken = registry({ handler }).remove(context, { database: 'custom', face_id: 'half' });
    await expect(broken).rejects.toThrow('killed');
    expect(await vectorsOf(stream)).toEqual([]);
    const cases = { erase: unerased.executions.erase };
    await finishErasures({ ...core, commands: { ...unerased, cases, faceRegistry: registry() }, seconds: 0 });
    expect(await core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 9, except: [] })).toEqual([]);
    expect((await core.handler.loadToErase(stream, registeredFace)).state.status).toBe('removed');
  });
});

it('numbers of a face are nowhere in the clear, in the database and in the log', async () => {
  const { value } = await registry().register(tenant(), registering(77));
  const stream = registeredFaceStream(value.registration_id);
  const bytes = Buffer.alloc(8);
  [Math.cos((77 * Math.PI) / 180), Math.sin((77 * Math.PI) / 180)].forEach((one, at) =>
    bytes.writeFloatLE(one, 4 * at),
  );
  const [row] = (await vectorsOf(stream)) as { sealed: Buffer }[];
  expect(row!.sealed.includes(bytes.subarray(0, 4))).toBe(false);
  const events: unknown[] = [];
  for await (const { data } of core.eventStore.readStream(stream)) events.push(data);
  expect(JSON.stringify(events)).not.toMatch(/embedding|Unmistakable/);
  expect((await sealedVectors.read([value.vector_id])).get(value.vector_id)?.vector?.[0]).toBeCloseTo(
    Math.cos((77 * Math.PI) / 180),
  );
});
