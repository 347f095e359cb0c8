import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Askable } from '../../../src/domain/cases/index.js';
import type { ModelQuestion } from '../../../src/engines/language/languageModel.js';
import { createListener } from '../../../src/engines/language/listener.js';
import { createOpenAiModel, faultOfModel } from '../../../src/engines/language/openAiModel.js';
import type { ModelConfig } from '../../../src/platform/modelConfig.js';
import { questionsKept } from '../../support/questionsKept.js';

/** A small real model, where one is given: `.ci/run` starts one (`test/servers/model/start.sh`). */
const url = process.env['TEST_MODEL'];

const config: ModelConfig = {
  ...{ url: url ?? '', name: 'smollm2-135m', where: 'local', sees: false, timeoutMs: 240_000, concurrency: 2 },
};

function open(given: Partial<ModelConfig> = {}) {
  const spent: number[] = [];
  const budget = {
    isSpent: () => Promise.resolve(false),
    spend: (_tenant: string, tokens: number) => Promise.resolve(void spent.push(tokens)),
  };
  const keyedHash = () => Promise.resolve(Buffer.from('ab', 'hex'));
  const model = createOpenAiModel({ config: { ...config, ...given }, budget, keyedHash, questions: questionsKept() });
  return { model, spent };
}

const answer = z.object({ total: z.string().max(40).nullable() });
const question: ModelQuestion<z.output<typeof answer>> = {
  ...{ tenant_id: 'acme', told_in: { stream: 'execution-1' }, name: 'printed_values', pictures: [], answer },
  instructions: 'Copy the total as it is printed. Answer with one JSON object: {"total": "…"}, and nothing else.',
  content: 'Harbour Rowing Club\nBoat hire 30.00\nTotal 48.00',
};

describe.runIf(url)('a real language model behind llama.cpp', () => {
  it('answers in the form that was asked for, says what it is called, and counts its tokens', async () => {
    const { model, spent } = open();
    const { answer: got, use } = await model.ask(question);
    expect(Object.keys(got)).toEqual(['total']);
    expect(use).toMatchObject({ model: 'smollm2-135m', where: 'local', sent: ['text'] });
    expect(use.tokens?.prompt).toBeGreaterThan(20);
    expect(use.tokens?.answer).toBeGreaterThan(3);
    expect(spent).toEqual([use.tokens!.prompt + use.tokens!.answer]);
  });

  it('answers two questions at the same time', async () => {
    const { model } = open();
    const both = await Promise.all([model.ask(question), model.ask({ ...question, tenant_id: 'globex' })]);
    expect(both.map(({ answer: got }) => Object.keys(got))).toEqual([['total'], ['total']]);
  });

  it('that is not done in its time is given up, costs what it cost, and answers the next question', async () => {
    const { model, spent } = open();
    const long = { ...question, content: 'A line of print. '.repeat(100), withinMs: 200 };
    await expect(model.ask(long)).rejects.toMatchObject({ why: 'late', left: { sent: ['text'] } });
    expect(spent[0]).toBeGreaterThan(400);
    expect(Object.keys((await model.ask(question)).answer)).toEqual(['total']);
  });

  it('that is asked more than it can hold in mind refuses, and answers the next question', async () => {
    const { model } = open();
    const content = 'Boat hire 30.00\n'.repeat(4_000);
    await expect(model.ask({ ...question, content })).rejects.toMatchObject({ why: 'refused' });
    expect(Object.keys((await model.ask(question)).answer)).toEqual(['total']);
  });

  it('is found to be there, and to be called otherwise where it is', async () => {
    expect(await faultOfModel(config)).toBeUndefined();
    expect(await open().model.isThere()).toBe(true);
    expect(await faultOfModel({ ...config, name: 'large' })).toBe(
      `MODEL_NAME is large, but ${new URL(config.url).host} has smollm2-135m`,
    );
  });

  it('chooses among what a message can be about, and nothing else', async () => {
    const fields = [{ name: 'expiry_date', called: 'expiry date' }];
    const askable: Askable = { topics: ['progress', 'help', 'thanks', 'greeting'], fields };
    const { model } = open();
    const listener = createListener({ model, log: { error: () => undefined }, longestMs: config.timeoutMs });
    const message = { tenant_id: 'acme', told_in: { stream: 'case-1' }, message: 'Until when is it good?', askable };
    const { heard, model_asked } = await listener.hear(message);
    expect(model_asked?.tokens?.prompt).toBeGreaterThan(100);
    if (heard?.topic) expect(askable.topics).toContain(heard.topic);
    for (const field of heard?.fields ?? []) expect(field).toBe('expiry_date');
  });
});
