import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import knex, { type Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherPerson, onePerson } from '../support/facePhotos.js';
import { until } from '../support/until.js';
import { upload } from './support/cases.js';
import { must, type Client, type Schemas } from './support/client.js';
import { defineClubPass, passOf } from './support/clubPass.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

/** Watchlists are those of the whole installation, so this service is none that others use. */
let service: Service;
let acme: Client;
let other: Client;
let pass: Buffer;
let selfie: Buffer;
let receiver: Server;
const arrived: { type: string; data: Record<string, unknown> }[] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const asking = (tenant: string): Promise<Client> => service.withKey(tenant, ['read', 'write', 'admin']);
  [acme, other] = [await asking('acme'), await asking('other')];
  [pass, selfie] = [await passOf(await onePerson({ width: 260 })), await onePerson()];
  for (const client of [acme, other]) {
    await defineClubPass(client);
    await agent(client);
  }
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof arrived)[number]);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/`;
  expect((await acme.post('/v1/webhooks/endpoints', { url, events: ['face.watchlist_hit'] })).status).toBe(201);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const MONITORING = '/v1/watchlists/monitoring';

/** An agent that compares faces, and looks for them in no list when a case is completed. */
const agent = (client: Client) =>
  must(
    client.api.POST('/v1/agents', {
      body: {
        ...{ goal: 'faces', name: 'Faces', deployed: true },
        definition: {
          ...{ doc_type_map: { club_pass: 'club_pass' }, intelligence_level: 3, face_match: true },
          policy: { duplicate_document: 'ignore', duplicate_person: 'ignore' },
        },
      },
    }),
  );

/** A case with the pass and the selfie, completed. */
async function completed(client = acme): Promise<string> {
  const { session_id } = await must(client.api.POST('/v1/cases', { body: { goal: 'faces' } }));
  await upload(client, session_id, pass, { filename: 'pass.pdf' });
  await upload(client, session_id, selfie, { filename: 'photo.jpg', label: 'selfie' });
  const params = { path: { session_id } };
  const { result } = await must(client.api.POST('/v1/cases/{session_id}/complete', { params }));
  expect(result.decision).toBe('approved');
  return session_id;
}

/** Puts a face on a list. */
async function listed(face: Buffer, database = 'fraudsters'): Promise<string> {
  const face_id = `wanted-${randomUUID()}`;
  const image = { data: face.toString('base64'), mime_type: 'image/jpeg' };
  expect((await service.platform.post('/api/v1/face/register', { database, face_id, image })).status).toBe(200);
  return face_id;
}

const caseOf = (session_id: string, client = acme) =>
  must(client.api.GET('/v1/cases/{session_id}', { params: { path: { session_id } } }));

/** The hits of a case once there are so many. */
const hitsOf = (session_id: string, count: number): Promise<Schemas['WatchlistHitView'][]> =>
  until(async () => {
    const { watchlist_hits } = await caseOf(session_id);
    return watchlist_hits.length >= count ? watchlist_hits : undefined;
  }, 60_000);

async function inDatabase<Result>(ask: (database: Knex) => Promise<Result>): Promise<Result> {
  const database: Knex = knex({ client: 'pg', connection: service.databaseUrl });
  try {
    return await ask(database);
  } finally {
    await database.destroy();
  }
}
const keptOf = (tenant_id: string): Promise<string[]> =>
  inDatabase((database) => database('kept_faces').where({ tenant_id }).orderBy('picture').pluck<string[]>('picture'));

/** Every search that was begun has ended. */
const searched = (face_id: string) =>
  until(async () => {
    const { list } = await service.platform.get('/api/v1/face/recent/registered?limit=100');
    const registration_id = list.find((face) => face['face_id'] === face_id)?.['registration_id'];
    const jobs = await inDatabase((database) =>
      database('bulk_jobs')
        .whereRaw(`parameters->>'registration_id' = ?`, [String(registration_id)])
        .pluck<string[]>('state'),
    );
    return jobs[0] === 'completed' ? true : undefined;
  }, 60_000);

describe('whether faces are monitored', () => {
  it('is no until the tenant asks for it, is told with who asked and when, and takes the scope `admin` of a live key', async () => {
    const [own, reader] = [await service.withKey('third', ['read', 'admin']), await service.withKey('third')];
    const never = { tenant_id: 'third', monitors: false, changed_by: null, changed_at: null };
    expect((await reader.get(MONITORING)).body).toEqual(never);
    expect((await reader.put(MONITORING, { monitors: true })).status).toBe(403);
    expect((await own.put(MONITORING, { monitors: 'yes' })).status).toBe(422);
    expect((await service.as(undefined).get(MONITORING)).status).toBe(401);
    const trial = { tenant_id: 'third', name: 'Trial', scopes: ['read', 'admin'], mode: 'test' };
    const raw = String((await service.platform.post('/v1/admin/keys', trial)).body['raw_key']);
    expect((await service.as(raw).put(MONITORING, { monitors: true })).status).toBe(403);
    const set = await own.put(MONITORING, { monitors: true });
    expect([set.status, set.body]).toMatchObject([
      200,
      { tenant_id: 'third', monitors: true, changed_by: expect.stringMatching(/^key:/) as string },
    ]);
    expect((await reader.get(MONITORING)).body).toEqual(set.body);
    expect((await service.platform.get(`${MONITORING}?tenant_id=third`)).body).toEqual(set.body);
    const { list } = await own.get('/v1/audit?action=WatchlistMonitoringChanged');
    expect(list).toMatchObject([{ action: 'WatchlistMonitoringChanged', changes: { monitors: { to: true } } }]);
  });
});

describe('a face that joins a watchlist', () => {
  it('is told to the cases whose faces it is like, once for each face, with their tenant’s endpoints, and to no other', async () => {
    const before = await completed();
    expect((await acme.put(MONITORING, { monitors: true })).status).toBe(200);
    const [session_id, theirs] = [await completed(), await completed(other)];
    expect([await keptOf('acme'), await keptOf('other')]).toEqual([['portrait', 'selfie'], []]);
    await searched(await listed(await anotherPerson()));
    const face_id = await listed(selfie, 'sanction_watch');
    const hits = await hitsOf(session_id, 2);
    await searched(face_id);
    expect(hits.map(({ picture }) => picture).toSorted()).toEqual(['portrait', 'selfie']);
    const { result, status, documents, watchlist_hits } = await caseOf(session_id);
    expect([status, result.decision, watchlist_hits]).toEqual(['completed', 'approved', hits]);
    const ofSelfie = hits.find(({ picture }) => picture === 'selfie')!;
    expect(ofSelfie).toMatchObject({ database: 'sanction_watch', threshold: 0.7, far: 0.003 });
    expect(ofSelfie.similarity).toBeGreaterThan(0.95);
    expect(ofSelfie.doc_id).toBe(documents.find(({ label }) => label === 'selfie')?.doc_id);
    expect([(await caseOf(before)).watchlist_hits, (await caseOf(theirs, other)).watchlist_hits]).toEqual([[], []]);

    const told = await until(() => (arrived.length >= 2 ? [...arrived] : undefined), 60_000);
    expect(told.map(({ type, data }) => [type, data['session_id']])).toEqual([
      ['face.watchlist_hit', session_id],
      ['face.watchlist_hit', session_id],
    ]);
    const { hit_id, doc_id, similarity, registration_id } = ofSelfie;
    expect(told.find(({ data }) => data['picture'] === 'selfie')?.data).toMatchObject({
      ...{ hit_id, doc_id, similarity, face_id, database: 'sanction_watch', threshold: 0.7, far: 0.003 },
      ...{ tenant_id: 'acme', goal: 'faces', status: 'completed', mode: 'live' },
    });
    const trail = await acme.get(`/v1/audit?aggregate=${session_id}&action=WatchlistHitFound`);
    expect(trail.list).toMatchObject([{ actor: 'worker:faces' }, { actor: 'worker:faces' }]);
    // What was found is sealed, and who is on the list is in nothing that is kept of the case.
    for (const rows of (await dumpTables(service.databaseUrl)).values()) {
      const ofCase = rows.split('\n').filter((row) => row.includes(session_id));
      expect(ofCase.filter((row) => row.includes(face_id))).toEqual([]);
    }
    expect(JSON.stringify(told)).not.toContain(registration_id);
    expect(service.output()).not.toContain(face_id);
  });

  it('is compared no more with the faces of a case that was erased, of which neither they nor hits are left', async () => {
    const session_id = await completed();
    const face_id = await listed(selfie);
    await hitsOf(session_id, 2);
    await searched(face_id);
    expect((await acme.post(`/v1/cases/${session_id}/erase`)).status).toBe(200);
    const left = await inDatabase((database) =>
      database('kept_faces').where({ session_id }).pluck<string[]>('vector_id'),
    );
    expect([left, (await caseOf(session_id)).watchlist_hits]).toEqual([[], []]);
    await searched(await listed(selfie, 'celebrity'));
    expect((await caseOf(session_id)).watchlist_hits).toEqual([]);
  });

  it('is compared with nobody of a tenant that ended it, whose faces are forgotten with the answer', async () => {
    const session_id = await completed();
    const sealed = () => inDatabase((database) => database('sealed_vectors').pluck<string[]>('space'));
    expect((await sealed()).some((space) => space.startsWith('case-faces:live:acme'))).toBe(true);
    expect((await acme.put(MONITORING, { monitors: false })).status).toBe(200);
    expect(await keptOf('acme')).toEqual([]);
    expect((await sealed()).some((space) => space.startsWith('case-faces:live:acme'))).toBe(false);
    await other.put(MONITORING, { monitors: true });
    await completed(other);
    await searched(await listed(selfie));
    expect((await caseOf(session_id)).watchlist_hits).toEqual([]);
  });
});
