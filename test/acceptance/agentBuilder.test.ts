import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  globex = await service.withKey(service.tenant('globex'));
});

const BUILDER = '/v1/agents/builder';
const UNKNOWN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** A session, and what is done in it. */
async function session(mode?: 'guided' | 'expert', client: Client = acme) {
  const started = await client.post(`${BUILDER}/start`, mode ? { mode } : {});
  const at = `${BUILDER}/${String(started.body['builder_id'])}`;
  const act = (action: string, params?: object): Promise<Answer> =>
    client.post(`${at}/action`, { action, ...(params && { params }) });
  return { started, at, act };
}

const stateOf = ({ body }: Answer): Record<string, unknown> => body['state'] as Record<string, unknown>;

/** What of an agent does not depend on when and as what it was made. */
const essence = ({
  id: _,
  goal: _goal,
  created_at: _made,
  updated_at: _changed,
  warnings: _said,
  ...rest
}: Answer['body']) => rest;

const built = async (answer: Answer): Promise<Answer['body']> =>
  (await acme.get(`/v1/agents/${String(answer.body['agent_id'])}`)).body;

describe('POST /v1/agents/builder/start', () => {
  test('answers 201 with a guided session at its first step, which can be read again', async () => {
    const { started, at } = await session();
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({
      tenant_id: service.tenant('acme'),
      mode: 'guided',
      step: 'goal',
      agent_id: null,
    });
    expect(stateOf(started)).toMatchObject({
      allowed_actions: ['set_goal', 'set_name', 'next', 'cancel'],
      ...{ context_ids: [], cancelled: false, building: false, refusal: null },
    });
    expect((await acme.get(at)).body).toEqual(started.body);
    const { created_at } = started.body as { created_at: string };
    const ends = Date.parse(String(stateOf(started)['ends_at']));
    expect(ends - Date.parse(created_at)).toBe(14 * 86_400_000);
  });

  test('an unknown mode is 422, and another tenant 403', async () => {
    expect((await acme.post(`${BUILDER}/start`, { mode: 'wild' })).status).toBe(422);
    expect((await acme.post(`${BUILDER}/start`, { tenant_id: service.tenant('globex') })).status).toBe(403);
  });
});

describe('a session', () => {
  test('that there is not, or that is of another tenant, is 404', async () => {
    const { at } = await session();
    for (const path of [`${BUILDER}/${UNKNOWN}`, at]) {
      const answers = [await globex.get(path), await globex.post(`${path}/action`, { action: 'next' })];
      expect(answers.map(({ status, detail }) => [status, detail])).toEqual(
        Array(2).fill([404, 'There is no builder session with this id']),
      );
    }
  });

  test('that is guided takes the actions of its step alone, and only `next` moves on, once the step has its input', async () => {
    const { act } = await session();
    const early = await act('build');
    expect([early.status, early.detail]).toEqual([
      400,
      'The step goal does not take the action build; it takes: set_goal, set_name, next, cancel',
    ]);
    expect((await act('guess')).detail).toMatch(/does not take the action guess; it takes: set_goal/);
    expect((await act('next')).detail).toBe('The step goal still needs a goal or a name; use set_goal or set_name');
    expect((await act('back')).status).toBe(400);
    const set = await act('set_goal', { goal: 'guided_onboarding' });
    expect([set.status, set.body['step'], stateOf(set)['missing']]).toEqual([200, 'goal', null]);
    expect((await act('next')).body['step']).toBe('document_types');
    expect((await act('next')).status).toBe(400);
    expect((await act('back')).body['step']).toBe('goal');
    await act('next');
    await act('add_document_type', { context_id: 'passport' });
    await act('add_document_type', { context_id: 'bank_statement' });
    const removed = await act('remove_document_type', { context_id: 'bank_statement' });
    expect(stateOf(removed)['context_ids']).toEqual(['passport']);
    const steps: unknown[] = [];
    for (let move = 0; move < 4; move++) steps.push((await act('next')).body['step']);
    expect(steps).toEqual(['fields', 'pipeline', 'cross_match', 'review']);
    expect((await act('next')).status).toBe(400);
    const done = await act('build', { deploy: true });
    expect([done.status, done.body['step'], stateOf(done)['allowed_actions']]).toEqual([200, 'done', []]);
    expect(await built(done)).toMatchObject({ goal: 'guided_onboarding', deployed: true });
  });

  test('that is for experts takes any action at any step', async () => {
    const { act } = await session('expert');
    await act('set_option', { intelligence_level: 2, allow_cloud: true });
    await act('set_pipeline', { pipeline: ['classify', 'extract'] });
    await act('add_document_type', { context_id: 'passport' });
    const unready = await act('build');
    expect([unready.status, unready.detail]).toEqual([400, expect.stringMatching(/^The step goal still needs/)]);
    await act('set_name', { name: 'For experts' });
    const done = await act('build');
    expect(await built(done)).toMatchObject({
      ...{ goal: 'for_experts', name: 'For experts', allow_cloud: true, deployed: false },
      definition: { intelligence_level: 2, pipeline_per_type: ['classify', 'extract'] },
    });
  });

  test('refuses a type that there is not with 400, and params of a wrong form with 422', async () => {
    const { act } = await session('expert');
    const unknown = await act('add_document_type', { context_id: 'pasport' });
    expect([unknown.status, unknown.detail]).toEqual([400, 'There is no document type pasport']);
    expect((await act('remove_document_type', { context_id: 'passport' })).status).toBe(400);
    const wrong = [
      await act('set_goal'),
      await act('set_goal', { goal: 'No Slug' }),
      await act('set_name', { name: ' ' }),
      await act('set_pipeline', { pipeline: ['guess'] }),
      await act('set_cross_match', {}),
      await act('set_cross_match', { min_doc_types: 0 }),
      await act('set_option', { intelligence_level: 4 }),
      await act('create_document_type', { context_id: 'lacks_a_name' }),
      await act('build', { deploy: 'true' }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(Array(wrong.length).fill(422));
  });

  test('that was cancelled stays readable, and every action is 409', async () => {
    const { at, act } = await session('expert');
    await act('set_goal', { goal: 'given_up' });
    expect(stateOf(await act('cancel'))['cancelled']).toBe(true);
    expect(stateOf(await acme.get(at))).toMatchObject({ cancelled: true, goal: 'given_up', allowed_actions: [] });
    for (const action of ['set_goal', 'next', 'build', 'cancel', 'guess']) {
      expect((await act(action, { goal: 'other' })).status).toBe(409);
    }
  });

  test('suggests types that are called as the goal is, and the comparison that the schemas allow', async () => {
    const { act } = await session();
    await act('set_goal', { goal: 'passport_renewal' });
    const at = await act('next');
    expect(at.body['suggestions']).toContainEqual({
      ...{ action: 'add_document_type', params: { context_id: 'passport' } },
      text: expect.any(String) as unknown,
    });
  });

  test('can be followed in the audit trail', async () => {
    const { started, act } = await session();
    await act('set_goal', { goal: 'followed' });
    await act('cancel');
    const id = String(started.body['builder_id']);
    const actions = (await acme.get(`/v1/audit/${id}`)).list.map(({ action }) => String(action));
    expect(actions.toSorted()).toEqual(['BuilderCancelled', 'BuilderDraftChanged', 'BuilderStarted']);
  });
});

describe('the action build', () => {
  test('makes the very agent that building it by hand makes', async () => {
    const { act } = await session('expert');
    await act('set_name', { name: 'Same either way' });
    await act('set_goal', { goal: 'by_wizard' });
    await act('add_document_type', { context_id: 'passport' });
    await act('add_document_type', { context_id: 'bank_statement' });
    const done = await act('build', { deploy: true });
    const hand = await acme.post('/v1/agents/build', {
      ...{ name: 'Same either way', goal: 'by_hand', context_ids: ['passport', 'bank_statement'], deploy: true },
    });
    expect(essence(await built(done))).toEqual(essence(hand.body['agent'] as Answer['body']));
  });

  test('makes the very agent that saying all by hand makes, a document type of one’s own included', async () => {
    const type = { display_name: 'Club card', output_schema: { full_name: 'string', club_number: 'string' } };
    const { act } = await session('expert');
    await act('set_name', { name: 'Clubs' });
    const made = await act('create_document_type', { context_id: 'club_card_w', ...type });
    expect(stateOf(made)).toMatchObject({ context_ids: ['club_card_w'], contexts_created: ['club_card_w'] });
    expect((await acme.get('/v1/document-types/club_card_w')).body).toMatchObject({
      tenant_id: service.tenant('acme'),
      ...type,
    });
    const again = await act('create_document_type', { context_id: 'club_card_w', ...type });
    expect([again.status, again.detail]).toEqual([409, 'The document type club_card_w exists already']);
    await act('add_document_type', { context_id: 'passport' });
    await act('set_pipeline', { pipeline: ['classify', 'extract'] });
    await act('set_cross_match', { enabled: false, match_fields: ['full_name'], min_doc_types: 3 });
    await act('set_option', { intelligence_level: 3, allow_cloud: true });
    const wizard = await built(await act('build'));
    const hand = await acme.post('/v1/agents/build', {
      ...{ name: 'Clubs', context_ids: ['club_card_w', 'passport'], pipeline: ['classify', 'extract'] },
      cross_match_fields: ['full_name'],
    });
    const { id, definition } = hand.body['agent'] as { id: string; definition: Record<string, unknown> };
    const changed = await acme.put(`/v1/agents/${id}`, {
      allow_cloud: true,
      definition: {
        ...{ ...definition, intelligence_level: 3 },
        cross_match: { enabled: false, match_fields: ['full_name'], min_doc_types: 3 },
      },
    });
    expect(essence(wizard)).toEqual(essence(changed.body));
  });

  test('refuses a field that no schema has, which `set_cross_match` takes, and lets the draft be mended', async () => {
    const { at, act } = await session('expert');
    await act('set_goal', { goal: 'mended' });
    await act('add_document_type', { context_id: 'passport' });
    expect((await act('set_cross_match', { match_fields: ['shoe_size'] })).status).toBe(200);
    const refused = await act('build');
    expect([refused.status, refused.detail]).toEqual([422, expect.stringMatching(/names the field "shoe_size"/)]);
    expect(stateOf(await acme.get(at))).toMatchObject({ refusal: refused.detail, building: false });
    await act('set_cross_match', { match_fields: ['full_name'] });
    expect((await act('build')).status).toBe(200);
  });

  test('of a goal that is taken is 409; of two at the same time one agent comes', async () => {
    await acme.post('/v1/agents', { goal: 'taken_goal', name: 'First' });
    const taken = await session('expert');
    await taken.act('set_goal', { goal: 'taken_goal' });
    await taken.act('add_document_type', { context_id: 'passport' });
    expect((await taken.act('build')).status).toBe(409);
    await taken.act('set_goal', { goal: 'free_goal' });
    const both = await Promise.all([taken.act('build'), taken.act('build')]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const agents = (await acme.get('/v1/agents')).list;
    expect(agents.filter((one) => one['goal'] === 'free_goal')).toHaveLength(1);
    expect((await taken.act('set_name', { name: 'Late' })).status).toBe(409);
  });

  test('of a name alone takes the next free goal, as by hand', async () => {
    for (const goal of ['numbered', 'numbered_2']) {
      const { act } = await session('expert');
      await act('set_name', { name: 'Numbered' });
      await act('add_document_type', { context_id: 'passport' });
      expect((await built(await act('build')))['goal']).toBe(goal);
    }
  });
});
