import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anotherPerson, groupPhoto, noFace, onePerson } from '../support/facePhotos.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.withKey('acme');
});
afterAll(() => service.stop());

const MATCH = '/api/v1/face/match';
const EXTRACT = '/api/v1/face/extract';

const image = (bytes: Buffer, mime_type = 'image/jpeg') => ({ data: bytes.toString('base64'), mime_type });
const match = async (source: Buffer, target: Buffer, more: object = {}): Promise<Answer> =>
  client.post(MATCH, { source: image(source), target: image(target), ...more });

describe('a match', () => {
  test('says that two pictures show one person, how surely, and how good the pictures are', async () => {
    const answer = await match(await onePerson(), await onePerson({ turn: 180, width: 300 }));
    const share = expect.closeTo(0.5, 0) as number;
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { match: true, notes: [], source_quality: share, target_quality: share },
    ]);
    expect(answer.body['similarity']).toBeGreaterThan(0.75);
    expect(answer.body['processing_ms']).toBeGreaterThan(0);
  });

  test('says that two people are two, and by the threshold alone', async () => {
    const [one, other] = [await onePerson(), await anotherPerson()];
    const strict = await match(one, other);
    expect([strict.body['match'], Number(strict.body['similarity']) < 0.7]).toEqual([false, true]);
    expect((await match(one, other, { threshold: 0 })).body['match']).toBe(true);
  });

  test('takes the largest face of a picture that shows several, and says so', async () => {
    const answer = await match(await onePerson(), groupPhoto(1));
    expect([answer.status, answer.body['match'], answer.body['notes']]).toEqual([
      200,
      true,
      ['The field `target` shows 3 faces; the largest one is meant'],
    ]);
  });

  test('is refused where a picture shows no face, is no picture or is too large, naming which', async () => {
    const [face, none] = [await onePerson(), await noFace()];
    const broken = face.subarray(0, 2_000);
    const refused = [
      await match(face, none),
      await match(none, face),
      await match(broken, face),
      await match(face, Buffer.from('no picture at all')),
      await match(face, Buffer.from('%PDF-1.7\n')),
      await match(face, Buffer.alloc(20 * 1024 ** 2 + 1)),
      await client.post(MATCH, { source: { data: 'no base64!', mime_type: 'image/png' }, target: image(face) }),
    ];
    expect(refused.map(({ status, detail }) => [status, String(detail).split('.')[0]])).toEqual([
      [422, 'The field `target` shows no face'],
      [422, 'The field `source` shows no face'],
      [422, 'The field `source` cannot be looked at'],
      [415, 'The field `target'],
      [415, 'The field `target'],
      [413, 'The field `target'],
      [422, 'The field `source'],
    ]);
  });

  test.each([-0.1, 1.1, '0.8', null])('is refused for the threshold %j', async (threshold) => {
    const answer = await client.post(MATCH, { source: image(Buffer.of(1)), target: image(Buffer.of(1)), threshold });
    expect([answer.status, String(answer.detail)]).toEqual([422, expect.stringContaining('threshold') as string]);
  });

  test('is refused where a picture is missing', async () => {
    const answer = await client.post(MATCH, { source: image(Buffer.of(1)) });
    expect([answer.status, String(answer.detail)]).toEqual([422, expect.stringContaining('target') as string]);
  });
});

describe('an analysis', () => {
  test('says all of a face where nothing is left out', async () => {
    const answer = await client.post(EXTRACT, { image: image(await onePerson()) });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        ...{ face_detected: true, face_count: 1 },
        quality_details: { size: 1, advice: [] },
        liveness: { is_live: true, spoof_type: null, signals: { grid: 0 } },
        attributes: { age_range: { low: expect.any(Number) as number }, occlusion: 0 },
      },
    ]);
    expect(answer.body['quality']).toBeGreaterThan(0.6);
  });

  test('says only what is asked', async () => {
    const answer = await client.post(EXTRACT, { image: image(await onePerson()), checks: ['attributes'] });
    expect(answer.body).toMatchObject({ face_count: 1, quality: null, quality_details: null, liveness: null });
    expect(answer.body['attributes']).toMatchObject({ pose: { yaw: expect.any(Number) as number } });
  });

  test('of a picture without a face says that there is none, and nothing else', async () => {
    const answer = await client.post(EXTRACT, { image: image(await noFace()) });
    expect([answer.status, answer.body]).toMatchObject([200, { face_detected: false, face_count: 0 }]);
    for (const part of ['quality', 'quality_details', 'liveness', 'attributes']) expect(answer.body[part]).toBeNull();
  });

  test.each([[[]], [['age']], ['quality']])('is refused for the checks %j', async (checks) => {
    expect((await client.post(EXTRACT, { image: image(Buffer.of(1)), checks })).status).toBe(422);
  });
});

test('who may only read, names another tenant or has no key compares nothing', async () => {
  const body = { source: image(Buffer.of(1)), target: image(Buffer.of(1)) };
  const reader = await service.withKey('acme', ['read']);
  const answers = [
    await reader.post(MATCH, body),
    await reader.post(EXTRACT, { image: image(Buffer.of(1)) }),
    await client.post(MATCH, { ...body, tenant_id: 'globex' }),
    await service.as(undefined).post(MATCH, body),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
});

test('nothing of a picture that was compared is kept', async () => {
  const kept = async () => {
    const tables = await dumpTables(service.databaseUrl);
    const files = await readdir(service.dataDir, { recursive: true });
    return { events: tables.get('events')?.split('\n').length, files: files.filter((file) => file.includes('blobs')) };
  };
  const before = await kept();
  expect(before.events).toBeGreaterThan(0);
  expect((await match(await onePerson(), await onePerson({ width: 200 }))).status).toBe(200);
  expect(await kept()).toEqual(before);
});
