import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherPerson, onePerson } from '../support/facePhotos.js';
import { upload } from './support/cases.js';
import { must, type Client, type Schemas } from './support/client.js';
import { defineClubPass, passOf, picturesIn } from './support/clubPass.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

/** Watchlists are those of the whole installation, so this service is none that others use. */
let service: Service;
let acme: Client;
let pass: Buffer;
let selfie: Buffer;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  [pass, selfie] = [await passOf(await onePerson({ width: 260 })), await onePerson()];
  await defineClubPass(acme);
  await agent('watched');
  await agent('strict', { face_watchlist_hit: 'deny' });
  await agent('lenient', { face_watchlist_hit: 'warn' });
});
afterAll(() => service.stop());

const agent = (goal: string, policy: Schemas['AgentDefinitionBody']['policy'] = {}) =>
  must(
    acme.api.POST('/v1/agents', {
      body: {
        ...{ goal, name: goal, deployed: true },
        definition: {
          ...{ doc_type_map: { club_pass: 'club_pass' }, intelligence_level: 3 },
          face_match: { watchlists: ['fraudsters', 'sanction_watch'] },
          policy: { duplicate_document: 'ignore', duplicate_person: 'ignore', ...policy },
        },
      },
    }),
  );

const image = (bytes: Buffer) => ({ data: bytes.toString('base64'), mime_type: 'image/jpeg' });

/** Puts a face on a list; gives what takes it off again. */
async function listed(face: Buffer, database = 'fraudsters', key = service.platform) {
  const face_id = `wanted-${randomUUID()}`;
  const body = { database, face_id, metadata: { called: 'Somebody' }, image: image(face) };
  expect((await key.post('/api/v1/face/register', body)).status).toBe(200);
  return { face_id, remove: () => key.delete(`/api/v1/face/${database}/${face_id}`) };
}

/** A case with the pass and the selfie, completed. */
async function completed(goal: string, client = acme) {
  const { session_id } = await must(client.api.POST('/v1/cases', { body: { goal } }));
  await upload(client, session_id, pass, { filename: 'pass.pdf' });
  await upload(client, session_id, selfie, { filename: 'photo.jpg', label: 'selfie' });
  const params = { path: { session_id } };
  const { result } = await must(client.api.POST('/v1/cases/{session_id}/complete', { params }));
  return { session_id, result, checks: result.watchlist_checks ?? [] };
}

const states = (checks: readonly Schemas['WatchlistCheckView'][]) =>
  checks.map(({ database, picture, status }) => `${database} ${picture}: ${status}`);

const NO_HIT = [
  ...['fraudsters portrait: passed', 'fraudsters selfie: passed'],
  ...['sanction_watch portrait: passed', 'sanction_watch selfie: passed'],
];
const HIT = ['fraudsters portrait: failed', 'fraudsters selfie: failed', ...NO_HIT.slice(2)];

describe('a case whose agent names watchlists', () => {
  it('is approved where nobody on them is like its faces, and says with how many they were compared', async () => {
    const { remove } = await listed(await anotherPerson());
    const { result, checks } = await completed('watched');
    expect([result.decision, result.reasons, states(checks)]).toEqual(['approved', [], NO_HIT]);
    expect(checks[0]).toMatchObject({ why: null, similarity: null, threshold: 0.7, far: 0.003, compared: 1 });
    expect(checks[0]).not.toHaveProperty('registration_id');
    expect(checks[2]).toMatchObject({ compared: 0, expected_false_matches: 0 });
    await remove();
  });

  it('goes to review where one is, with reasons and evidence, and is approved again once that face is deleted', async () => {
    const { remove } = await listed(selfie);
    const { session_id, result, checks } = await completed('watched');
    expect([result.decision, states(checks)]).toEqual(['review', HIT]);
    expect(result.reasons).toMatchObject([
      { code: 'face_watchlist_hit', effect: 'review', document_type: 'club_pass' },
      { code: 'face_watchlist_hit', effect: 'review', document_type: null },
    ]);
    expect(result.face_checks).toMatchObject([{ status: 'passed' }]);
    expect(checks[1]).toMatchObject({ compared: 1, expected_false_matches: 0.003, face: { page: 1 } });
    expect(checks[1]!.similarity).toBeGreaterThan(0.95);
    await remove();
    expect((await completed('watched')).result.decision).toBe('approved');
    const { body } = await acme.get(`/v1/cases/${session_id}`);
    expect((body['result'] as Schemas['CaseResultView']).watchlist_checks).toEqual(checks);
  });

  it('ends as the policy says, and names the hit all the same', async () => {
    const { remove } = await listed(selfie);
    const [denied, warned] = [await completed('strict'), await completed('lenient')];
    expect([denied.result.decision, warned.result.decision]).toEqual(['denied', 'approved']);
    expect(warned.result.reasons).toMatchObject([{ code: 'face_watchlist_hit', effect: 'note' }, { effect: 'note' }]);
    await remove();
  });

  it('keeps what was found when a value is corrected in review', async () => {
    const { remove } = await listed(selfie);
    const { session_id, checks } = await completed('watched');
    await remove();
    const { face } = checks[0]!;
    const corrected = await acme.patch(`/v1/cases/${session_id}/documents/${face!.doc_id}`, {
      values: { full_name: 'Anna Eriksson' },
    });
    expect(corrected.status).toBe(200);
    const { result } = (await acme.get(`/v1/cases/${session_id}`)).body as { result: Schemas['CaseResultView'] };
    expect(result.watchlist_checks).toEqual(checks);
  });

  it('of a trial is held against faces of trials alone', async () => {
    const keyOf = async (tenant_id: string, scopes = ['read', 'write']) => {
      const body = { tenant_id, name: 'Trial', scopes, mode: 'test' };
      return service.as(String((await service.platform.post('/v1/admin/keys', body)).body['raw_key']));
    };
    const trial = await keyOf('acme');
    const { remove } = await listed(selfie);
    expect(states((await completed('watched', trial)).checks)).toEqual(NO_HIT);
    await remove();
    const onTrial = await listed(selfie, 'fraudsters', await keyOf(''));
    expect(states((await completed('watched', trial)).checks)).toEqual(HIT);
    expect(states((await completed('watched')).checks)).toEqual(NO_HIT);
    await onTrial.remove();
  });
});

describe('who was hit', () => {
  it('is told by the case alone, by an id of which the platform alone can tell whose it is', async () => {
    const { face_id, remove } = await listed(selfie);
    const { session_id, checks } = await completed('watched');
    const registration_id = checks[0]!.registration_id!;
    const report = await acme.get(`/v1/cases/${session_id}/report?format=json`);
    expect(report.body['watchlists']).toMatchObject([{ status: 'failed', database: 'fraudsters' }, {}, {}, {}]);
    const run = await acme.post('/v1/agent/run', {
      goal: 'watched',
      documents: [
        { data: pass.toString('base64'), mime_type: 'application/pdf', filename: 'pass.pdf' },
        { data: selfie.toString('base64'), mime_type: 'image/jpeg', filename: 'photo.jpg' },
      ],
    });
    expect(run.body['result']).toMatchObject({
      decision: 'review',
      watchlist_checks: [{ status: 'failed' }, {}, {}, {}],
    });
    const said = JSON.stringify([report.body, run.body]);
    for (const secret of [registration_id, face_id, 'Somebody']) expect(said).not.toContain(secret);
    const pdf = await acme.get(`/v1/cases/${session_id}/report?format=pdf`);
    // Two documents, the two faces that were compared, and the face of each of the four checks.
    expect([pdf.status, picturesIn(pdf.bytes)]).toEqual([200, 8]);

    const recent = '/api/v1/face/recent/registered?database=fraudsters';
    expect((await service.platform.get(recent)).list).toMatchObject([{ registration_id, face_id }]);
    expect((await acme.get(recent)).list).toEqual([]);
    for (const rows of (await dumpTables(service.databaseUrl)).values()) {
      const ofCase = rows.split('\n').filter((row) => row.includes(session_id));
      expect(ofCase.filter((row) => row.includes(face_id) || row.includes('Somebody'))).toEqual([]);
    }
    expect(service.output()).not.toContain(face_id);
    await remove();
  });

  it('and that anybody was is in nothing that the customer reads', async () => {
    const { remove } = await listed(selfie);
    const { session_id } = await completed('watched');
    const one = `/v1/cases/${session_id}`;
    const ask = () => acme.post(`${one}/message`, { message: 'Why is it not approved? What is wrong with my pass?' });
    const refused = await ask();
    const items = [{ document_type: 'club_pass', code: 'glare' }];
    expect((await acme.post(`${one}/request-documents`, { items })).status).toBe(200);
    const answered = await ask();
    const { body } = await acme.post(`${one}/links`, {});
    const page = await service.as(undefined).get('/capture/case', { 'X-Capture-Token': String(body['token']) });
    expect([refused.status, answered.status, page.status]).toEqual([409, 200, 200]);
    const said = [refused.body, answered.body, page.body, (await acme.get(`${one}/messages`)).list];
    expect(JSON.stringify(said)).not.toMatch(/watchlist|fraud|sanction|alike|hit/i);
    await remove();
  });
});

it('an agent that names what is no watchlist is refused, with those there are', async () => {
  const save = (watchlists: unknown) =>
    acme.post('/v1/agents', { goal: 'wrong', name: 'Wrong', definition: { face_match: { watchlists } } });
  const own = await save(['custom']);
  expect([own.status, own.detail]).toEqual([
    422,
    'definition.face_match.watchlists names "custom", which is no watchlist; there are politically_exposed_person, sanction_watch, public_figures, fraudsters, celebrity',
  ]);
  expect((await save(['fraudsters', 'fraudsters'])).detail).toContain('names the watchlist "fraudsters" twice');
});
