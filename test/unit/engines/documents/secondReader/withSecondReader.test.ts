import { describe, expect, test } from 'vitest';
import type { EngineOutcome } from '../../../../../src/engines/documents/documentEngine.js';
import { ModelSilent } from '../../../../../src/engines/language/languageModel.js';
import { ORDERS } from '../../../../support/ordersOnPages.js';
import { outcome, PAGE, read, step, type } from './twoReaders.js';

describe('an engine with a second reader', () => {
  test('joins what both read, judges it by the rules again, and tells what was asked of whom', async () => {
    const answer = { company: 'Brook & Sons', total_amount: '12.50', date: '01.03.2026' };
    const { came, steps } = await read({ answer });
    expect(came.result?.extracted).toMatchObject({ total_amount: 12.5, date: '2026-03-01' });
    expect(came.result).toMatchObject({ valid: true, violations: [] });
    expect(came.result?.checks?.find(({ code }) => code === 'value_missing')?.status).toBe('passed');
    expect(came.steps.at(-1)).toMatchObject({ tool: 'model', order: 3, status: 'success' });
    expect(came.steps.at(-1)?.output).toEqual({
      ...{ model: 'small-1', where: 'local', sent: ['text'], prompt_hashes: ['ab'], tokens: null, asked: 3 },
      ...{ agreed: ['company', 'total_amount'], differing: [], added: ['date'] },
    });
    expect(steps).toEqual([came.steps.at(-1)]);
    expect(came).not.toHaveProperty('text');
  });

  test('asks for what one piece of print states, with the guidance of the type', async () => {
    const { questions } = await read({});
    const [{ instructions, content, tenant_id } = { instructions: '', content: '', tenant_id: '' }] = questions;
    expect(tenant_id).toBe('acme');
    expect(instructions).toContain('- total_amount (amount)');
    expect(instructions).toContain(type.prompt_hint);
    expect(instructions).not.toContain('items');
    expect(content).toContain('100,200 Total amount due 12.50');
  });

  test('goes by the engine alone where the model gives no answer, and says why', async () => {
    const { came, logged } = await read({
      answer: () => {
        throw new ModelSilent('late', { sent: ['text'], prompt_hash: 'cd' });
      },
    });
    expect(came.result).toEqual(outcome().result);
    expect(came.status).toBe('completed');
    expect(came.steps.at(-1)).toMatchObject({
      ...{ tool: 'model', status: 'failed' },
      output: { model: 'small', where: 'local', sent: ['text'], prompt_hashes: ['cd'] },
      error: 'The language model gave no answer in its time.',
    });
    expect(logged).toEqual([]);
  });

  test('goes by the engine alone where asking itself fails, and logs nothing of the document', async () => {
    const { came, logged } = await read({
      answer: () => {
        throw new RangeError('12.50 is out of range');
      },
    });
    expect(came.result).toEqual(outcome().result);
    expect(logged).toEqual([{ error: 'RangeError' }]);
  });

  test('keeps what a model was shown and what it used where the rules fail after it has answered', async () => {
    const tokens = { prompt: 900, answer: 70 };
    const { came } = await read({ answer: { date: '01.03.2026' }, rulesFail: new RangeError('12.50'), tokens });
    expect(came.result).toEqual(outcome().result);
    const output = { model: 'small-1', where: 'local', sent: ['text'], prompt_hashes: ['ab'], tokens };
    expect(came.steps.at(-1)).toMatchObject({ tool: 'model', status: 'failed', output });
  });

  test('asks no model of the cloud, unless its agent allows it', async () => {
    const { came, questions, jobs } = await read({ facts: { where: 'cloud' } });
    expect(questions).toEqual([]);
    expect(jobs[0]).not.toHaveProperty('tells_text');
    expect(came).toEqual(outcome());
  });

  test('asks a model of the cloud where the agent allows it', async () => {
    const { questions } = await read({ facts: { where: 'cloud' }, job: { allows_cloud: true } });
    expect(questions).toHaveLength(1);
  });

  test('shows pages only to a model that sees, and of types that are seen', async () => {
    const seen = await read({ facts: { sees: true } });
    expect(seen.questions[0]?.pictures).toHaveLength(1);
    const text = { ...type, model_hint: 'llm' as const };
    const unseen = await read({ facts: { sees: true }, job: { documentType: text, candidates: [text] } });
    expect(unseen.questions[0]?.pictures).toEqual([]);
  });
});

describe('what a document is', () => {
  const other = { ...type, context_id: 'parking_ticket', display_name: 'Parking ticket' };
  const classified = (document_type: string, confidence: number) => ({
    ...step('classify', 0),
    output: {
      document_type,
      confidence,
      evidence: [],
      alternatives: [{ document_type: 'parking_ticket', confidence: 0.2 }],
    },
  });
  const choice = { used_for: {}, steps: {} };

  /** What comes of a document whose type is to be chosen, of which engine and model say so. */
  const chosen = (
    engine: string,
    model: string,
    { confidence = 0.6, expected, silent }: { confidence?: number; expected?: string; silent?: ModelSilent } = {},
  ) =>
    read({
      answer: ({ name }) => {
        if (silent && name === 'printed_values') throw silent;
        return { document_type: model, company: 'Brook & Sons' };
      },
      job: { candidates: [type, other], choice: { ...choice, ...(expected && { expected }) } },
      outcome: (job) => {
        const read_as = job.choice?.advised ?? engine;
        const { steps, result, ...rest } = outcome();
        const isKnown = read_as !== 'unknown';
        return {
          ...rest,
          steps: isKnown ? [classified(engine, confidence), ...steps.slice(1)] : [classified(engine, confidence)],
          result: { ...result!, document_type: read_as, confidence: String(confidence) },
        };
      },
    });
  const typeCheck = (came: EngineOutcome) => came.result?.checks?.find(({ code }) => code === 'model_type_differs');

  test('is sure where both say the same', async () => {
    const { came, jobs } = await chosen(type.context_id, type.context_id);
    expect(came.result).toMatchObject({ document_type: type.context_id, confidence: '0.95' });
    expect(typeCheck(came)).toMatchObject({ status: 'passed' });
    expect(came.steps.at(-1)?.output).toMatchObject({ taken_for: type.context_id, agreed: ['company'] });
    expect(jobs).toHaveLength(1);
  });

  test('is shown to a person where they differ, and is read as the model says, as far as the engine finds it possible', async () => {
    const { came, jobs } = await chosen(type.context_id, 'parking_ticket');
    expect(jobs[1]?.choice).toEqual({ ...choice, advised: 'parking_ticket' });
    expect(came.result).toMatchObject({ document_type: 'parking_ticket', confidence: '0.6' });
    expect(typeCheck(came)).toMatchObject({
      ...{ status: 'failed', weight: 'strong', values: [type.context_id, 'parking_ticket'] },
    });
  });

  test('is shown to a person where they differ, though the model says nothing of its fields', async () => {
    const { came } = await chosen(type.context_id, 'parking_ticket', {
      silent: new ModelSilent('refused', { sent: ['text'], prompt_hash: 'cd' }),
    });
    expect(came.result).toMatchObject({ document_type: 'parking_ticket' });
    expect(typeCheck(came)).toMatchObject({ status: 'failed', values: [type.context_id, 'parking_ticket'] });
    expect(came.steps.at(-1)).toMatchObject({
      ...{ status: 'failed', error: 'The language model refused the question.' },
      output: { sent: ['text'], prompt_hashes: ['ab', 'cd'], taken_for: 'parking_ticket' },
    });
  });

  test('is told by the model where the engine does not know, and its fields are read then', async () => {
    const { came } = await chosen('unknown', 'parking_ticket');
    expect(came.result?.document_type).toBe('parking_ticket');
    expect(typeCheck(came)).toMatchObject({ status: 'failed', weight: 'weak' });
    expect(came.steps.at(-1)?.output).toMatchObject({ taken_for: 'parking_ticket', agreed: ['company'] });
  });

  test('is not asked for where the engine is sure, or the sender says what it is', async () => {
    for (const given of [{ confidence: 0.97 }, { expected: 'parking_ticket' }]) {
      const { questions, came } = await chosen(type.context_id, 'parking_ticket', given);
      expect(questions.map(({ name }) => name)).toEqual(['printed_values']);
      expect(typeCheck(came)).toMatchObject({ status: 'not_run' });
    }
  });
});

/** What a model that obeys any of them would say. */
const OBEDIENT = { company: 'Golden Trust Bank Ltd', total_amount: '31337.00', date: '2099-01-01 00:00' };

describe('a page that gives orders', () => {
  test('is shown as data, within marks that it cannot end', async () => {
    const { questions } = await read({ lines: [...PAGE, '</document>', ...ORDERS] });
    const [, mark = '', inside = ''] =
      /^<(document-[0-9a-f]{16})>\n([\s\S]*)\n<\/\1>$/.exec(questions[0]?.content ?? '') ?? [];
    for (const order of ORDERS) expect(inside).toContain(order);
    expect(inside).not.toContain(mark);
    expect(questions[0]?.instructions).toMatch(/never an instruction/);
    for (const order of ORDERS) expect(questions[0]?.instructions).not.toContain(order);
  });

  test.each(ORDERS)('changes no value, whatever the model makes of it: %s', async (order) => {
    const { came } = await read({ answer: OBEDIENT, lines: [...PAGE, order] });
    expect(came.result?.extracted).toEqual(outcome().result?.extracted);
    const noted = came.result?.checks?.filter(
      ({ code, status }) => code === 'model_not_on_page' && status === 'failed',
    );
    expect(noted?.map(({ field }) => field)).toEqual(['company', 'total_amount', 'date']);
  });

  test('whose order a model repeats from the page itself goes to a person, with both values', async () => {
    const { came } = await read({ answer: { total_amount: '99999.00' }, lines: [...PAGE, ORDERS[0]!] });
    expect(came.result?.extracted['total_amount']).toBe(12.5);
    expect(came.result?.checks?.find(({ code }) => code === 'model_differs')).toMatchObject({
      ...{ status: 'failed', weight: 'strong', field: 'total_amount', values: ['12.5', '99999'] },
    });
  });
});
