import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepVectors } from '../../../../src/commands/faces/sweepVectors.js';
import { registeredFace, registeredFaceStream } from '../../../../src/domain/faces/index.js';
import { createSealedVectors, type SealedVectors } from '../../../../src/platform/sealing/sealedVectors.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let sealedVectors: SealedVectors;
beforeEach(async () => {
  core = await openCore();
  sealedVectors = createSealedVectors(core.database, core.subjectKeys, { error: () => undefined });
});
afterEach(() => core.close());

const now = new Date('2026-03-02T09:00:00.000Z');
const before = new Date(now.getTime() - 3_600_000);
/** Keeps numbers that a registration made so many minutes ago, and the face too unless it was broken off. */
async function register(minutesAgo: number, { brokenOff = false } = {}): Promise<string> {
  const registration_id = randomUUID();
  const stream = registeredFaceStream(registration_id);
  const vector_id = newId({ msecs: now.getTime() - minutesAgo * 60_000 });
  await sealedVectors.add({ vector_id, subject: stream, space: 's', vector: Float32Array.of(1, 0) });
  if (brokenOff) return vector_id;
  const face = {
    ...{ registration_id, tenant_id: 'acme', mode: 'live' as const, database: 'custom' as const, face_id: 'f' },
    ...{ person_id: null, metadata: null, quality: 1, vectors: 'v', vector_id, registered_by: 'key:k' },
  };
  const command = { type: 'register' as const, face, at: now.toISOString() };
  await core.handler.handle({ stream, decider: registeredFace, context: anyone, command });
  return vector_id;
}
const kept = () => core.database.knex('sealed_vectors').orderBy('vector_id').pluck<string[]>('vector_id');
const sweep = (more: Partial<Parameters<typeof sweepVectors>[0]> = {}) =>
  sweepVectors({ ...core, sealedVectors, byVectors: () => Promise.resolve([]), ...more }, before);

describe('numbers of faces', () => {
  it('are dropped where no face has them for an hour, and kept where one has, also where the read model does not know of it', async () => {
    const [, ofFace, underWay] = [
      await register(61, { brokenOff: true }),
      await register(120),
      await register(59, { brokenOff: true }),
    ];
    expect(await sweep()).toEqual({ dropped: 1, unknown: 0 });
    expect(await kept()).toEqual([ofFace, underWay]);
  });

  it('are kept while a face has those of other networks too: which are compared is not theirs to say', async () => {
    const earlier = await register(120);
    const [{ subject } = { subject: '' }] = await sealedVectors.olderThan(before, { most: 1 });
    const vector_id = newId({ msecs: now.getTime() - 100 * 60_000 });
    await sealedVectors.add({ vector_id, subject, space: 't', vector: Float32Array.of(0, 1) });
    const command = { type: 'embed_anew' as const, vectors: 'w', vector_id, at: now.toISOString() };
    await core.handler.handle({ stream: subject, decider: registeredFace, context: anyone, command });
    expect(await sweep()).toEqual({ dropped: 0, unknown: 0 });
    expect(await kept()).toEqual([earlier, vector_id]);
  });

  it('are left alone where they are those of a case, which no register has', async () => {
    const vector_id = newId({ msecs: now.getTime() - 7_200_000 });
    await sealedVectors.add({ vector_id, subject: 'case-1', space: 'case-faces:s', vector: Float32Array.of(1, 0) });
    expect(await sweep()).toEqual({ dropped: 0, unknown: 0 });
    expect(await kept()).toEqual([vector_id]);
  });

  it('are looked at page by page, however many they are', async () => {
    const faces: string[] = [];
    for (let at = 0; at < 5; at++) faces.push(await register(100 - at), await register(90 - at, { brokenOff: true }));
    let after: string | undefined;
    const seen: string[] = [];
    for (let page = await sealedVectors.olderThan(before, { most: 3 }); page.length > 0;) {
      seen.push(...page.map(({ vector_id }) => vector_id));
      after = page.at(-1)?.vector_id;
      page = await sealedVectors.olderThan(before, { after, most: 3 });
    }
    expect(seen).toEqual(await kept());
    expect(await sweep()).toEqual({ dropped: 5, unknown: 0 });
    expect(await kept()).toEqual(faces.filter((_id, at) => at % 2 === 0));
  });

  it('are kept where it cannot be told whose they are, and keep none of the others from being looked at', async () => {
    const unreadable = await register(100, { brokenOff: true });
    await register(90, { brokenOff: true });
    const [{ subject } = { subject: '' }] = await sealedVectors.olderThan(before, { most: 1 });
    const load: Core['handler']['load'] = (stream, ...rest) =>
      stream === subject ? Promise.reject(new Error('It cannot be read')) : core.handler.load(stream, ...rest);
    expect(await sweep({ handler: { load } })).toEqual({ dropped: 1, unknown: 1 });
    expect(await kept()).toEqual([unreadable]);
  });

  it('are asked of the read model first: the stream is read where that knows of no face', async () => {
    const ofFace = await register(100);
    const load = () => expect.unreachable();
    const byVectors = () => Promise.resolve([{ vector_id: ofFace }]);
    expect(await sweep({ handler: { load }, byVectors })).toEqual({ dropped: 0, unknown: 0 });
  });
});
