import { beforeAll, describe, expect, test } from 'vitest';
import { renderInvoice } from '../../specimens/index.js';
import { blankPage } from './support/blankPage.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
});

const BUILDER = '/v1/agents/builder';

/** A session that is talked to. */
async function session(mode: 'guided' | 'expert' = 'guided', client: Client = acme) {
  const at = `${BUILDER}/${String((await client.post(`${BUILDER}/start`, { mode })).body['builder_id'])}`;
  const say = (message: string, more: object = {}): Promise<Answer> => client.post(`${at}/chat`, { message, ...more });
  const act = (action: string, params?: object): Promise<Answer> =>
    client.post(`${at}/action`, { action, ...(params && { params }) });
  return { at, say, act };
}

const essence = ({ id: _id, goal: _goal, created_at: _made, updated_at: _changed, ...rest }: Answer['body']) => rest;

const agentOf = async (at: string): Promise<Answer['body']> =>
  (await acme.get(`/v1/agents/${String((await acme.get(at)).body['agent_id'])}`)).body;

describe('POST /v1/agents/builder/{builder_id}/chat', () => {
  test('builds by sentences the very agent that the same actions build', async () => {
    const talked = await session();
    const said = await talked.say('Call it Talked into being and add the passport and a bank statement.');
    expect(said.status).toBe(200);
    expect(said.body).toMatchObject({
      reply: 'It is called Talked into being. Passport is collected. Bank statement is collected.',
      actions: ['set_name', 'next', 'add_document_type', 'add_document_type'],
      state: { name: 'Talked into being', context_ids: ['passport', 'bank_statement'] },
    });
    await talked.say('Compare the name. Set the intelligence level to 2.');
    const built = await talked.say('Build it and deploy it');
    expect(built.body).toMatchObject({ reply: 'The agent is built and deployed.', step: 'done' });

    const clicked = await session('expert');
    await clicked.act('set_name', { name: 'Talked into being' });
    await clicked.act('add_document_type', { context_id: 'passport' });
    await clicked.act('add_document_type', { context_id: 'bank_statement' });
    const { state } = built.body as { state: { cross_match: { match_fields: string[] } } };
    await clicked.act('set_cross_match', { enabled: true, match_fields: state.cross_match.match_fields });
    await clicked.act('set_option', { intelligence_level: 2 });
    await clicked.act('build', { deploy: true });
    expect(essence(await agentOf(talked.at))).toEqual(essence(await agentOf(clicked.at)));
  });

  test.each([
    ['en', 'Add the passport', 'Passport is collected.'],
    ['de', 'Füge den Reisepass hinzu', 'Passport wird eingeholt.'],
    ['fr', 'Ajoute le passeport', 'Passport sera demandé.'],
    ['es', 'Añade el pasaporte', 'Se pedirá: Passport.'],
    ['pt', 'Adiciona o passaporte', 'Será pedido: Passport.'],
    ['it', 'Aggiungi il passaporto', 'Sarà richiesto: Passport.'],
  ])('is answered in its language: %s', async (_, message, reply) => {
    const { say } = await session('expert');
    expect((await say(message)).body['reply']).toBe(reply);
  });

  test('makes a document type that a sentence describes, once for a request that is repeated', async () => {
    const { at } = await session('expert');
    const body = { message: 'Create a new document type Moorage permit with berth holder, valid until and annual fee' };
    const headers = { 'Idempotency-Key': 'make-a-type' };
    const first = await acme.post(`${at}/chat`, body, headers);
    expect(first.body).toMatchObject({
      actions: ['create_document_type'],
      state: { context_ids: ['moorage_permit'], contexts_created: ['moorage_permit'] },
    });
    expect((await acme.post(`${at}/chat`, body, headers)).body).toEqual(first.body);
    const again = await acme.post(`${at}/chat`, body);
    expect(again.body).toMatchObject({ state: { contexts_created: ['moorage_permit', 'moorage_permit_2'] } });
  });

  test('adds the types of attached samples, and says of which it cannot tell the type', async () => {
    const { say } = await session('expert');
    const { bytes, mime_type } = await renderInvoice();
    const sample = { data: Buffer.from(bytes).toString('base64'), mime_type };
    const said = await say('We want these', { attachments: [sample] });
    expect(said.body).toMatchObject({ state: { context_ids: ['invoice'] }, actions: ['add_document_type'] });
    const blank = { data: await blankPage(), mime_type: 'image/png' };
    const refused = await say('and this', { attachments: [blank] });
    expect(refused.status).toBe(422);
    expect(refused.body['detail']).toMatch(/`attachments\.0\.data` holds a sample that shows no label/);
    const text = { data: Buffer.from('no picture').toString('base64'), mime_type: 'text/plain' };
    expect((await say('and this', { attachments: [text] })).status).toBe(415);
  });

  test('does nothing for a question, for what it does not understand, and for what is not meant', async () => {
    const { at, say } = await session('expert');
    await say('Call it Careful');
    const before = (await acme.get(at)).body['state'];
    for (const message of ['What does build do?', 'Do not cancel', 'qwertz uiop', 'Is the passport needed?', '🙂']) {
      const { status, body } = await say(message);
      expect({ status, actions: body['actions'] }, message).toEqual({ status: 200, actions: [] });
    }
    expect((await acme.get(at)).body['state']).toEqual(before);
    expect((await say('Add the fishing permitt')).body['reply']).toMatch(/I know no document type/);
  });

  test('says what was done before what the session refuses, and goes no step that lacks what it needs', async () => {
    const { say } = await session();
    const said = await say('Build it');
    expect(said.status).toBe(200);
    expect(said.body).toMatchObject({ step: 'goal', actions: [] });
    expect(said.body['reply']).toMatch(/^That is not possible: The step goal still needs/);
    const status = await say('What is missing?');
    expect(status.body['reply']).toBe('It collects nothing yet. Missing: a name or a goal, a document type.');
  });

  test('answers 404 for no session or a foreign one, 409 once it is over, and 422 for no message', async () => {
    const { at, say } = await session();
    const globex = await service.withKey(service.tenant('globex'));
    expect((await globex.post(`${at}/chat`, { message: 'Hello' })).status).toBe(404);
    const unknown = `${BUILDER}/3f2504e0-4f89-41d3-9a0c-0305e82c3301/chat`;
    expect((await acme.post(unknown, { message: 'Hello' })).status).toBe(404);
    expect((await say(' \n ')).status).toBe(422);
    expect((await say('a'.repeat(4_001))).status).toBe(422);
    expect((await acme.post(`${at}/chat`, {})).status).toBe(422);
    expect((await say('Cancel everything')).body).toMatchObject({ actions: ['cancel'] });
    expect((await say('Hello')).status).toBe(409);
    const reader = await service.withKey(service.tenant('acme'), ['read']);
    expect((await reader.post(`${at}/chat`, { message: 'Hello' })).status).toBe(403);
  });

  test('nothing that is said stands in the log', async () => {
    const { at, say } = await session('expert');
    await say('Hello, I am Wilhelmina Featherstonehaugh, please add the passport');
    const trail = await acme.get(`/v1/audit/${at.split('/').at(-1) ?? ''}`);
    expect(trail.bytes.toString()).not.toMatch(/Featherstonehaugh/);
    expect(service.output()).not.toMatch(/Featherstonehaugh/);
  });
});
