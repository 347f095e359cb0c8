import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ANNA, renderPassport, renderUtilityBill, type Specimen } from '../../specimens/index.js';
import { onePerson } from '../support/facePhotos.js';
import { upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let client: Client;
/** Of the agent that is built without a word more than its types. */
let goal: string;

interface Check {
  code: string;
  status: string;
  weight: string;
  field: string | null;
  page: number | null;
  box: number[] | null;
  values: string[];
}
interface Reason {
  code: string;
  effect?: string;
  check?: string;
  doc_id?: string;
  document_type: string | null;
  field: string | null;
}

beforeAll(async () => {
  service = await sharedService();
  client = await service.withKey(service.tenant('acme'), ['read', 'write', 'admin']);
  const built = await client.post('/v1/agents/build', { name: 'Default', context_ids: ['passport'], deploy: true });
  goal = (built.body['agent'] as { goal: string }).goal;
});

/** Opens a case, uploads the specimens and completes it. */
async function verify(specimens: readonly Specimen[], of = goal) {
  const opened = await client.post('/v1/cases', { goal: of });
  const session_id = String(opened.body['session_id']);
  const uploads: Answer[] = [];
  for (const { bytes, filename } of specimens) uploads.push(await upload(client, session_id, bytes, { filename }));
  const completed = await client.post(`/v1/cases/${session_id}/complete`);
  const result = completed.body['result'] as { decision: string; reasons: Reason[] };
  return { session_id, uploads, completed, ...result };
}

const checksOf = (answer: Answer): Check[] => answer.body['checks'] as Check[];
const agentWith = (own: string, definition: object): Promise<Answer> =>
  client.post('/v1/agents', {
    ...{ goal: own, name: own, deployed: true },
    definition: { doc_type_map: { passport: 'passport' }, ...definition },
  });

describe('a default agent', () => {
  test.each([
    ['of one person', {}],
    [
      'of another person, with another number and other dates',
      {
        person: { ...ANNA, surname: 'OKAFOR', given_names: 'CHIDI PETER', birth_date: '1975-11-02', sex: 'M' as const },
        ...{ document_number: 'P90417735', issue_date: '2024-02-01', expiry_date: '2034-01-31' },
      },
    ],
  ])('approves a passport in order, %s', async (_, options) => {
    const { completed, decision, reasons } = await verify([await renderPassport(options)]);
    expect([completed.status, completed.body['status'], decision]).toEqual([200, 'completed', 'approved']);
    expect(reasons.filter(({ effect }) => effect !== 'note')).toEqual([]);
  });

  test.each([
    ['whose print contradicts the birth date of a valid zone', { printed: { birth_date: '1978-03-14' } }, 'birth_date'],
    ['whose print contradicts the surname of a valid zone', { printed: { surname: 'OKAFOR' } }, 'surname'],
    [
      'whose birth date was painted over in another face',
      { printed: { birth_date: '1991-07-21' }, painted: true },
      'birth_date',
    ],
  ])('sends a passport %s to review, and names the check, the type and the field', async (_, options, field) => {
    const { uploads, decision, reasons } = await verify([await renderPassport(options)]);
    expect(decision).toBe('review');
    const doc_id = uploads[0]?.body['doc_id'];
    expect(reasons).toContainEqual(
      expect.objectContaining({
        ...{ code: 'mrz_differs_from_print', check: 'mrz_differs_from_print', effect: 'review' },
        ...{ document_type: 'passport', field, doc_id },
      }),
    );
    const differing = checksOf(uploads[0]!).find((check) => check.status === 'failed' && check.field === field);
    expect(differing).toMatchObject({ code: 'mrz_differs_from_print', weight: 'strong', page: 1 });
    expect(differing?.values).toHaveLength(2);
    expect(differing?.box).toHaveLength(4);
  });

  test('sends a passport with a changed digit in its zone to review', async () => {
    const { decision, reasons } = await verify([await renderPassport({ tampered: true })]);
    expect(decision).toBe('review');
    expect(reasons.map(({ code }) => code)).toContain('mrz_check_digit_fails');
  });

  test('sends a passport to review whose zone was cut off, as every passport has one', async () => {
    const whole = await renderPassport();
    const picture = sharp(whole.bytes);
    const { width, height } = await picture.metadata();
    const bytes = await picture
      .extract({ left: 0, top: 0, width, height: Math.round(height * 0.78) })
      .jpeg()
      .toBuffer();
    const { decision, reasons } = await verify([{ ...whole, bytes }]);
    expect(decision).toBe('review');
    expect(reasons).toContainEqual(expect.objectContaining({ code: 'mrz_missing', effect: 'review' }));
  });
});

describe('the checks of a document', () => {
  test('stand in the upload, the case, the report and the run, and masked values are masked', async () => {
    const forged = await renderPassport({ printed: { birth_date: '1978-03-14' } });
    const { session_id, uploads } = await verify([forged]);
    const checks = checksOf(uploads[0]!);
    const codes = new Set(checks.map(({ code }) => code));
    expect(codes).toContain('glare');
    expect(checks.find(({ code }) => code === 'barcode_missing')?.status).toBe('not_run');
    const read = await client.get(`/v1/cases/${session_id}`);
    const [document] = read.body['documents'] as { checks: Check[]; step_outputs: object }[];
    expect(document?.checks).toEqual(checks);
    expect(Object.keys(document?.step_outputs ?? {}).sort()).toEqual(['authenticity', 'mrz', 'quality']);
    const report = await client.get(`/v1/cases/${session_id}/report`);
    expect((report.body['documents'] as { checks: Check[] }[])[0]?.checks).toEqual(checks);
    const data = forged.bytes.toString('base64');
    const input = { data, mime_type: forged.mime_type, filename: forged.filename };
    const run = await client.post('/v1/pipeline/run', { context_id: 'passport', input });
    const ofRun = (run.body['result'] as { checks: Check[] }).checks;
    expect(ofRun.find(({ status, code }) => status === 'failed' && code === 'mrz_differs_from_print')).toMatchObject({
      ...{ field: 'birth_date', weight: 'strong' },
    });
    const byAgent = await client.post('/v1/agent/run', { goal, documents: [input] });
    expect((byAgent.body['result'] as { decision: string }).decision).toBe('review');
    const [step] = byAgent.body['steps'] as { output: { checks: Check[] } }[];
    expect(step?.output.checks.filter(({ status }) => status === 'failed').length).toBeGreaterThan(0);
  });

  test('call a document of another type than asked wrong, and one that the agent has no use for not required', async () => {
    const bill = await renderUtilityBill();
    const input = { data: bill.bytes.toString('base64'), mime_type: bill.mime_type, filename: bill.filename };
    const run = await client.post('/v1/pipeline/run', { context_id: 'passport', input });
    const mismatch = (run.body['result'] as { checks: (Check & { detail: string })[] }).checks.find(
      ({ code }) => code === 'type_mismatch',
    );
    expect(mismatch).toMatchObject({ status: 'failed', detail: expect.stringContaining('utility_bill') as string });
    const opened = await client.post('/v1/cases', { goal });
    const sent = await upload(client, opened.body['session_id'], bill.bytes, {
      ...{ filename: bill.filename, label: 'passport' },
    });
    const failed = checksOf(sent).filter(({ status }) => status === 'failed');
    expect(failed.map(({ code }) => code)).toEqual(expect.arrayContaining(['type_mismatch', 'not_required']));
  });
});

describe('the policy of an agent', () => {
  test('decides what a missing portrait does, and a portrait is shown by its place and quality alone', async () => {
    await agentWith('needs_portrait', {
      ...{ pipeline_per_type: ['classify', 'mrz', 'extract', 'face'], policy: { portrait_missing: 'deny' } },
    });
    const without = await verify([await renderPassport({ photograph: {} })], 'needs_portrait');
    expect(without.decision).toBe('denied');
    expect(without.reasons).toContainEqual(expect.objectContaining({ check: 'portrait_missing', effect: 'denied' }));
    const portrait = await onePerson();
    const there = await verify([await renderPassport({ photograph: { portrait } })], 'needs_portrait');
    expect(there.decision).toBe('approved');
    expect(checksOf(there.uploads[0]!).find(({ code }) => code === 'portrait_missing')).toMatchObject({
      ...{ status: 'passed', page: 1, box: expect.any(Array) as unknown },
    });
    const { body } = await client.get(`/v1/cases/${there.session_id}`);
    const [document] = body['documents'] as { step_outputs: { face: { portrait: object; count: number } } }[];
    expect(Object.keys(document!.step_outputs.face.portrait).sort()).toEqual(['box', 'page', 'quality']);
    expect(document!.step_outputs.face.count).toBe(1);
  });

  test('denies what it is told to deny, and lets pass what it is told to, by name in the reasons', async () => {
    const forged = await renderPassport({ printed: { birth_date: '1978-03-14' } });
    await agentWith('denying', { policy: { mrz_differs_from_print: 'deny' } });
    const denied = await verify([forged], 'denying');
    expect([denied.completed.body['status'], denied.decision]).toEqual(['denied', 'denied']);
    const read = await client.get(`/v1/cases/${denied.session_id}/status`);
    expect(read.body).toMatchObject({ status: 'denied', completed: true });
    await agentWith('lenient', { policy: { strong: 'ignore' } });
    const approved = await verify([forged], 'lenient');
    expect(approved.decision).toBe('approved');
    expect(approved.reasons).toContainEqual(
      expect.objectContaining({ code: 'mrz_differs_from_print', effect: 'note' }),
    );
  });

  test.each([
    [{ mrz_difers: 'deny' }, /policy.*mrz_difers/],
    [{ strong: 'reject' }, /policy.*strong/],
    [[], /definition\.policy/],
  ])('%j is 422 and named', async (policy, detail) => {
    const answer = await agentWith('wrong_policy', { policy });
    expect([answer.status, answer.body['detail']]).toEqual([422, expect.stringMatching(detail)]);
  });

  test('and steps that are named are taken as they are given', async () => {
    await agentWith('no_zone', { pipeline_per_type: ['classify', 'quality', 'extract', 'validate'] });
    const { uploads } = await verify([await renderPassport()], 'no_zone');
    const statuses = new Map(checksOf(uploads[0]!).map(({ code, status }) => [code, status]));
    expect([statuses.get('mrz_missing'), statuses.get('glare')]).toEqual(['not_run', 'passed']);
  });
});
