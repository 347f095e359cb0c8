import { describe, expect, it } from 'vitest';
import { readDefinition, requiredTypes, usedTypes } from '../../../../src/domain/agents/agentDefinition.js';
import { afterFailure, afterReading, caseProgress } from '../../../../src/domain/cases/caseProgress.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { readDocument } from '../../../support/caseDocuments.js';

const map = { passport: 'passport', id: 'identity_card', bill: 'utility_bill' };
const agent = readDefinition({ doc_type_map: map, required: [['passport', 'identity_card'], 'utility_bill'] });
const judged = (...types: string[]) =>
  judgeCase({
    agent,
    documents: types.map((type) => readDocument(type)),
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
    at: '2026-03-02T09:00:00.000Z',
  });

describe('what an agent requires', () => {
  it('is what `required` says, with alternatives as one entry; else the distinct values of doc_type_map', () => {
    expect(requiredTypes(agent)).toEqual(['passport|identity_card', 'utility_bill']);
    expect(requiredTypes({ doc_type_map: map })).toEqual(['passport', 'identity_card', 'utility_bill']);
    expect(requiredTypes({ doc_type_map: map, required: [] })).toEqual([]);
  });

  it('is doc_type_map where `required` was stored as something else before it had a meaning', () => {
    const stored = readDefinition({ doc_type_map: map, required: true });
    expect(requiredTypes(stored)).toEqual(['passport', 'identity_card', 'utility_bill']);
  });

  it('is used besides what the map names', () => {
    expect(usedTypes({ doc_type_map: { a: 'a' }, required: [['b', 'c']] })).toEqual(['a', 'b', 'c']);
  });
});

describe('progress', () => {
  const required = ['passport|identity_card', 'utility_bill'];
  const none = { progress: caseProgress(required, []), read_types: {} };

  it('shows alternatives as one entry, which any of them completes', () => {
    expect(caseProgress(required, [readDocument('identity_card')])).toEqual({
      required,
      collected: ['passport|identity_card'],
      missing: ['utility_bill'],
      failed: [],
      percent: 50,
      complete: false,
    });
  });

  it('is the same whether it is worked out at once or document by document', () => {
    const { progress: after } = afterReading(afterReading(none, 'passport'), 'utility_bill');
    expect(after).toEqual(caseProgress(required, [readDocument('passport'), readDocument('utility_bill')]));
    expect(after.complete).toBe(true);
  });

  it('says that alternatives failed where one of them did', () => {
    expect(afterFailure(none, 'identity_card').failed).toEqual(['passport|identity_card']);
  });
});

describe('progress where both sides of a type are wanted', () => {
  const required = ['passport|identity_card', 'utility_bill'];
  const none = { progress: caseProgress(required, []), read_types: {} };

  it('lacks the side that is not there, counts half of the type, and is complete with both', () => {
    const front = afterReading(afterReading(none, 'utility_bill'), 'identity_card', 'back');
    expect(front.progress).toEqual({
      required,
      collected: required,
      missing: ['identity_card:back'],
      failed: [],
      percent: 75,
      complete: false,
    });
    const { progress } = afterReading(front, 'identity_card');
    expect(progress).toMatchObject({ missing: [], percent: 100, complete: true });
  });

  it('is the same where it is worked out at once', () => {
    const card = readDocument('identity_card', { label: 'back' });
    const { progress } = afterReading(none, 'identity_card', 'front');
    expect(caseProgress(required, [card], () => 'front')).toEqual(progress);
  });

  it('lacks the type itself while nothing of it is there, and no side where another type will do', () => {
    expect(none.progress.missing).toEqual(required);
    const card = afterReading(none, 'identity_card', 'back');
    expect(afterReading(card, 'passport').progress.missing).toEqual(['utility_bill']);
    expect(afterReading(afterReading(none, 'passport'), 'identity_card', 'back').progress.missing).toEqual([
      'utility_bill',
    ]);
  });

  it('goes on from what was stored before sides were told', () => {
    const before = { progress: afterReading(none, 'passport').progress, read_types: null };
    expect(afterReading(before, 'utility_bill').progress).toMatchObject({ missing: [], complete: true });
  });

  it('does not grow with documents of types that are not required', () => {
    expect(afterReading(none, 'receipt')).toEqual(none);
  });
});

describe('a case with alternatives', () => {
  it('is approved with any one of them', () => {
    expect(judged('passport', 'utility_bill').decision).toBe('approved');
    expect(judged('identity_card', 'utility_bill').decision).toBe('approved');
  });

  it('is in review with none of them, and the reason names them all', () => {
    const { decision, reasons } = judged('utility_bill');
    expect(decision).toBe('review');
    expect(reasons).toEqual([
      {
        code: 'document_missing',
        detail: 'No document of the type passport or identity_card was collected.',
        document_type: 'passport|identity_card',
        field: null,
      },
    ]);
  });

  it('goes by the last document of any of the alternatives', () => {
    const broken = { valid: false, violations: [{ field: 'a', rule: 'required', message: 'a is missing.' }] };
    const documents = [readDocument('passport', broken), readDocument('identity_card'), readDocument('utility_bill')];
    const findings = { cross_match: NOT_CROSS_MATCHED, governance: [] };
    const { decision } = judgeCase({ agent, documents, findings, at: '2026-03-02T09:00:00.000Z' });
    expect(decision).toBe('approved');
  });
});
