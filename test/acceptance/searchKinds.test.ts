import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let other: Client;
/** In review, as its documents name two people; and one that collects. */
let cases: { review: string; open: string };

const openCase = async (client: Client, body: object = {}): Promise<string> =>
  String((await client.post('/v1/cases', { goal: 'membership', ...body })).body['session_id']);

beforeAll(async () => {
  service = await sharedService();
  [acme, other] = [await service.withKey(service.tenant('acme')), await service.withKey(service.tenant('other'))];
  for (const client of [acme, other])
    expect((await defineMembership(client, 'membership', { intelligence_level: 2 })).status).toBe(201);
  cases = {
    review: await openCase(acme, { metadata: { order: 'forty-seven' }, client_reference_id: 'ref-review' }),
    open: await openCase(acme),
  };
  const said = { message: 'My number is HRC-48213-77, if that helps' };
  expect((await acme.post(`/v1/cases/${cases.review}/message`, said)).status).toBe(200);
  await upload(acme, cases.review, await card('Søren Müller'));
  await upload(acme, cases.review, await letter('Ana Lopez'));
  expect((await acme.post(`/v1/cases/${cases.review}/complete`)).body).toMatchObject({ status: 'review' });
  expect((await acme.post(`/v1/cases/${cases.review}/assign`, { assignee: 'maria' })).status).toBe(200);
  await openCase(other, { metadata: { order: 'foreign-1' } });
});

const search = (kind: string, query = '', more: object = {}, client = acme) =>
  client.post('/v1/search', { kind, query, ...more });
const hits = ({ body }: Answer) => body['hits'] as { id: string; source: { [field: string]: unknown } }[];
const ids = (answer: Answer): string[] => hits(answer).map(({ id }) => id);
const jsonl = async (kind: string, body: object = {}, client = acme) => {
  const answer = await client.post('/v1/search/export', { kind, format: 'jsonl', ...body });
  const lines = answer.bytes.toString().trimEnd();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as { [field: string]: unknown });
};

describe('a search of cases', () => {
  test.each([
    'status: review and goal: membership',
    'status: review and agent.name: membership and agent.version: *',
    'result.decision: review and result.reasons: { code: cross_match_mismatch and field: full_name }',
    'assignee: maria and metadata.order: forty-seven',
    'client_reference_id: ref-review',
    'document_types: club_card and document_types: club_letter and document_count: 2',
    'progress.percent: 100 and message_count > 0',
    'extractions.club_card.full_name: muller and extractions.club_letter.full_name: lopez',
    'created_at >= now-1d and duration_ms >= 0',
    'messages: { role: user and content: "if that helps" }',
  ])('finds them by %s', async (query) => {
    expect(ids(await search('cases', query))).toEqual([cases.review]);
  });

  test('shows them as they stand, newest first, and what is asked of all of them', async () => {
    const found = await search('cases', '', { facets: ['status'], highlight: true });
    expect([found.status, ids(found)]).toEqual([200, [cases.open, cases.review]]);
    expect(found.body).toMatchObject({
      ...{ total: 2, next: null },
      facets: {
        status: {
          values: [
            { value: 'collecting', count: 1 },
            { value: 'review', count: 1 },
          ],
          missing: 0,
        },
      },
    });
    const [open] = hits(found);
    expect(open?.source).toMatchObject({
      session_id: cases.open,
      tenant_id: service.tenant('acme'),
      status: 'collecting',
    });
  });

  test('finds what a mask hides nowhere, also where it was said before it was read', async () => {
    for (const query of ['48213', '"HRC-48213-77"', 'messages.content: *48213*', 'LTR*'])
      expect([query, ids(await search('cases', query))]).toEqual([query, []]);
    expect(ids(await search('cases', 'messages.content: *3-77*'))).toEqual([cases.review]);
    expect(JSON.stringify((await search('cases')).body)).not.toMatch(/HRC-|LTR-/);
  });

  test('finds nothing of a case that was erased', async () => {
    const erased = await openCase(acme, { metadata: { order: 'forgotten-1' } });
    expect(ids(await search('cases', 'forgotten'))).toEqual([erased]);
    expect((await acme.post(`/v1/cases/${erased}/erase`)).status).toBe(200);
    expect(ids(await search('cases', 'forgotten'))).toEqual([]);
    expect(ids(await search('cases'))).not.toContain(erased);
    const { status, detail } = await acme.post('/v1/search/explain', { kind: 'cases', query: '', id: erased });
    expect([status, detail]).toEqual([404, 'Nothing of the kind cases has this id']);
  });
});

describe('a search of events', () => {
  test('finds who did what, when, to what, and what it says that is not sealed', async () => {
    const aggregate = `aggregate: "case-${cases.review}"`;
    const found = await search('events', `${aggregate} and action: (CaseAssigned or CaseCompleted)`);
    expect(hits(found).map(({ source }) => source['action'])).toEqual(['CaseAssigned', 'CaseCompleted']);
    const { list } = await acme.get(`/v1/audit/${cases.review}`);
    const entry = list.find(({ action }) => action === 'CaseAssigned') ?? expect.unreachable();
    const { event_id, position, at, actor, correlation_id } = entry;
    expect(hits(found)[0]).toMatchObject({
      id: event_id,
      source: {
        ...{
          event_id,
          position,
          at,
          actor,
          correlation_id,
          tenant_id: service.tenant('acme'),
          source: { kind: 'key' },
        },
        data: { session_id: cases.review, goal: 'membership' },
      },
    });
    for (const query of [
      `correlation_id: "${String(correlation_id)}"`,
      `actor: "${String(actor)}" and data.goal: membership`,
    ])
      expect([query, ids(await search('events', query))]).toEqual([
        query,
        expect.arrayContaining([event_id]) as string[],
      ]);
    expect(ids(await search('events', `${aggregate} and data.status: review`))).toHaveLength(1);
  });

  test('shows nothing that is personal or secret, of an erased case neither before nor after', async () => {
    const erased = await openCase(acme, { metadata: { order: 'unheard-of' }, client_reference_id: 'unheard-ref' });
    const before = await jsonl('events', { query: `aggregate: "case-${erased}"` });
    expect((await acme.post(`/v1/cases/${erased}/erase`)).status).toBe(200);
    const after = await jsonl('events', { query: `aggregate: "case-${erased}"` });
    expect(after[0]).toMatchObject({ action: 'CaseErased' });
    expect(before.at(-1)).toMatchObject({ action: 'CaseOpened' });
    expect(after.slice(-before.length)).toEqual(before);
    const all = JSON.stringify(await jsonl('events'));
    for (const none of [
      'unheard',
      'maria',
      'ref-review',
      'forty-seven',
      'HRC-',
      'Lopez',
      'Key of',
      '$sealed',
      '"hash"',
    ])
      expect([none, all.includes(none)]).toEqual([none, false]);
  });
});

describe.each(['cases', 'events'])('each way of asking takes %s', (kind) => {
  test('what they are made of is told, suggested and explained', async () => {
    const fields = (await acme.post('/v1/search/fields', { kind })).list.map(({ name }) => name);
    expect(fields).toEqual(expect.arrayContaining(kind === 'cases' ? ['result.decision'] : ['action', 'data.goal']));
    const [begun, whole] = kind === 'cases' ? ['assig', 'assignee'] : ['correl', 'correlation_id'];
    const { body } = await acme.get(`/v1/search/suggest?kind=${kind}&query=${begun}`);
    expect(body['suggestions']).toEqual([{ kind: 'field', text: whole }]);
    const [hit] = hits(await search(kind));
    const explained = await acme.post('/v1/search/explain', { kind, query: 'tenant_id: acme', id: hit?.id });
    expect([explained.status, explained.body]).toMatchObject([200, { holds: true }]);
  });

  test('they are exported, and a search of them is saved and run', async () => {
    const shown = hits(await search(kind, '', { limit: 200 })).map(({ source }) => source);
    expect(await jsonl(kind)).toEqual(shown);
    const columns = kind === 'cases' ? ['session_id', 'status'] : ['event_id', 'action'];
    const csv = await acme.post('/v1/search/export', { kind, format: 'csv', columns });
    expect(csv.bytes.toString().split('\r\n')[0]).toBe(columns.join(','));
    const saved = await acme.post('/v1/search/views', { kind, name: `All ${kind}` });
    expect([saved.status, saved.body]).toMatchObject([201, { kind }]);
    const run = await acme.post(`/v1/search/views/${String(saved.body['id'])}/run`, { limit: 200 });
    // What was saved is an event, too.
    const known = hits(run).filter(({ source }) => source['action'] !== 'SearchSaved');
    expect(known.map(({ source }) => source)).toEqual(shown.filter((one) => one['action'] !== 'SearchSaved'));
  });

  test('they are found by their tenant and the platform alone, with the scope read', async () => {
    const own = await jsonl(kind, {}, other);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ tenant_id }) => tenant_id === service.tenant('other'))).toBe(true);
    expect((await search(kind, '', { tenant_id: service.tenant('other') })).status).toBe(403);
    const foreign = await search(kind, '', { tenant_id: service.tenant('other'), limit: 1 }, service.platform);
    expect(hits(foreign)[0]?.source).toMatchObject({ tenant_id: service.tenant('other') });
    const [id] = ids(foreign);
    expect((await acme.post('/v1/search/explain', { kind, query: '', id })).status).toBe(404);
    for (const [scopes, status] of [
      [['read'], 200],
      [['write'], 403],
    ] as const)
      expect((await search(kind, '', {}, await service.withKey(service.tenant('acme'), scopes))).status).toBe(status);
  });

  test('pages of them go on where the one before ended, as of one point in time', async () => {
    const all = ids(await search(kind, '', { limit: 200 }));
    const paged: string[] = [];
    let asked: object = { limit: 2, pit: true };
    for (let left = all.length; left > 0; left -= 2) {
      const { body } = await search(kind, '', asked);
      paged.push(...(body['hits'] as { id: string }[]).map(({ id }) => id));
      asked = { limit: 2, pit: body['pit'], search_after: body['next'] };
      if (body['next'] === null) break;
    }
    expect(paged).toEqual(all);
  });
});
