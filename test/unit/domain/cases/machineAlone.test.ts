import { describe, expect, it } from 'vitest';
import { type AgentDefinitionGiven, readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import { checkOf } from '../../../../src/domain/documents/index.js';
import { crossMatch } from '../../../../src/engines/crossMatch/crossMatch.js';
import { readDocument } from '../../../support/caseDocuments.js';

const judge = (documents: CaseDocument[], definition: AgentDefinitionGiven = { doc_type_map: { card: 'card' } }) => {
  const { decision, reasons } = judgeCase({
    agent: readDefinition(definition),
    documents,
    findings: { cross_match: crossMatch({ documents, match_fields: [], min_doc_types: 2 }), governance: [] },
    at: '2026-03-02T09:00:00.000Z',
  });
  return { decision, codes: reasons.map(({ code }) => code) };
};

const alone = (code: 'mrz_not_found_in_print' | 'barcode_not_found_in_print') => [checkOf(code, 'failed', 'Alone.')];
const back = (given: Partial<CaseDocument> = {}) =>
  readDocument('card', {
    extracted: { document_number: 'K1234567', expiry_date: '2034-01-06' },
    sources: { document_number: 'mrz', expiry_date: 'mrz' },
    checks: alone('mrz_not_found_in_print'),
    ...given,
  });
const front = (given: Partial<CaseDocument> = {}) =>
  readDocument('card', {
    extracted: { document_number: 'K1234567', expiry_date: '2034-01-06' },
    sources: { document_number: 'ocr', expiry_date: 'ocr' },
    ...given,
  });

describe('a document of which only the zone or the barcode was seen', () => {
  it.each(['mrz_not_found_in_print', 'barcode_not_found_in_print'] as const)('goes to review: %s', (code) => {
    expect(judge([back({ checks: alone(code) })])).toEqual({ decision: 'review', codes: [code] });
  });

  it('is as good as any where another file of its type has the same in print', () => {
    expect(judge([front(), back()]).decision).toBe('approved');
    expect(judge([back(), front()]).decision).toBe('approved');
  });

  it('is no better for another strip', () => {
    expect(judge([back(), back()]).decision).toBe('review');
  });

  it('is nothing against the case once a later picture has the print too', () => {
    const whole = back({ checks: [] });
    expect(judge([back(), whole]).decision).toBe('approved');
  });
});

describe('two files of one card', () => {
  it.each(['document_number', 'expiry_date'])('of which zone and print state %s differently go to review', (field) => {
    const other = { ...back().extracted, [field]: field === 'expiry_date' ? '2022-01-06' : 'X7654321' };
    const { decision, codes } = judge([back({ extracted: other }), front()]);
    expect([decision, codes.includes('sides_differ')]).toEqual(['review', true]);
    expect(judge([front(), back({ extracted: other })]).codes).toContain('sides_differ');
  });

  it('that both show print, as an old card and its renewal, may differ', () => {
    const renewed = front({ extracted: { document_number: 'X7654321', expiry_date: '2036-01-06' } });
    expect(judge([front(), renewed])).toEqual({ decision: 'approved', codes: ['values_differ', 'values_differ'] });
  });
});

describe('documents of which one would do', () => {
  const either = { doc_type_map: { passport: 'passport', card: 'card' }, required: [['passport', 'card']] };
  const born = (type: string, birth_date: string) => readDocument(type, { extracted: { birth_date } });

  it('are of one person: two days of birth go to review, whichever comes last', () => {
    const [young, grown] = [born('passport', '2011-05-05'), born('card', '1988-03-14')];
    expect(judge([young, grown], either)).toEqual({ decision: 'review', codes: ['identity_differs'] });
    expect(judge([grown, young], either).codes).toContain('identity_differs');
    expect(judge([born('passport', '1988-03-14'), grown], either).decision).toBe('approved');
  });

  it('may be of several people where all are wanted', () => {
    const both = { doc_type_map: { passport: 'passport', card: 'card' } };
    expect(judge([born('passport', '2011-05-05'), born('card', '1988-03-14')], both).decision).toBe('approved');
  });
});
