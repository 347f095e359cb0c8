import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let platform: Client;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await sharedService();
  platform = service.platform;
  acme = await service.withKey(service.tenant('acme'));
  globex = await service.withKey(service.tenant('globex'));
});

const AGENTS = '/v1/agents';
const at = (answer: Answer): string => `${AGENTS}/${String(answer.body['id'])}`;
const create = (goal: string, more: object = {}): Promise<Answer> => acme.post(AGENTS, { goal, name: 'One', ...more });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('POST /v1/agents', () => {
  test('answers 201 with every field, and fills in the defaults', async () => {
    const answer = await create('with_defaults');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      ...{ tenant_id: service.tenant('acme'), goal: 'with_defaults', name: 'One', version: '1', definition: {} },
      ...{ allow_cloud: false, deployed: false, created_at: TIME, updated_at: answer.body['created_at'] },
    });
    expect((await acme.get(at(answer))).body).toEqual(answer.body);
  });

  test('returns the definition as it was given, keys of the caller included', async () => {
    const definition = {
      zeta: { nested: [1, null, { deep: true }] },
      doc_type_map: { pass: 'passport', letter: 'utility_bill' },
      classify_aliases: { Reisepass: 'passport' },
      cross_match: { match_fields: ['full_name'], tolerance: 0.9 },
      pipeline_per_type: { passport: ['classify', 'mrz', 'extract', 'validate'] },
      intelligence_level: 2,
    };
    const answer = await create('as_given', { definition, version: '1.2', allow_cloud: true, deployed: true });
    expect(answer.body).toMatchObject({ version: '1.2', allow_cloud: true, deployed: true });
    expect(JSON.stringify(answer.body['definition'])).toBe(JSON.stringify(definition));
    expect(JSON.stringify((await acme.get(at(answer))).body['definition'])).toBe(JSON.stringify(definition));
  });

  test('steps that switch checks off are taken, and said to who saves them, not to who reads', async () => {
    const doc_type_map = { passport: 'passport' };
    const answer = await create('unchecked', { definition: { doc_type_map, pipeline_per_type: [] } });
    expect([answer.status, answer.body['warnings']]).toEqual([201, [expect.stringMatching(/is empty: no step reads/)]]);
    expect((await acme.get(at(answer))).body).not.toHaveProperty('warnings');
    const definition = { doc_type_map, pipeline_per_type: { passport: ['classify', 'extract'] } };
    const { warnings } = (await acme.put(at(answer), { definition })).body;
    expect(warnings).toEqual([expect.stringMatching(/\.passport leaves out .*mrz_check_digit_fails/)]);
    expect((await acme.put(at(answer), { definition: {} })).body).not.toHaveProperty('warnings');
  });

  test('the same goal twice in a tenant is 409; of two at the same time one is created', async () => {
    const both = await Promise.all([create('contested'), create('contested')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.detail).toBe(
      'The tenant has an agent for the goal contested already',
    );
    expect((await globex.post(AGENTS, { goal: 'contested', name: 'Theirs' })).status).toBe(201);
  });

  test.each([
    ['no goal', { goal: undefined }, /`goal` is required/],
    ['a goal that is no slug', { goal: 'Client Onboarding' }, /^goal must be snake_case/],
    ['an empty name', { name: '' }, /`name` must not be empty/],
    ['a number as version', { version: 2 }, /`version` must be a string/],
    ['a definition that is a list', { definition: [] }, /`definition` must be an object/],
    ['a map to a number', { definition: { doc_type_map: { a: 1 } } }, /`definition.doc_type_map.a` must be a string/],
    ['an unknown step', { definition: { pipeline_per_type: ['guess'] } }, /unknown step "guess"/],
    ['a truth value as text', { deployed: 'true' }, /`deployed` must be a boolean/],
    ['a key that is misspelt', { definition: { doc_typ_map: {} } }, /"doc_typ_map".*did you mean "doc_type_map"/],
    [
      'a misspelt key of cross-matching',
      { definition: { cross_match: { matchFields: ['full_name'] } } },
      /cross_match has the key "matchFields".*"match_fields"/,
    ],
    [
      'a type that there is not',
      { definition: { doc_type_map: { pass: 'pasport' } } },
      /doc_type_map\.pass names the document type "pasport", which does not exist; did you mean "passport"\?$/,
    ],
    [
      'an alias of a type that there is not',
      { definition: { doc_type_map: { passport: 'passport' }, classify_aliases: { Pass: 'passpot' } } },
      /classify_aliases\.Pass names the document type "passpot", which does not exist; did you mean "passport"\?$/,
    ],
    [
      'steps of a type that there is not',
      { definition: { pipeline_per_type: { pasport: ['classify'] } } },
      /pipeline_per_type names the document type "pasport"/,
    ],
    [
      'a field that none of its types has',
      { definition: { doc_type_map: { p: 'passport' }, cross_match: { match_fields: ['shoe_size'] } } },
      /match_fields names the field "shoe_size", which none of its document types has: passport/,
    ],
    ['a retention of no days', { definition: { retention_days: 0 } }, /retention_days` must be between 1 and 3650/],
    ['a level beyond the highest', { definition: { intelligence_level: 9 } }, /intelligence_level/],
  ])('%s is 422 and names the field', async (_what, body, sentence) => {
    const answer = await create('refused', body);
    expect(answer.status).toBe(422);
    expect(answer.detail).toMatch(sentence);
  });

  test("a tenant's key creates nothing for another tenant, the platform's key does", async () => {
    expect((await create('foreign', { tenant_id: service.tenant('globex') })).status).toBe(403);
    const answer = await platform.post(AGENTS, { goal: 'foreign', name: 'One', tenant_id: service.tenant('globex') });
    expect(answer.body['tenant_id']).toBe(service.tenant('globex'));
    expect((await globex.get(at(answer))).status).toBe(200);
  });

  test('a repeated Idempotency-Key creates one agent', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { goal: 'repeated', name: 'One' };
    const [first, second] = [await acme.post(AGENTS, body, key), await acme.post(AGENTS, body, key)];
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });
});

test('an alias may also name what classification says, which is no type of its own', async () => {
  const definition = { doc_type_map: { identity: 'passport' }, classify_aliases: { Pass: 'Identity' } };
  expect((await create('aliased', { definition })).status).toBe(201);
});

test('keys of the caller’s own are kept, and fields are compared by their meaning', async () => {
  const definition = {
    ...{ notes: 'ours', crm: { id: 7 }, doc_type_map: { p: 'passport' } },
    cross_match: { match_fields: ['name'], colour: 'blue' },
  };
  const answer = await create('own_keys', { definition });
  expect([answer.status, answer.body['definition']]).toEqual([201, definition]);
  const changed = await acme.put(at(answer), { definition: { doc_type_map: { p: 'pasport' } } });
  expect([changed.status, changed.detail]).toEqual([
    422,
    'definition.doc_type_map.p names the document type "pasport", which does not exist; did you mean "passport"?',
  ]);
});

describe('GET /v1/agents', () => {
  test('lists newest first what the key may see', async () => {
    const initech = await service.withKey(service.tenant('initech'));
    for (const goal of ['first', 'second']) await initech.post(AGENTS, { goal, name: goal });
    const goals = (answer: Answer): unknown[] => answer.list.map((agent) => agent['goal']);
    expect(goals(await initech.get(AGENTS))).toEqual(['second', 'first']);
    expect(goals(await initech.get(`${AGENTS}?tenant_id=`))).toEqual(['second', 'first']);
    expect((await initech.get(`${AGENTS}?tenant_id=${service.tenant('acme')}`)).status).toBe(403);
    expect(goals(await platform.get(`${AGENTS}?tenant_id=${service.tenant('initech')}`))).toEqual(['second', 'first']);
    expect(goals(await platform.get(AGENTS))).toEqual(expect.arrayContaining(['second', 'with_defaults']));
  });

  test('an unknown id is 404, a malformed one 422', async () => {
    expect((await acme.get(`${AGENTS}/${randomUUID()}`)).status).toBe(404);
    expect((await acme.get(`${AGENTS}/nothing`)).status).toBe(422);
  });
});

describe('PUT /v1/agents/{agent_id} and the versions', () => {
  test('keeps what was before, changes what is given, and rolls back and forth', async () => {
    const one = await create('changed', { definition: { doc_type_map: { passport: 'passport' } } });
    const changed = await acme.put(at(one), { name: 'Two', version: '1.1', definition: { own: 1 }, deployed: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...one.body,
      ...{ name: 'Two', version: '1.1', definition: { own: 1 }, deployed: true },
      updated_at: TIME,
    });
    const [kept] = (await acme.get(`${at(one)}/versions`)).list;
    expect(kept).toEqual({
      ...{
        id: expect.any(String) as unknown,
        agent_id: one.body['id'],
        tenant_id: service.tenant('acme'),
        version: '1',
        name: 'One',
      },
      ...{ definition: one.body['definition'], note: 'Before an update', created_at: changed.body['updated_at'] },
    });
    const back = await acme.post(`${at(one)}/rollback/${String(kept?.['id'])}`);
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ name: 'One', version: '1', definition: one.body['definition'], deployed: true });
    const versions = (await acme.get(`${at(one)}/versions`)).list;
    expect(versions.map(({ note }) => note)).toEqual(['Before a rollback to version 1', 'Before an update']);
    const forth = await acme.post(`${at(one)}/rollback/${String(versions[0]?.['id'])}`);
    expect(forth.body).toMatchObject({ name: 'Two', version: '1.1', definition: { own: 1 } });
    expect((await acme.get(at(one))).body).toEqual(forth.body);
  });

  test('leaves the version alone where none is given, and keeps a snapshot of every update', async () => {
    const one = await create('unversioned');
    expect((await acme.put(at(one), {})).body).toMatchObject({ version: '1', name: 'One' });
    expect((await acme.get(`${at(one)}/versions`)).list).toHaveLength(1);
  });

  test('a version of another agent is 404', async () => {
    const [one, other] = [await create('rolled'), await create('other')];
    await acme.put(at(other), { name: 'Two' });
    const [version] = (await acme.get(`${at(other)}/versions`)).list;
    const answer = await acme.post(`${at(one)}/rollback/${String(version?.['id'])}`);
    expect([answer.status, answer.detail]).toEqual([404, 'There is no version of the agent with this id']);
  });
});

describe('PATCH /v1/agents/{agent_id}/deploy', () => {
  test('deploys and takes back, without a snapshot', async () => {
    const one = await create('deployable');
    expect((await acme.patch(`${at(one)}/deploy?deploy=true`)).body['deployed']).toBe(true);
    expect((await acme.get(at(one))).body['deployed']).toBe(true);
    expect((await acme.patch(`${at(one)}/deploy?deploy=false`)).body['deployed']).toBe(false);
    expect((await acme.get(`${at(one)}/versions`)).list).toEqual([]);
  });

  test('needs to be told which', async () => {
    const one = await create('undecided');
    expect((await acme.patch(`${at(one)}/deploy`)).status).toBe(422);
    expect((await acme.patch(`${at(one)}/deploy?deploy=yes`)).status).toBe(422);
  });
});

describe('DELETE /v1/agents/{agent_id}', () => {
  test('is 204, the agent is gone, its goal is free', async () => {
    const one = await create('deleted');
    expect((await acme.delete(at(one))).status).toBe(204);
    for (const path of [at(one), `${at(one)}/versions`]) expect((await acme.get(path)).status).toBe(404);
    expect((await acme.delete(at(one))).status).toBe(404);
    expect((await create('deleted')).status).toBe(201);
  });
});

test("another tenant's agent looks like none at all", async () => {
  const one = await create('private');
  const answers = await Promise.all([
    globex.get(at(one)),
    globex.get(`${at(one)}/versions`),
    globex.put(at(one), { name: 'Mine' }),
    globex.patch(`${at(one)}/deploy?deploy=true`),
    globex.post(`${at(one)}/rollback/${randomUUID()}`),
    globex.delete(at(one)),
  ]);
  expect(answers.map(({ status, detail }) => [status, detail])).toEqual(
    answers.map(() => [404, 'There is no agent with this id']),
  );
  expect((await acme.get(at(one))).body).toEqual(one.body);
});

describe('POST /v1/agents/build', () => {
  beforeAll(async () => {
    const schemas = {
      club_card: { holder_name: 'string', date_of_birth: 'date YYYY-MM-DD', document_number: 'string' },
      club_bill: { full_name: 'string', birth_date: 'date YYYY-MM-DD', document_number: 'string', total: 'amount' },
    };
    for (const [context_id, output_schema] of Object.entries(schemas)) {
      const classify_hints = [`${context_id} of the club`];
      await acme.post('/v1/document-types', { context_id, display_name: context_id, output_schema, classify_hints });
    }
  });

  test('finds aliases and the fields that must agree, and answers with the agent', async () => {
    const body = { name: 'Club members', context_ids: ['club_card', 'club_bill'], deploy: true };
    const answer = await acme.post(`${AGENTS}/build`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      contexts_existing: ['club_card', 'club_bill'],
      contexts_created: [],
      agent: {
        ...{
          tenant_id: service.tenant('acme'),
          goal: 'club_members',
          name: 'Club members',
          version: '1',
          deployed: true,
        },
        definition: {
          doc_type_map: { club_card: 'club_card', club_bill: 'club_bill' },
          classify_aliases: { club_card: 'club_card', 'club_bill of the club': 'club_bill' },
          cross_match: { enabled: true, match_fields: ['full_name', 'birth_date'], min_doc_types: 2 },
          pipeline_per_type: ['classify', 'extract', 'validate'],
        },
      },
    });
    const again = await acme.post(`${AGENTS}/build`, body);
    expect(again.body['agent']).toMatchObject({ goal: 'club_members_2' });
    expect((await acme.post(`${AGENTS}/build`, { ...body, goal: 'club_members' })).status).toBe(409);
  });

  test('uses types that ship, fields and steps that are asked for, and does not deploy unasked', async () => {
    const answer = await acme.post(`${AGENTS}/build`, {
      ...{ name: 'Onboarding', context_ids: ['passport', 'utility_bill'], goal: 'kyc' },
      ...{ cross_match_fields: ['full_name'], pipeline: ['classify', 'extract'] },
    });
    expect(answer.body['agent']).toMatchObject({
      ...{ goal: 'kyc', deployed: false },
      definition: { cross_match: { match_fields: ['full_name'] }, pipeline_per_type: ['classify', 'extract'] },
    });
  });

  test.each([
    ['an unknown type', { context_ids: ['passport', 'nothing'] }, 400, 'There is no document type nothing'],
    ['no types', { context_ids: [] }, 422, 'The field `context_ids` must not be empty'],
    ['an unknown step', { pipeline: ['guess'] }, 422, /unknown step "guess"/],
    ['a goal that is no slug', { goal: 'My goal' }, 422, /^goal must be snake_case/],
  ])('%s is refused, and nothing is built', async (what, body, status, detail) => {
    const name = `Refused for ${what}`;
    const answer = await acme.post(`${AGENTS}/build`, { name, context_ids: ['passport'], ...body });
    expect([answer.status, answer.detail]).toEqual([
      status,
      detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    ]);
    const names = (await acme.get(AGENTS)).list.map((agent) => agent['name']);
    expect(names).not.toContain(name);
  });

  test("another tenant's type is as unknown as any", async () => {
    const answer = await globex.post(`${AGENTS}/build`, { name: 'Club', context_ids: ['club_card'] });
    expect([answer.status, answer.detail]).toEqual([400, 'There is no document type club_card']);
  });
});
