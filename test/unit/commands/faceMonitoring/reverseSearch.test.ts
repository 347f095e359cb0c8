import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeptFaces, type KeptFaces } from '../../../../src/commands/faceMonitoring/keptFaces.js';
import {
  createWatchlistMonitoring,
  type WatchlistMonitoringCommands,
} from '../../../../src/commands/faceMonitoring/monitoringCommands.js';
import { caseStream, type WatchlistHit } from '../../../../src/domain/cases/index.js';
import type { Mode } from '../../../../src/domain/core/mode.js';
import { registeredFace, type RegisteredFace, registeredFaceStream } from '../../../../src/domain/faces/index.js';
import { createSealedVectors, type SealedVectors } from '../../../../src/platform/sealing/sealedVectors.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let sealedVectors: SealedVectors;
let kept: KeptFaces;
let monitoring: WatchlistMonitoringCommands;
/** The faces that searches find, by their ids. */
let shown: Map<string, RegisteredFace>;
let started: string[];
let hits: { session_id: string; tenant_id: string; hit: WatchlistHit }[];

beforeEach(async () => {
  core = await openCore();
  shown = new Map();
  [started, hits] = [[], []];
  sealedVectors = createSealedVectors(core.database, core.subjectKeys, { error: () => undefined });
  const calibration = { offset: 0, scale: 1, far: [{ similarity: 0.7, far: 0.003 }] };
  const engine = { faceModels: { name: 'two', vectors: 'two', length: 2, calibration } };
  kept = createKeptFaces({ ...core, sealedVectors, engine });
  monitoring = createWatchlistMonitoring({
    ...{ ...core, sealedVectors, engine, kept },
    jobs: { start: (_kind, _parameters, id = '') => Promise.resolve(started.push(id)).then(() => id) },
    findFace: (registration_id) => Promise.resolve(shown.get(registration_id)),
  });
});
afterEach(() => core.close());

const towards = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

const monitor = (monitors = true, tenant_id = 'acme') => monitoring.setMonitoring({ ...anyone, tenant_id }, monitors);

/** A case with a selfie whose face looks that way, as completing it would keep it. */
async function past(degrees: number, more: { tenant_id?: string; mode?: Mode; replay_of?: string } = {}) {
  const { tenant_id = 'acme', mode = 'live', replay_of = null } = more;
  const session_id = randomUUID();
  const keep = await kept.keeperFor({ session_id, tenant_id, mode, replay_of });
  await keep?.([{ picture: 'selfie', doc_id: `of ${session_id}`, embedding: towards(degrees) }]);
  return session_id;
}

/** A face that joins a list. */
async function joins(
  degrees: number,
  {
    database = 'fraudsters',
    mode = 'live',
    vectors = 'two',
  }: { database?: string; mode?: Mode; vectors?: string } = {},
) {
  const registration_id = randomUUID();
  const [stream, vector_id] = [registeredFaceStream(registration_id), newId()];
  await sealedVectors.add({ vector_id, subject: stream, space: 's', vector: towards(degrees) });
  const face = {
    ...{ registration_id, tenant_id: '', mode, database, face_id: 'f', person_id: null, metadata: null },
    ...{ quality: 1, vectors, vector_id, registered_by: 'key:platform' },
  };
  const at = '2026-03-02T09:00:00.000Z';
  const command = { type: 'register' as const, face, at };
  await core.handler.handle({ stream, decider: registeredFace, context: { ...anyone, tenant_id: '', mode }, command });
  const earlier = { earlier_vectors: null, earlier_vector_id: null };
  shown.set(registration_id, {
    ...{ ...face, ...earlier, picture_key: null, kept_out_of: null, kept_out: null, registered_at: at },
  });
  return face;
}

/** Does all the work of a search, as a worker does; `times` over. */
async function search({ registration_id, vector_id }: { registration_id: string; vector_id: string }, times = 1) {
  const { next, work } = monitoring.work((context, session_id, hit) =>
    Promise.resolve(hits.push({ session_id, tenant_id: context.tenant_id, hit })),
  );
  const failures = [];
  for (let time = 0; time < times; time++) {
    const items = await next({ registration_id }, null, 100);
    const chunk = { job_id: vector_id, number: 1, isLast: false };
    failures.push(...(await work({ registration_id }, items, new AbortController().signal, chunk)));
  }
  return failures;
}

const rows = async (): Promise<number[]> => {
  const counts = ['kept_faces', 'sealed_vectors'].map(async (table) => {
    const [row] = await core.database.knex(table).count<{ count: string }[]>('* as count');
    return Number(row?.count);
  });
  return Promise.all(counts);
};

describe('faces of cases', () => {
  it('are kept for tenants that asked for it alone, and not of a replay, which has those of another case', async () => {
    await past(0);
    expect(await rows()).toEqual([0, 0]);
    await monitor();
    await past(0, { replay_of: randomUUID() });
    await past(0, { tenant_id: 'other' });
    expect(await rows()).toEqual([0, 0]);
    await past(0);
    expect(await rows()).toEqual([1, 1]);
  });

  it('go with the key of their case, and all of a tenant when it asks for that, and nobody else’s', async () => {
    await monitor();
    await monitor(true, 'other');
    const [erased] = [await past(0), await past(10), await past(20, { tenant_id: 'other' })];
    await core.subjectKeys.erase(caseStream(erased));
    expect(await rows()).toEqual([2, 2]);
    await monitor(false);
    expect(await rows()).toEqual([1, 1]);
    const left = await core.database.knex('kept_faces').pluck<string[]>('tenant_id');
    expect(left).toEqual(['other']);
  });

  it('are of one keeping: a case that is completed anew has those of then no more', async () => {
    await monitor();
    const session_id = randomUUID();
    for (const doc_id of ['before', 'now']) {
      const keep = await kept.keeperFor({ session_id, tenant_id: 'acme', mode: 'live', replay_of: null });
      await keep?.([{ picture: 'portrait', doc_id, embedding: towards(0) }]);
    }
    expect(await core.database.knex('kept_faces').pluck('doc_id')).toEqual(['now']);
    expect(await rows()).toEqual([1, 1]);
  });

  it('that were kept while their tenant ended that, or whose keeping was broken off, are swept', async () => {
    await monitor();
    const keep = await kept.keeperFor({ session_id: 's1', tenant_id: 'acme', mode: 'live', replay_of: null });
    await monitor(false);
    await keep?.([{ picture: 'selfie', doc_id: 'd1', embedding: towards(0) }]);
    const hours = (count: number) => newId({ msecs: Date.now() - count * 3_600_000 });
    for (const vector_id of [hours(2), hours(0.5)]) {
      await sealedVectors.add({ vector_id, subject: caseStream('s2'), space: 'case-faces:x', vector: towards(0) });
    }
    await sealedVectors.add({ vector_id: hours(3), subject: 'registeredFace-1', space: 'faces:x', vector: towards(0) });
    await monitoring.sweep();
    // The one that may be under way, and the one that is a register's.
    expect(await rows()).toEqual([0, 2]);
  });
});

describe('a face that joins a watchlist', () => {
  it('is compared with those of all cases that are kept, and a hit says which case, list and file, and how alike they are', async () => {
    await monitor();
    await monitor(true, 'other');
    const [alike, theirs] = [await past(30), await past(200), await past(0, { tenant_id: 'other' })].flatMap((id, at) => (at === 1 ? [] : [id])); // prettier-ignore
    const face = await joins(0);
    expect(await search(face)).toEqual([]);
    expect(hits.map(({ session_id, tenant_id }) => [session_id, tenant_id])).toEqual([
      [alike, 'acme'],
      [theirs, 'other'],
    ]);
    expect(hits[0]!.hit).toEqual({
      ...{ hit_id: expect.any(String) as string, database: 'fraudsters', registration_id: face.registration_id },
      ...{ picture: 'selfie', doc_id: `of ${alike}`, similarity: 0.866, threshold: 0.7, far: 0.003, networks: 'two' },
    });
  });

  it('comes to the same hit however often the work is done, so that a case notes it once', async () => {
    await monitor();
    await past(0);
    await search(await joins(0), 2);
    expect(hits).toHaveLength(2);
    expect(hits[0]!.hit.hit_id).toBe(hits[1]!.hit.hit_id);
  });

  it('is compared with none of another world, and none that other networks made', async () => {
    await monitor();
    await past(0);
    await past(0, { mode: 'test' });
    await search(await joins(0, { vectors: 'others' }));
    expect(hits).toEqual([]);
    await search(await joins(0, { mode: 'test' }));
    expect(hits).toHaveLength(1);
  });

  it('is compared no more once it is taken off, nor with faces of a tenant that ended it', async () => {
    await monitor();
    await past(0);
    const face = await joins(0);
    const stream = registeredFaceStream(face.registration_id);
    const command = { type: 'remove' as const, at: '2026-03-02T10:00:00.000Z' };
    const { next, work } = monitoring.work(() => Promise.reject(new Error('Nothing is to be noted')));
    const items = await next(face, null, 100);
    await core.handler.handle({ stream, decider: registeredFace, context: { ...anyone, tenant_id: '' }, command });
    expect(items).toHaveLength(1);
    const chunk = { job_id: face.vector_id, number: 1, isLast: false };
    expect(await work(face, items, new AbortController().signal, chunk)).toEqual([]);
    expect(await next(face, null, 100)).toEqual([]);

    const other = await joins(0);
    const before = await next(other, null, 100);
    await monitor(false);
    expect([before.length, await work(other, before, new AbortController().signal, chunk)]).toEqual([1, []]);
  });

  it('names faces whose numbers are damaged as not compared, and compares the others', async () => {
    await monitor();
    await past(0);
    const [broken] = await core.database.knex('kept_faces').pluck<string[]>('vector_id');
    await core.database
      .knex('sealed_vectors')
      .where({ vector_id: broken })
      .update({ sealed: Buffer.alloc(40) });
    const sound = await past(0);
    expect(await search(await joins(0))).toEqual([{ item: broken, error: 'Its numbers are damaged' }]);
    expect(hits.map(({ session_id }) => session_id)).toEqual([sound]);
  });

  it('is noted in all other cases where one of them cannot be written to, once that was tried again, and says nothing of why', async () => {
    await monitor();
    await monitor(true, 'other');
    const [broken, sound] = [await past(0), await past(0, { tenant_id: 'other' })];
    const face = await joins(0);
    const noted: string[] = [];
    const { next, work } = monitoring.work((_context, session_id) =>
      session_id === broken ? Promise.reject(new Error('Jane Doe')) : Promise.resolve(noted.push(session_id)),
    );
    const items = await next(face, null, 100);
    const attempt = (isLast: boolean) =>
      work(face, items, new AbortController().signal, { job_id: face.vector_id, number: 1, isLast });
    await expect(attempt(false)).rejects.toThrow('One of its items could not be done (Error)');
    expect(await attempt(true)).toEqual([{ item: items[0], error: 'The hit could not be noted in its case' }]);
    expect(noted).toEqual([sound]);
  });

  it('begins a search once it is shown to others and faces are kept, and never one of a register of a tenant’s', async () => {
    await monitor();
    await monitoring.begin((await joins(0)).registration_id);
    expect(started).toEqual([]);
    await past(0);
    const [face, own] = [await joins(0), await joins(0, { database: 'custom' })];
    await monitoring.begin(own.registration_id);
    await monitoring.begin(face.registration_id);
    expect(started).toEqual([face.vector_id]);
    shown.delete(face.registration_id);
    await expect(monitoring.begin(face.registration_id)).rejects.toThrow('do not show');
  });
});
