import { afterEach, describe, expect, it } from 'vitest';
import { EngineUnavailable } from '../../../../src/engines/documents/documentEngine.js';
import { createRuleChecks, type QuestionsForRules, type RuleTimes } from '../../../../src/engines/rules/ruleChecks.js';
import { validityByRules } from '../../../../src/engines/rules/validityByRules.js';
import { createLog } from '../../../../src/platform/log.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function open(times?: Partial<RuleTimes>) {
  const rules = createRuleChecks({ log: createLog('silent'), times: { compile: 60_000, judge: 60_000, ...times } });
  opened.push(rules);
  return rules;
}

/** Takes minutes to compile: thousands of times what the limits let through. */
const ENDLESS = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, index) => [`field_${index}`, { regex: '(?:[a-z0-9]{1,10}x){1,100}' }]),
);

const document = (doc_id: string, number: string) => ({
  ...{ doc_id, document_type: 'passport', extracted: { number }, raw: {} },
});

const questions = (regex: string, ...documents: ReturnType<typeof document>[]): QuestionsForRules => ({
  compare: { documents, match_fields: ['number'], min_doc_types: 2 },
  check: documents,
  types: [{ context_id: 'passport', output_schema: { number: 'string' }, validation_rules: { number: { regex } } }],
  today: '2026-03-02',
});

describe('patterns', () => {
  it('are compiled, and the one that is none is named', async () => {
    const rules = open();
    expect(await rules.faultIn('acme', { one: { regex: '\\d+' }, two: { required: true } })).toBeUndefined();
    expect(await rules.faultIn('acme', { one: { regex: '\\d+' }, two: { regex: '(a)\\1' } })).toEqual({ field: 'two' });
  });

  it('that do not come to an end are given up, off the event loop, and the next ones are compiled', async () => {
    const rules = open({ compile: 1 });
    expect(await rules.faultIn('acme', ENDLESS)).toEqual({ notCompiled: 'within 0.001 seconds' });
    const other = open();
    expect(await other.faultIn('acme', { one: { regex: '(' } })).toEqual({ field: 'one' });
    expect(await rules.faultIn('acme', ENDLESS)).toEqual({ notCompiled: 'within 0.001 seconds' });
  });
});

it('work of a tenant that has too much of it waiting is refused, and that of another tenant is done', async () => {
  const rules = open();
  const ask = (tenant_id: string) => rules.faultIn(tenant_id, { one: { regex: '\\d+' } });
  const taken = Array.from({ length: 251 }, () => ask('acme'));
  await expect(ask('acme')).rejects.toBeInstanceOf(EngineUnavailable);
  expect(await Promise.all([ask('other'), ...taken])).toEqual(Array(252).fill(undefined));
});

describe('what a case is judged by', () => {
  it('is found out of its documents and the rules of today', async () => {
    const { cross_match, governance } = await open().findOut(
      'acme',
      questions('[A-Z]\\d+', document('d1', 'A1'), document('d2', '11')),
    );
    expect(cross_match).toMatchObject({ judged: true, agreed: false });
    expect(governance).toMatchObject([
      { doc_id: 'd1', passed: true, violations: [] },
      { doc_id: 'd2', passed: false, violations: [{ field: 'number', rule: 'regex' }] },
    ]);
  });

  it('and cannot be in time is broken for every document, so that a person looks at it', async () => {
    const endless = Array.from({ length: 200 }, (_, index) => document(`d${index}`, 'x'.repeat(2_000)));
    const rules = open({ judge: 1 });
    const { governance } = await rules.findOut('acme', questions('((x{0,9}){0,9}){0,9}y', ...endless));
    expect(governance).toHaveLength(200);
    expect(governance.every(({ passed }) => !passed)).toBe(true);
    expect(governance.at(-1)?.violations).toMatchObject([
      { rule: 'not_checked', message: expect.stringContaining('within 0.001 seconds') as string },
    ]);
  });
});

it('a single document whose rules cannot be checked in time is not valid', async () => {
  // So much of it that the time is over while the thread still takes it in, before it says anything.
  const raw = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`field_${index}`, '']));
  const one = { document_type: 'passport', extracted: { number: '1' }, raw };
  const type = { output_schema: { number: 'string' }, validation_rules: { number: { regex: '\\d' } } };
  const validity = await validityByRules(open({ judge: 1 }), one, { tenant_id: 'acme', type, today: '2026-03-02' });
  expect(validity).toMatchObject({ valid: false, violations: [{ rule: 'not_checked' }] });
});
