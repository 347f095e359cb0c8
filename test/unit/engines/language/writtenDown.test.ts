import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelQuestion } from '../../../../src/engines/language/languageModel.js';
import { createOpenAiModel } from '../../../../src/engines/language/openAiModel.js';
import type { ModelQuestions } from '../../../../src/platform/modelQuestions.js';
import { type ModelServer, startModelServer } from '../../../support/modelServer.js';
import { until } from '../../../support/until.js';
import { questionsKept } from '../../../support/questionsKept.js';

const answer = z.object({ total: z.string().nullable() });
const question: ModelQuestion<z.output<typeof answer>> = {
  ...{ tenant_id: 'acme', told_in: { stream: 'execution-1', document: '0' }, name: 'printed_values' },
  ...{ instructions: 'Copy.', content: 'Total 12.50', pictures: [], answer },
};

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A model whose questions are written down so. @param onAsked is called as a question arrives there */
async function modelWith(questions: Pick<ModelQuestions, 'write' | 'strike'>, onAsked = () => undefined) {
  const server = await startModelServer(() => {
    onAsked();
    return { says: '{"total": "12.50"}' };
  });
  servers.push(server);
  const budget = { isSpent: () => Promise.resolve(false), spend: () => Promise.resolve() };
  const config = {
    url: server.url,
    name: 'small',
    where: 'local',
    sees: false,
    timeoutMs: 20_000,
    concurrency: 2,
  } as const;
  const keyedHash = () => Promise.resolve(Buffer.from('ab', 'hex'));
  return { server, model: createOpenAiModel({ config, budget, keyedHash, questions }) };
}

describe('a language model', () => {
  test('is sent nothing that is not written down before, and what was sent stays written down', async () => {
    const questions = questionsKept();
    let before: unknown[] = [];
    const { model } = await modelWith(questions, () => void (before = [...questions.kept.values()]));
    await model.ask(question);
    const written = {
      tenant_id: 'acme',
      told_in: question.told_in,
      model: 'small',
      where: 'local',
      sent: ['text'],
      prompt_hash: 'ab',
    };
    expect(before).toEqual([written]);
    expect([...questions.kept.values()]).toEqual([written]);
  });

  test('leaves nothing written down where surely nothing was sent', async () => {
    const questions = questionsKept();
    const { server, model } = await modelWith(questions);
    await server.stop();
    await expect(model.ask(question)).rejects.toMatchObject({ why: 'unreachable' });
    expect(questions.kept.size).toBe(0);
  });

  test('is not asked, and nothing stays written down, where that took longer than anybody waits', async () => {
    const questions = questionsKept();
    let struck = false;
    const slow: Pick<ModelQuestions, 'write' | 'strike'> = {
      async write(asked) {
        await sleep(100);
        return questions.write(asked);
      },
      async strike(ids) {
        await questions.strike(ids);
        struck = true;
      },
    };
    const { server, model } = await modelWith(slow);
    await expect(model.ask({ ...question, withinMs: 20 })).rejects.toMatchObject({ why: 'late', left: undefined });
    await until(() => struck || undefined);
    expect(questions.kept.size).toBe(0);
    expect(server.asked).toEqual([]);
  });

  test('is not asked where that cannot be written down', async () => {
    const write = () => Promise.reject(new Error('the database is away'));
    const { server, model } = await modelWith({ ...questionsKept(), write });
    await expect(model.ask(question)).rejects.toMatchObject({ why: 'unready', left: undefined });
    expect(server.asked).toEqual([]);
  });
});
