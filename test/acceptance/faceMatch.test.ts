import { beforeAll, describe, expect, it } from 'vitest';
import { anotherPerson, groupPhoto, onePerson } from '../support/facePhotos.js';
import { until } from '../support/until.js';
import { upload } from './support/cases.js';
import { must, type Client, type Schemas } from './support/client.js';
import { defineClubPass, passOf, picturesIn } from './support/clubPass.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { dumpTables } from './support/tables.js';

let service: SharedService;
let acme: Client;
/** A pass with a portrait, and who is on it. */
let pass: Buffer;
let selfie: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  [pass, selfie] = [await passOf(await onePerson({ width: 260 })), await onePerson()];
  await defineClubPass(acme);
  const seen = { duplicate_document: 'ignore', duplicate_person: 'ignore' } as const;
  await agent('faces', { face_match: true, policy: seen });
  await agent('strict', { face_match: { threshold: 0.8 }, policy: { ...seen, face_mismatch: 'deny' } });
});

const agent = (goal: string, more: Schemas['AgentDefinitionBody']) =>
  must(
    acme.api.POST('/v1/agents', {
      body: { goal, name: goal, deployed: true, definition: { doc_type_map: { club_pass: 'club_pass' }, ...more } },
    }),
  );

type Uploaded = [file: Buffer, label?: string];

/** A case of these files, completed. */
async function completed(goal: string, ...files: Uploaded[]) {
  const { session_id } = await must(acme.api.POST('/v1/cases', { body: { goal } }));
  const ids: string[] = [];
  for (const [file, label] of files) {
    const added = await upload(acme, session_id, file, { filename: 'file', ...(label !== undefined && { label }) });
    ids.push(String(added.body['doc_id']));
  }
  return { ids, ...(await complete(session_id)) };
}

async function complete(session_id: string) {
  const { result } = await must(acme.api.POST('/v1/cases/{session_id}/complete', { params: { path: { session_id } } }));
  return { session_id, result, check: result.face_checks![0]! };
}

const report = (session_id: string, format: string) => acme.get(`/v1/cases/${session_id}/report?format=${format}`);

/** Tables with a row that says what came of comparing the faces of a case. */
async function rowsWithFaces(session_id: string): Promise<string[]> {
  const isOne = (row: string): boolean => row.includes(session_id) && row.includes('face_checks');
  const tables = [...(await dumpTables(service.databaseUrl))];
  return tables.filter(([, rows]) => rows.split('\n').some(isOne)).map(([name]) => name);
}

describe('a case with a portrait and a selfie', () => {
  it('is approved where they are of one person, and says in the case and in the report by what that was seen', async () => {
    const { session_id, ids, result, check } = await completed('faces', [pass], [selfie, 'My selfie']);
    expect([result.decision, result.reasons]).toEqual(['approved', []]);
    expect(check).toMatchObject({ code: 'face_mismatch', status: 'passed', weight: 'strong', why: null });
    expect(check).toMatchObject({ document_type: 'club_pass', threshold: 0.75, far: 0.0003 });
    expect(check.similarity).toBeGreaterThan(0.85);
    expect([check.portrait, check.selfie]).toMatchObject(ids.map((doc_id) => ({ doc_id, page: 1 })));
    const [left, , width] = check.portrait!.box!;
    expect(left! + width!).toBeLessThan(230 / 595);
    const { code, weight, ...reported } = check;
    expect((await report(session_id, 'json')).body['faces']).toEqual([reported]);
    const pdf = await report(session_id, 'pdf');
    // Two documents, and the face of each.
    expect([pdf.status, picturesIn(pdf.bytes), code, weight]).toEqual([200, 4, 'face_mismatch', 'strong']);
  });

  it('goes to review where they are not, or ends as the policy says, with the reason', async () => {
    const stranger = await anotherPerson();
    const { result, ids, check } = await completed('faces', [pass], [stranger]);
    expect(result.decision).toBe('review');
    expect(result.reasons).toMatchObject([
      { code: 'face_mismatch', effect: 'review', document_type: 'club_pass', doc_id: ids[0] },
    ]);
    expect(check.similarity).toBeLessThan(0.6);
    const strict = await completed('strict', [pass], [stranger, 'selfie']);
    expect([strict.result.decision, strict.check.threshold]).toEqual(['denied', 0.8]);
  });

  it('keeps what was compared when a value is corrected in review', async () => {
    const { session_id, ids, check } = await completed('faces', [pass], [await anotherPerson()]);
    const corrected = await acme.patch(`/v1/cases/${session_id}/documents/${ids[0]}`, {
      values: { full_name: 'Anna Eriksson' },
    });
    expect(corrected.status).toBe(200);
    const { result } = (await acme.get(`/v1/cases/${session_id}`)).body as { result: Schemas['CaseResultView'] };
    expect(result.face_checks).toEqual([check]);
    expect(result.reasons!.map(({ code }) => code)).toContain('face_mismatch');
  });

  it('is replayed with a comparison of its own, and erased without a trace of it', async () => {
    const first = await completed('faces', [pass], [selfie, 'selfie']);
    const replayed = String((await acme.post(`/v1/cases/${first.session_id}/replay`)).body['session_id']);
    await until(
      async () => ((await acme.get(`/v1/cases/${replayed}`)).body['result'] as { comparison?: object }).comparison,
      120_000,
    );
    const { check } = await complete(replayed);
    expect(check.similarity).toBe(first.check.similarity);
    expect(first.ids).not.toContain(check.selfie!.doc_id);
    expect(await rowsWithFaces(first.session_id)).not.toEqual([]);
    await acme.post(`/v1/cases/${first.session_id}/erase`);
    for (const session_id of [first.session_id, replayed]) {
      expect(await rowsWithFaces(session_id)).toEqual([]);
      expect((await acme.get(`/v1/cases/${session_id}`)).body['result']).not.toHaveProperty('face_checks');
    }
    const tables = await dumpTables(service.databaseUrl);
    // Where numbers of registered faces are kept there are none of cases.
    expect(tables.get('sealed_vectors') ?? '').not.toMatch(/case-/);
  });
});

describe('a case of which faces cannot be compared', () => {
  it.each([
    ['no_selfie', () => [[pass]]],
    ['several_faces', () => [[pass], [groupPhoto(5), 'selfie']]],
    ['no_document', () => [[selfie, 'selfie']]],
  ] as [string, () => Uploaded[]][])('is not approved, and says why: %s', async (why, files) => {
    const { result, check } = await completed('faces', ...files());
    expect(result.decision).not.toBe('approved');
    expect(result.reasons!.map(({ code }) => code)).toContain('face_not_compared');
    expect(check).toMatchObject({ status: 'not_run', why, similarity: null });
  });
});

it('a run of the agent compares them as a case does, and says so in its result', async () => {
  const documents = [
    { data: pass.toString('base64'), mime_type: 'application/pdf', filename: 'pass.pdf' },
    { data: (await anotherPerson()).toString('base64'), mime_type: 'image/jpeg', filename: 'photo.jpg' },
  ];
  const { status, body } = await acme.post('/v1/agent/run', { goal: 'faces', documents });
  expect([status, body['status']]).toEqual([200, 'completed']);
  expect(body['result']).toMatchObject({
    decision: 'review',
    reasons: [{ code: 'face_mismatch' }],
    face_checks: [{ status: 'failed', document_type: 'club_pass', threshold: 0.75 }],
  });
});

it('an agent that demands what cannot be meant is refused, and named', async () => {
  for (const face_match of [{ threshold: 2 }, { thresholds: 0.7 }]) {
    const body = { goal: 'wrong', name: 'Wrong', definition: { face_match } };
    const answer = await acme.post('/v1/agents', body);
    expect(answer.status).toBe(422);
    expect(answer.detail).toMatch(/face_match/);
  }
});
