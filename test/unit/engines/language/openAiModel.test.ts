import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ModelQuestion, ModelSilent } from '../../../../src/engines/language/languageModel.js';
import { createOpenAiModel, faultOfModel } from '../../../../src/engines/language/openAiModel.js';
import type { KeyedHash } from '../../../../src/platform/sealing/keyedHash.js';
import type { TokenBudget } from '../../../../src/platform/tokenBudget.js';
import type { ModelConfig } from '../../../../src/platform/modelConfig.js';
import { questionsKept } from '../../../support/questionsKept.js';
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '../../../support/modelServer.js';

const keyedHash: KeyedHash = (purpose, value) =>
  Promise.resolve(createHmac('sha256', 'a key').update(purpose).update(value).digest());

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const answer = z.object({ total: z.string().nullable() });
const question: ModelQuestion<z.output<typeof answer>> = {
  ...{ tenant_id: 'acme', told_in: { stream: 'execution-1', document: '0' }, name: 'printed_values' },
  ...{ instructions: 'Copy.', content: 'Total 12.50', pictures: [], answer },
};

const configOf = (url: string): ModelConfig => ({
  ...{ url, name: 'small', where: 'local', sees: false, timeoutMs: 20_000, concurrency: 2 },
});

/** A model behind a server that answers so, with what each tenant spent. */
async function modelThat(
  reply: (request: ModelRequest, before: number) => ModelReply,
  config: Partial<ModelConfig> = {},
) {
  const server = await startModelServer(reply);
  servers.push(server);
  const spent: { [tenant: string]: number } = {};
  const budget = {
    isSpent: (tenant: string) => Promise.resolve((spent[tenant] ?? 0) >= (config.tokensPerDay ?? Infinity)),
    spend: (tenant: string, tokens: number) => Promise.resolve(void (spent[tenant] = (spent[tenant] ?? 0) + tokens)),
  };
  const questions = questionsKept();
  const model = createOpenAiModel({ config: { ...configOf(server.url), ...config }, budget, keyedHash, questions });
  const silence = async (): Promise<string> => {
    const ended: unknown = await model.ask(question).catch((error: unknown) => error);
    return ended instanceof ModelSilent ? ended.why : `not silent: ${String(ended)}`;
  };
  return { server, model, spent, silence };
}

const SAYS = '{"total": "12.50"}';

describe('a model behind an endpoint', () => {
  test('is asked with its name and key, and what it used is told and counted', async () => {
    const { server, model, spent } = await modelThat(() => ({ says: SAYS }), { key: 'a-key' });
    const { answer: got, use } = await model.ask(question);
    expect(got).toEqual({ total: '12.50' });
    expect(use).toEqual({
      ...{ model: 'small-2026', where: 'local', sent: ['text'], tokens: { prompt: 100, answer: 10 } },
      prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(spent).toEqual({ acme: 110 });
    expect(server.asked[0]?.headers.authorization).toBe('Bearer a-key');
    expect(server.asked[0]?.body.model).toBe('small');
    expect(server.asked[0]?.body.response_format?.json_schema?.schema.required).toEqual(['total']);
    const { use: again } = await model.ask(question);
    expect(again.prompt_hash).toBe(use.prompt_hash);
  });

  test.each([
    ['in a fence', '```json\n{"total": "12.50"}\n```'],
    ['behind its thoughts', '<think>Is it {"total": 3}?</think>\n{"total": "12.50"}'],
    ['with words around it', 'Here you are: {"total": "12.50"}. Anything else?'],
  ])('is understood where it answers %s', async (_, says) => {
    const { model } = await modelThat(() => ({ says }));
    expect((await model.ask(question)).answer).toEqual({ total: '12.50' });
  });

  test('is asked without a form of answers that its server refuses, from then on', async () => {
    const forms: (string | undefined)[] = [];
    const { model } = await modelThat(({ body }) => {
      forms.push(body.response_format?.type);
      return body.response_format ? { status: 400, body: { error: { message: 'no such format' } } } : { says: SAYS };
    });
    expect((await model.ask(question)).answer).toEqual({ total: '12.50' });
    await model.ask(question);
    expect(forms).toEqual(['json_schema', 'json_object', undefined, undefined]);
  });

  test('whose server takes no question about one document is asked about others as before', async () => {
    const { model, server } = await modelThat(({ text }) =>
      text.includes('too long') ? { status: 400, body: { error: { message: 'context' } } } : { says: SAYS },
    );
    await expect(model.ask({ ...question, content: 'too long' })).rejects.toMatchObject({ why: 'refused' });
    await model.ask(question);
    expect(server.asked.at(-1)?.body.response_format?.type).toBe('json_schema');
  });

  test('that answers nonsense is asked once more, and then is silent', async () => {
    const { model } = await modelThat((_, before) => ({ says: before === 0 ? 'I cannot tell.' : SAYS }));
    expect((await model.ask(question)).use.tokens).toEqual({ prompt: 200, answer: 20 });
    const { silence, server } = await modelThat(() => ({ says: '{"total": 12.5' }));
    expect(await silence()).toBe('nonsense');
    expect(server.asked).toHaveLength(2);
  });

  test('that fails for a moment is asked again', async () => {
    const { model } = await modelThat((_, before) => (before === 0 ? { status: 503 } : { says: SAYS }));
    expect((await model.ask(question)).answer).toEqual({ total: '12.50' });
  });

  test.each([
    ['says nothing, for ever', () => () => undefined],
    [
      'begins its answer and stalls',
      () => (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"id": ');
      },
    ],
    ['asks for patience, for an hour', () => ({ status: 429, headers: { 'Retry-After': '50' } })],
  ] satisfies [string, () => ModelReply][])('that %s is given up in its time', async (_, reply) => {
    const { silence } = await modelThat(reply, { timeoutMs: 500 });
    expect(await silence()).toBe('late');
  });

  test('that asks for patience beyond its time leaves its place to others when that is over', async () => {
    const { model, silence } = await modelThat(
      ({ text }) => (text.includes('other') ? { says: SAYS } : { status: 429, headers: { 'Retry-After': '3600' } }),
      { timeoutMs: 500, concurrency: 1 },
    );
    expect(await silence()).toBe('late');
    expect((await model.ask({ ...question, content: 'other' })).answer).toEqual({ total: '12.50' });
  });

  test('that gives no answer is told what was sent to it, and what that costs is counted', async () => {
    const { model, spent } = await modelThat(() => () => undefined, { timeoutMs: 500 });
    const silent: unknown = await model.ask(question).catch((error: unknown) => error);
    expect(silent).toMatchObject({ why: 'late', left: { sent: ['text'], prompt_hash: expect.any(String) as string } });
    expect(spent['acme']).toBeGreaterThan(0);
    const uncounted = await modelThat(() => ({ says: SAYS, usage: null }));
    expect((await uncounted.model.ask(question)).use.tokens).toBeNull();
    expect(uncounted.spent['acme']).toBeGreaterThan(0);
  });

  test.each([
    ['refuses the key', { status: 401 }, 'refused'],
    ['has no such model', { status: 404 }, 'refused'],
    ['is broken', { status: 500 }, 'failing'],
    [
      'sends documents on to somebody else',
      { status: 307, headers: { Location: 'http://127.0.0.1:9/v1' } },
      'unreachable',
    ],
    ['answers with no JSON', (response: ServerResponse) => void response.end('<html>'), 'nonsense'],
  ] satisfies [string, ModelReply, string][])(
    'that %s is silent, and says nothing of the document',
    async (_, reply, why) => {
      const { silence, model } = await modelThat(() => reply);
      expect(await silence()).toBe(why);
      const error: unknown = await model.ask(question).catch((thrown: unknown) => thrown);
      expect(error instanceof Error && error.message).not.toContain('12.50');
    },
  );

  test('nobody listens at is silent, is known not to be there, and was sent nothing', async () => {
    const { server, silence, model } = await modelThat(() => ({ says: SAYS }));
    expect(await model.isThere()).toBe(true); // though it lists no models
    await server.stop();
    expect(await silence()).toBe('unreachable');
    expect(await model.isThere()).toBe(false);
    await expect(model.ask(question)).rejects.toMatchObject({ left: undefined });
  });

  test('that sends whoever asks for its models elsewhere is there', async () => {
    const server = await startModelServer(() => ({ says: SAYS }), { status: 307, body: {} });
    servers.push(server);
    const budget = { isSpent: () => Promise.resolve(false), spend: () => Promise.resolve() };
    const deps = { config: configOf(server.url), budget, keyedHash, questions: questionsKept() };
    expect(await createOpenAiModel(deps).isThere()).toBe(true);
  });

  test('that answers nonsense is told with what its answers cost', async () => {
    const { model, spent } = await modelThat(() => ({ says: 'I cannot tell.' }));
    const left = { model: 'small-2026', sent: ['text'], tokens: { prompt: 200, answer: 20 } };
    await expect(model.ask(question)).rejects.toMatchObject({ why: 'nonsense', left });
    expect(spent).toEqual({ acme: 220 });
  });

  test('that answers without end, or many megabytes, is cut off, and its answer is counted', async () => {
    let sent = 0;
    const { model, spent, silence } = await modelThat(() => (response) => {
      const part = Buffer.alloc(64 * 1024, 0x20);
      const more = (): void => {
        while (!response.destroyed && sent < 512 * 1024 ** 2) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', more);
        }
      };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      more();
    });
    expect(await silence()).toBe('nonsense');
    expect(sent).toBeLessThan(64 * 1024 ** 2);
    expect(spent['acme']).toBeGreaterThan(0);
    await expect(model.ask(question)).rejects.toMatchObject({ left: { sent: ['text'] } });
  });

  test.each([
    [
      'names itself with the words of a page',
      { model: 'Jane Doe, born 1970-01-01' },
      'small',
      { prompt: 1, answer: 1 },
    ],
    ['names itself with a number', { model: 7 }, 'small', { prompt: 1, answer: 1 }],
    ['counts with words', { usage: { prompt_tokens: 'many', completion_tokens: 1 } }, 'small-2026', null],
    ['counts backwards', { usage: { prompt_tokens: -5, completion_tokens: 1 } }, 'small-2026', null],
  ])('that %s is told as it is called here, or as not counted', async (_, said, name, tokens) => {
    const { model, spent } = await modelThat(() => ({
      status: 200,
      body: {
        model: 'small-2026',
        choices: [{ message: { content: SAYS } }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
        ...said,
      },
    }));
    expect((await model.ask(question)).use).toMatchObject({ model: name, tokens });
    expect(spent['acme']).toBeGreaterThan(0);
  });

  test('is answered though what it used cannot be counted on our side, and is not asked where what was used cannot be known', async () => {
    const server = await startModelServer(() => ({ says: SAYS }));
    servers.push(server);
    const away = () => Promise.reject(new Error('the database is away'));
    const asked = (budget: TokenBudget) =>
      createOpenAiModel({ config: configOf(server.url), budget, keyedHash, questions: questionsKept() }).ask(question);
    const told = await asked({ isSpent: () => Promise.resolve(false), spend: away });
    expect(told).toMatchObject({ answer: { total: '12.50' }, use: { tokens: { prompt: 100, answer: 10 } } });
    const refused = asked({ isSpent: away, spend: () => Promise.resolve() });
    await expect(refused).rejects.toMatchObject({ why: 'unready', left: undefined });
    expect(server.asked).toHaveLength(1);
  });

  test('is counted for its pictures, too, where its endpoint counts nothing', async () => {
    const { model, spent } = await modelThat(() => ({ says: SAYS, usage: null }), { sees: true });
    await model.ask({ ...question, pictures: [Buffer.from('jpeg'), Buffer.from('jpeg')] });
    expect(spent['acme']).toBeGreaterThan(2_000);
  });

  test('is not asked for who has used up their tokens of the day, and for others it is', async () => {
    const { model, silence, server } = await modelThat(() => ({ says: SAYS }), { tokensPerDay: 100 });
    await model.ask(question);
    expect(await silence()).toBe('budget');
    await model.ask({ ...question, tenant_id: 'globex' });
    expect(server.asked).toHaveLength(2);
  });

  test('has a place for another tenant however much one asks', async () => {
    const held: (() => void)[] = [];
    const { model } = await modelThat(({ text }) =>
      text.includes('other')
        ? { says: SAYS }
        : (response) =>
            void held.push(() => {
              response.writeHead(401).end();
            }),
    );
    const many = Array.from({ length: 5 }, () => model.ask(question).catch(() => undefined));
    const { answer: got } = await model.ask({ ...question, tenant_id: 'globex', content: 'other' });
    expect(got).toEqual({ total: '12.50' });
    expect(held).toHaveLength(1);
    const timer = setInterval(() => held.splice(0).forEach((end) => end()), 20);
    await Promise.all(many);
    clearInterval(timer);
  });

  test('is shown pictures only where it sees', async () => {
    const seen = { ...question, pictures: [Buffer.from('jpeg')] };
    const blind = await modelThat(() => ({ says: SAYS }));
    expect((await blind.model.ask(seen)).use.sent).toEqual(['text']);
    const seeing = await modelThat(() => ({ says: SAYS }), { sees: true });
    expect((await seeing.model.ask(seen)).use.sent).toEqual(['text', 'pictures']);
    expect(JSON.stringify(seeing.server.asked[0]?.body)).toContain('data:image/jpeg;base64,anBlZw==');
    expect(JSON.stringify(blind.server.asked[0]?.body)).not.toContain('data:image');
  });
});

describe('what is wrong with the settings of a model', () => {
  const models = (...names: string[]) => ({ object: 'list', data: names.map((id) => ({ id, object: 'model' })) });

  test.each([
    ['nothing where it is listed', 200, models('large', 'small'), undefined],
    [
      'that it is called otherwise',
      200,
      models('large', 'small:8b'),
      /^MODEL_NAME is small, but .* has large, small:8b$/,
    ],
    ['that the key is refused', 401, {}, /refuses MODEL_KEY$/],
    ['nothing where models are not listed', 404, {}, undefined],
  ] as const)('is told at start: %s', async (_, status, body, fault) => {
    const server = await startModelServer(() => ({ says: SAYS }), { status, body });
    servers.push(server);
    const told = await faultOfModel(configOf(server.url));
    if (fault) expect(told).toMatch(fault);
    else expect(told).toBeUndefined();
  });

  test('is told at start: that nobody answers', async () => {
    const server = await startModelServer(() => ({ says: SAYS }));
    await server.stop();
    expect(await faultOfModel(configOf(server.url))).toMatch(
      /^nobody answers at 127\.0\.0\.1:\d+, which MODEL_URL names$/,
    );
  });
});
