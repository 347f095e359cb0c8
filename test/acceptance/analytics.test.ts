import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let other: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  other = await service.withKey('other');
  await defineMembership(acme, 'membership');
  const annasCard = await card('Anna Maria Eriksson');
  const cases: string[] = [];
  for (const documents of [
    [annasCard, await letter('ERIKSSON Anna Maria')],
    [annasCard, await letter('Robert Smith')],
    [],
  ]) {
    const id = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
    for (const bytes of documents) expect((await upload(acme, id, bytes)).status).toBe(200);
    if (documents.length > 0) await acme.post(`/v1/cases/${id}/complete`);
    cases.push(id);
  }
  await acme.patch(`/v1/cases/${String(cases[1])}/decision`, { decision: 'deny', reason: 'two people' });
});

afterAll(() => service.stop());

const PATHS = ['usage', 'webhooks', 'executions', 'decisions'].map((name) => `/v1/analytics/${name}`);

describe('figures', () => {
  test('show what was done as soon as it is answered, to its tenant and to the platform', async () => {
    const expected = {
      ...{ total_cases: 3, completed_cases: 1, review_cases: 0, denied_cases: 1, failed_cases: 0 },
      ...{ total_documents: 4, documents_by_type: { club_card: 2, club_letter: 2 }, total_executions: 0 },
    };
    const usage = await acme.get('/v1/analytics/usage');
    expect([usage.status, usage.body]).toEqual([
      200,
      { ...expected, avg_case_duration_ms: expect.any(Number) as number },
    ]);
    expect((await service.platform.get('/v1/analytics/usage?tenant_id=')).body).toMatchObject(expected);
    expect((await service.platform.get('/v1/analytics/usage?tenant_id=acme&days=1')).body).toMatchObject(expected);
    expect((await other.get('/v1/analytics/usage')).body).toMatchObject({ total_cases: 0, documents_by_type: {} });
  });

  test('of decisions say what was decided and why, and what changed since another version', async () => {
    const { status, body } = await acme.get(
      '/v1/analytics/decisions?goal=membership&version=1&group_by=document_type&compare_version=0',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ judged: 2, cases: { total: 3, completed: 1, denied: 1, collecting: 1, by_person: 1 } },
      rates: { completed: 0.5, denied: 0.5, review: 0, failed: 0, by_person: 0.5 },
      time_to_decision_ms: { count: 2 },
      groups: [
        { value: 'club_card', judged: 2 },
        { value: 'club_letter', judged: 2 },
      ],
      compared: { version: '0', judged: 0, change: { completed: 0.5, denied: 0.5 } },
    });
    expect((body['reasons'] as { code: string }[]).map(({ code }) => code)).toContain('cross_match_mismatch');
    const before = await acme.get('/v1/analytics/decisions?days=7&until=2026-01-07&compare_until=2026-01-14');
    expect(before.body).toMatchObject({
      ...{ first: '2026-01-01', last: '2026-01-07', judged: 0, groups: null },
      compared: { first: '2026-01-08', last: '2026-01-14', version: null },
    });
  });

  test('of runs say what became of them and how long they took', async () => {
    const data = (await card('Anna Maria Eriksson')).toString('base64');
    const input = { data, mime_type: 'application/pdf', filename: 'card.pdf' };
    expect((await acme.post('/v1/pipeline/run', { context_id: 'club_card', input })).status).toBe(200);
    const { status, body } = await acme.get('/v1/analytics/executions');
    expect([status, body]).toMatchObject([
      200,
      { total_executions: 1, completed: 1, failed: 0, running: 0, executions_by_context: { club_card: 1 } },
    ]);
    expect(Number(body['p95_duration_ms'])).toBeGreaterThan(0);
    expect((await acme.get('/v1/analytics/usage')).body).toMatchObject({ total_executions: 1 });
  });

  test.each(PATHS)('of %s are refused to whoever may not read them, and over days that are none', async (path) => {
    expect((await service.as(undefined).get(path)).status).toBe(401);
    expect((await (await service.withKey('acme', ['write'])).get(path)).status).toBe(403);
    for (const days of ['0', '366', 'x', '']) expect((await acme.get(`${path}?days=${days}`)).status).toBe(422);
    if (path.endsWith('webhooks')) return;
    expect((await acme.get(`${path}?tenant_id=other`)).status).toBe(403);
  });

  test('of decisions are not compared with what is none', async () => {
    for (const query of [
      'compare_version=2',
      'until=soon',
      'compare_until=2026-13-01',
      'group_by=colour',
      'below_percent=4',
    ]) {
      const { status, detail } = await acme.get(`/v1/analytics/decisions?${query}`);
      expect([query, status, detail]).toEqual([query, 422, expect.stringContaining(query.split('=')[0]!)]);
    }
  });
});
