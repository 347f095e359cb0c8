import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { card, defineMembership } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

const EXECUTIONS = '/v1/pipeline/executions';

let service: SharedService;
let acme: Client;
/** Runs of a pipeline, newest first. */
const runs: string[] = [];
let agentRun: string;

const idsOf = ({ list }: Answer): unknown[] => list.map(({ execution_id }) => execution_id);
const nextOf = ({ headers }: Answer): string | undefined => /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

async function run(context_id: string, metadata?: object): Promise<string> {
  const page = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const input = { data: page.toString('base64'), mime_type: 'image/png', filename: 'page.png' };
  const { status, body } = await acme.post('/v1/pipeline/run', { context_id, input, ...(metadata && { metadata }) });
  expect(status).toBe(200);
  return String(body['execution_id']);
}

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
  for (const [index, type] of ['receipt', 'invoice', 'receipt', 'receipt'].entries())
    runs.unshift(await run(type, { batch: 'a', number: String(index) }));
  const documents = [{ data: (await card('Ana Lopez')).toString('base64'), mime_type: '', filename: 'card.pdf' }];
  const ran = await acme.post('/v1/agent/run', { goal: 'membership', documents, metadata: { batch: 'b' } });
  expect([ran.status, ran.body['metadata']]).toEqual([200, { batch: 'b' }]);
  agentRun = String(ran.body['execution_id']);
});

test('the list of executions is read page by page, and what is started meanwhile moves nothing', async () => {
  const pages: unknown[][] = [];
  for (let path: string | undefined = `${EXECUTIONS}?limit=2`; path !== undefined;) {
    const listed: Answer = await acme.get(path);
    expect(listed.status).toBe(200);
    pages.push(idsOf(listed));
    path = nextOf(listed);
    if (pages.length === 1) await run('receipt');
  }
  expect(pages).toEqual([[agentRun, runs[0]], runs.slice(1, 3), runs.slice(3)]);
});

test('the list of executions is narrowed by status, goal, type, reason, time and metadata, and its pages too', async () => {
  expect(idsOf(await acme.get(`${EXECUTIONS}?status=failed`))).toEqual([]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?status=completed&metadata.batch=a`))).toEqual(runs);
  expect(idsOf(await acme.get(`${EXECUTIONS}?goal=membership`))).toEqual([agentRun]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?goal=other`))).toEqual([]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?document_type=invoice`))).toEqual([runs[2]]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?document_type=club_card`))).toEqual([agentRun]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?reason=document_missing`))).toEqual([agentRun]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?metadata.batch=a&metadata.number=0`))).toEqual([runs[3]]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?created_to=2020-01-01`))).toEqual([]);
  expect(idsOf(await acme.get(`${EXECUTIONS}?created_from=2020-01-01&metadata.batch=b`))).toEqual([agentRun]);
  const first = await acme.get(`${EXECUTIONS}?metadata.batch=a&limit=3`);
  expect([idsOf(first), idsOf(await acme.get(nextOf(first) ?? ''))]).toEqual([runs.slice(0, 3), runs.slice(3)]);
});

test('of each execution those fields are listed that are asked for; an unknown one is 422 and named', async () => {
  const { list } = await acme.get(`${EXECUTIONS}?fields=status,execution_id&limit=1&goal=membership`);
  expect(list).toEqual([{ execution_id: agentRun, status: 'completed' }]);
  const refused = await acme.get(`${EXECUTIONS}?fields=status,metadata`);
  expect([refused.status, refused.detail]).toEqual([422, expect.stringMatching(/`fields.*`execution_id`/)]);
});

test('a list has what the contract names of a run; its checks and their evidence stand in the run as it is read by its id alone', async () => {
  const { list } = await acme.get(EXECUTIONS);
  expect(list.length).toBeGreaterThan(1);
  for (const listed of list) {
    const { body: whole } = await acme.get(`${EXECUTIONS}/${String(listed['execution_id'])}`);
    const aCheck = /"code":"\w+","status":/;
    expect(JSON.stringify([whole['result'], whole['steps']])).toMatch(aCheck);
    expect(JSON.stringify([listed['result'], listed['steps']])).not.toMatch(aCheck);
    expect(Object.keys(listed)).toEqual(Object.keys(whole).filter((key) => key !== 'metadata'));
  }
});

test('nothing of a list is shown to another tenant, whatever it is narrowed by', async () => {
  const other = await service.withKey(service.tenant('globex'));
  for (const query of ['metadata.batch=a', 'document_type=receipt', 'goal=membership', 'status=completed'])
    expect(idsOf(await other.get(`${EXECUTIONS}?${query}`))).toEqual([]);
  const next = nextOf(await acme.get(`${EXECUTIONS}?limit=1`)) ?? '';
  expect(idsOf(await other.get(next))).toEqual([]);
});

test.each([
  ...['cursor=bm90aGluZw', 'status=done', 'created_from=2026', 'metadata.a=1&metadata.a=2', 'offset=3'],
  ...['reason=document_mising', 'created_from=2026-03-02&created_to=2026-03-01'],
])('?%s is 422 and names the parameter', async (query) => {
  const { status, detail } = await acme.get(`${EXECUTIONS}?${query}`);
  expect([status, detail]).toEqual([422, expect.stringContaining(`\`${query.slice(0, query.indexOf('='))}\``)]);
});
