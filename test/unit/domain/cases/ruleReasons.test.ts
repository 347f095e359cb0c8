import { describe, expect, it, test } from 'vitest';
import type { AgentRules } from '../../../../src/domain/agents/index.js';
import { ageOn, daysBetween } from '../../../../src/domain/cases/calendar.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { ruleReasons } from '../../../../src/domain/cases/ruleReasons.js';
import { readDocument } from '../../../support/caseDocuments.js';

const today = '2026-03-02';
const passport = (extracted: CaseDocument['extracted'], more: Partial<CaseDocument> = {}) =>
  readDocument('passport', { extracted, ...more });
const bill = (extracted: CaseDocument['extracted']) => readDocument('utility_bill', { extracted });

/** Code and field of each reason that the rules give. */
const given = (rules: AgentRules, ...documents: CaseDocument[]) =>
  ruleReasons({ rules: { ...rules } }, documents, today).map(({ code, document_type, field }) => [
    code,
    document_type,
    field,
  ]);

describe('an age', () => {
  test.each([
    ['2008-03-02', '2026-03-01', 17],
    ['2008-03-02', '2026-03-02', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-03-03', '2026-03-02', -1],
  ])(
    'of who was born on %s is, on %s, %i: by the calendar, on 1 March where a year has no 29 February',
    (birth, on, age) => {
      expect(ageOn(birth, on)).toBe(age);
    },
  );

  it('is not known of what is no date', () => {
    expect(ageOn('1990', today)).toBeUndefined();
    expect(ageOn('1990-02-30', today)).toBeUndefined();
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('soon', today)).toBeUndefined();
  });
});

describe('the rules of an agent', () => {
  it('are kept by documents that say so, and judge nothing where there are none', () => {
    const rules = { min_age: 18, min_days_to_expiry: 30, max_age_days: { utility_bill: 90 } };
    const old = passport({ birth_date: '2008-03-02', date_of_expiry: '2026-04-01' });
    expect(given(rules, old, bill({ bill_date: '2025-12-02' }))).toEqual([]);
    expect(given({}, passport({ birth_date: '2020-01-01' }))).toEqual([]);
  });

  it('send who is a day too young to review', () => {
    expect(given({ min_age: 18 }, passport({ date_of_birth: '2008-03-03' }))).toEqual([
      ['under_age', 'passport', 'date_of_birth'],
    ]);
  });

  it('send a document that is valid a day too short to review, and one that has expired', () => {
    expect(given({ min_days_to_expiry: 30 }, passport({ expiry_date: '2026-03-31' }))).toEqual([
      ['expires_soon', 'passport', 'expiry_date'],
    ]);
    expect(given({ min_days_to_expiry: 0 }, passport({ expiry_date: '2026-03-02' }))).toEqual([]);
    expect(given({ min_days_to_expiry: 0 }, passport({ expiry_date: '2026-03-01' }))).toEqual([
      ['expires_soon', 'passport', 'expiry_date'],
    ]);
  });

  it('send a document of the named type that is a day too old to review, by the date that it was issued on', () => {
    const rules = { max_age_days: { utility_bill: 90 } };
    expect(given(rules, bill({ bill_date: '2025-12-01' }))).toEqual([['too_old', 'utility_bill', 'bill_date']]);
    expect(given(rules, bill({ date: '2020-01-01', issue_date: '2026-03-01' }))).toEqual([]);
    expect(given(rules, passport({ issue_date: '2019-01-01' }))).toEqual([]);
    expect(given(rules, bill({ issue_date: null, period_end: '2025-11-01' }))).toEqual([
      ['too_old', 'utility_bill', 'period_end'],
    ]);
  });

  it('take no document that is dated after tomorrow for a fresh one', () => {
    const rules = { max_age_days: { utility_bill: 90 } };
    expect(given(rules, bill({ bill_date: '2026-03-03' }))).toEqual([]);
    expect(given(rules, bill({ bill_date: '2026-03-04' }))).toEqual([['rule_not_judged', 'utility_bill', 'bill_date']]);
  });

  it('send a value that was read with too little confidence to review, by its field, its meaning or any', () => {
    const read = passport(
      { surname: 'X', passport_number: 'Y', sex: null },
      { field_confidences: { surname: 0.6, passport_number: 0.8 } },
    );
    expect(given({ min_confidence: { '*': 0.5 } }, read)).toEqual([]);
    expect(given({ min_confidence: { '*': 0.5, document_number: 0.9 } }, read)).toEqual([
      ['low_confidence', 'passport', 'passport_number'],
    ]);
    expect(given({ min_confidence: { '*': 0.7, document_number: 0.8 } }, read)).toEqual([
      ['low_confidence', 'passport', 'surname'],
    ]);
  });

  it('do not ask for the confidence of what a person entered', () => {
    const person: string = 'person';
    const sources = { surname: person as CaseDocument['sources'][string] };
    expect(given({ min_confidence: { '*': 0.9 } }, passport({ surname: 'X' }, { sources }))).toEqual([]);
  });

  it.each([
    ['an age of which no birth date was read', { min_age: 18 }, [passport({ birth_date: null })]],
    ['an age of which no document has a birth date', { min_age: 18 }, [bill({ total: '12' })]],
    ['an age of which only a year was read', { min_age: 18 }, [passport({ birth_date: '1990' })]],
    ['an expiry that was not read', { min_days_to_expiry: 0 }, [passport({ expiry_date: null })]],
    ['a date that was not read', { max_age_days: { utility_bill: 9 } }, [bill({ bill_date: null })]],
    ['a date that the type does not have', { max_age_days: { utility_bill: 9 } }, [bill({ total: '12' })]],
    ['the confidence of a field that was not read', { min_confidence: { total: 0.5 } }, [bill({ total: null })]],
    ['the confidence of a field that no document has', { min_confidence: { total: 0.5 } }, [passport({ sex: 'F' })]],
  ])('never pass for want of a value: %s is a reason', (_what, rules, documents) => {
    expect(given(rules as AgentRules, ...documents).map(([code]) => code)).toEqual(['rule_not_judged']);
  });

  it('name no value in their reasons', () => {
    const reasons = ruleReasons({ rules: { min_age: 18 } }, [passport({ birth_date: '2015-07-19' })], today);
    expect(JSON.stringify(reasons)).not.toContain('2015');
  });

  it('that were stored as something else before they had a meaning demand nothing', () => {
    expect(ruleReasons({ rules: 'our own' }, [passport({})], today)).toEqual([]);
    expect(ruleReasons({ rules: { min_age: 'eighteen' } }, [passport({})], today)).toEqual([]);
  });
});
