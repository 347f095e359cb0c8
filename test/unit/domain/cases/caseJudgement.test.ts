import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import {
  judgeCase,
  questionsAbout,
  type CaseFindings,
  type Judging,
} from '../../../../src/domain/cases/caseJudgement.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { CASE_REASONS } from '../../../../src/domain/cases/caseReasons.js';
import { caseResult, type GovernanceCheck } from '../../../../src/domain/cases/caseResult.js';
import { NOT_CROSS_MATCHED, type CrossMatchOutcome } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { readDocument } from '../../../support/caseDocuments.js';

const at = '2026-03-02T09:00:00.000Z';
const agent = readDefinition({
  doc_type_map: { passport: 'passport', bill: 'utility_bill' },
  cross_match: { match_fields: ['full_name'] },
});
const nothingRequired = { ...agent, doc_type_map: {} };
const broken = {
  valid: false,
  violations: [{ field: 'expiry_date', rule: 'expired', message: 'expiry_date has passed.' }],
};

const outcome = (given: Partial<CrossMatchOutcome>): CrossMatchOutcome => ({
  ...NOT_CROSS_MATCHED,
  judged: true,
  agreed: true,
  ...given,
});

/** Nothing was found out but what the test says. */
const complete = (documents: CaseDocument[], given: Partial<CaseFindings & Pick<Judging, 'agent'>> = {}) => {
  const { agent: by = agent, ...found } = given;
  return judgeCase({
    agent: by,
    documents,
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [], ...found },
    at,
  });
};

/** The decision and the codes that led to it. */
const judged = (documents: CaseDocument[], given: Partial<CaseFindings & Pick<Judging, 'agent'>> = {}) => {
  const { decision, reasons } = complete(documents, given);
  return { decision, codes: reasons.map(({ code }) => code) };
};

describe('what has to be found out', () => {
  const [passport, bill] = [readDocument('passport'), readDocument('utility_bill')];
  const unreadable = readDocument('', { status: 'failed', valid: false });

  it('is whether the documents that were read agree, and keep the rules of today', () => {
    expect(questionsAbout([passport, unreadable, readDocument('unknown'), bill], agent)).toEqual({
      compare: { documents: [passport, bill], match_fields: ['full_name'], min_doc_types: 2 },
      check: [passport, bill],
    });
  });

  it('is no agreement where the agent compares nothing', () => {
    const off = { ...agent, cross_match: { ...agent.cross_match, enabled: false } };
    expect(questionsAbout([passport, bill], off).compare.match_fields).toEqual([]);
  });

  it('is no rule of a type that the agent does not validate', () => {
    const pipeline_per_type = { utility_bill: ['classify', 'extract'] };
    expect(questionsAbout([passport, bill], { ...agent, pipeline_per_type }).check).toEqual([passport]);
  });
});

describe('the decision', () => {
  it('is approval where all that is required is there, valid and agreed', () => {
    const documents = [readDocument('passport'), readDocument('utility_bill')];
    const result = complete(documents);
    expect(result).toMatchObject({
      decision: 'approved',
      reasons: [],
      validation: { valid: true, documents: [{ document_type: 'passport' }, { document_type: 'utility_bill' }] },
      governance: { passed: true, checks: [] },
      completed_at: at,
    });
  });

  it('is review where a required type is missing, and names it', () => {
    const { decision, reasons } = complete([readDocument('passport')]);
    expect(decision).toBe('review');
    expect(reasons).toEqual([
      {
        code: 'document_missing',
        detail: 'No document of the type utility_bill was collected.',
        document_type: 'utility_bill',
        field: null,
      },
    ]);
  });

  it('is failure where no document is usable: none, unreadable ones, unknown ones', () => {
    const unreadable = readDocument('', { status: 'failed', valid: false });
    const unknown = readDocument('unknown');
    expect(judged([]).decision).toBe('failed');
    expect(judged([unreadable, unknown])).toEqual({
      decision: 'failed',
      codes: ['no_usable_document', 'document_missing', 'document_missing', 'document_failed', 'document_unknown'],
    });
  });

  it('with nothing required is approval with a usable document and failure without one', () => {
    expect(judged([readDocument('passport')], { agent: nothingRequired })).toEqual({ decision: 'approved', codes: [] });
    expect(judged([], { agent: nothingRequired }).decision).toBe('failed');
    expect(judged([readDocument('passport', broken)], { agent: nothingRequired }).decision).toBe('review');
  });

  it('is review while a document is still being read', () => {
    const pending = readDocument('', { status: 'processing', valid: false });
    expect(judged([readDocument('passport'), readDocument('utility_bill'), pending])).toEqual({
      decision: 'review',
      codes: ['document_unfinished'],
    });
  });
});

describe('validation', () => {
  it('sends a document that breaks rules to review, with a reason for each broken rule', () => {
    const documents = [readDocument('passport', broken), readDocument('utility_bill')];
    const { decision, reasons, validation } = complete(documents);
    expect(decision).toBe('review');
    expect(reasons).toEqual([
      {
        code: 'validation_failed',
        detail: 'expiry_date has passed.',
        ...{ document_type: 'passport', field: 'expiry_date' },
        ...{ check: 'expired', doc_id: documents[0]?.doc_id },
      },
    ]);
    expect(validation.valid).toBe(false);
  });

  it('goes by the last document of a type, so that a better one can take the place of a bad one', () => {
    const bill = readDocument('utility_bill');
    expect(judged([readDocument('passport', broken), bill, readDocument('passport')])).toEqual({
      decision: 'approved',
      codes: ['document_superseded'],
    });
    expect(judged([readDocument('passport'), bill, readDocument('passport', broken)]).decision).toBe('review');
  });

  it('of a document that is not required is only noted', () => {
    const documents = [readDocument('passport'), readDocument('utility_bill'), readDocument('payslip', broken)];
    expect(judged(documents)).toEqual({ decision: 'approved', codes: ['optional_document_invalid'] });
  });
});

describe('governance', () => {
  const documents = [readDocument('passport'), readDocument('utility_bill')];
  const check = (given: Partial<GovernanceCheck>): GovernanceCheck => ({
    doc_id: documents[0]!.doc_id,
    document_type: 'passport',
    passed: false,
    violations: broken.violations,
    ...given,
  });

  it('sends a document that breaks a rule of today to review', () => {
    const { decision, reasons, governance } = complete(documents, { governance: [check({})] });
    expect({ decision, code: reasons[0]?.code, passed: governance.passed }).toEqual({
      decision: 'review',
      code: 'governance_failed',
      passed: false,
    });
  });

  it('gives no second reason for what was broken when the document was read', () => {
    const expired = readDocument('passport', broken);
    const governance = [check({ doc_id: expired.doc_id })];
    expect(judged([expired, documents[1]!], { governance }).codes).toEqual(['validation_failed']);
  });

  it('does not judge documents that do not count', () => {
    const earlier = readDocument('passport');
    const governance = [check({ doc_id: earlier.doc_id })];
    expect(judged([earlier, ...documents], { governance }).decision).toBe('approved');
  });
});

describe('cross-match', () => {
  const [passport, bill] = [readDocument('passport'), readDocument('utility_bill')];
  const value = (document: CaseDocument, text: string) => ({
    doc_id: document.doc_id,
    document_type: document.document_type,
    field: 'full_name',
    value: text,
  });
  const field = (agreed: boolean): CrossMatchOutcome['fields'] => ({
    full_name: {
      kind: 'name',
      agreed,
      score: agreed ? 1 : 0.2,
      values: [value(passport, 'Anna Berg'), value(bill, agreed ? 'Anna Berg' : 'Petra Wolf')],
      comparisons: [
        {
          documents: [passport.doc_id, bill.doc_id],
          values: ['Anna Berg', agreed ? 'Anna Berg' : 'Petra Wolf'],
          score: agreed ? 1 : 0.2,
          agreed,
        },
      ],
    },
  });
  const mismatch = outcome({ agreed: false, fields: field(false) });

  it('sends documents that disagree to review; the reason names field and types and no value', () => {
    const { decision, reasons } = complete([passport, bill], { cross_match: mismatch });
    expect(decision).toBe('review');
    expect(reasons).toEqual([
      {
        code: 'cross_match_mismatch',
        detail: 'full_name is not the same on all documents (passport, utility_bill).',
        document_type: null,
        field: 'full_name',
      },
    ]);
  });

  it('is left out where the agent has it switched off, and where it was not judged', () => {
    const off = { ...agent, cross_match: { ...agent.cross_match, enabled: false } };
    expect(judged([passport, bill], { agent: off, cross_match: mismatch }).decision).toBe('approved');
    expect(judged([passport, bill], { cross_match: NOT_CROSS_MATCHED }).decision).toBe('approved');
  });

  it('that could compare nothing is no agreement', () => {
    const nothing = { full_name: { ...field(true)['full_name']!, agreed: false, score: 0, comparisons: [] } };
    const cross_match = outcome({ agreed: false, fields: nothing });
    expect(judged([passport, bill], { cross_match })).toEqual({
      decision: 'review',
      codes: ['cross_match_not_possible'],
    });
  });

  it('sends a document that nothing ties to the others to review', () => {
    const payslip = readDocument('payslip');
    const cross_match = outcome({ fields: field(true), unmatched: [payslip.doc_id] });
    const { decision, reasons } = complete([passport, bill, payslip], { cross_match });
    expect({ decision, reason: reasons[0] }).toMatchObject({
      decision: 'review',
      reason: { code: 'cross_match_value_missing', document_type: 'payslip' },
    });
  });
});

describe('documents of one type', () => {
  const documents = [readDocument('passport'), readDocument('passport'), readDocument('utility_bill')];
  const difference = (field: string): Partial<CaseFindings> => ({
    cross_match: outcome({
      judged: false,
      differences: [{ document_type: 'passport', field, kind: 'text', score: 0.1, values: [] }],
    }),
  });

  it('that name different people go to review, whatever their schemas call the field', () => {
    expect(judged(documents, difference('date_of_birth'))).toEqual({ decision: 'review', codes: ['identity_differs'] });
  });

  it('that differ in something else are noted', () => {
    expect(judged(documents, difference('issue_date'))).toEqual({ decision: 'approved', codes: ['values_differ'] });
  });
});

describe('the same file twice', () => {
  const passport = readDocument('passport');
  const bill = readDocument('utility_bill');
  const again = readDocument('passport', { sha256: passport.sha256, duplicate_of: passport.doc_id });

  it('counts once, and is said', () => {
    expect(questionsAbout([passport, bill, again], agent).compare.documents).toEqual([passport, bill]);
    expect(judged([passport, bill, again])).toEqual({ decision: 'approved', codes: ['document_duplicate'] });
  });

  it('counts where it could not be read the first time', () => {
    const unread = readDocument('', { sha256: passport.sha256, status: 'failed' });
    expect(judged([unread, bill, passport])).toEqual({ decision: 'approved', codes: ['document_failed'] });
  });

  it('cannot stand for two types without a human seeing it', () => {
    const asBill = readDocument('utility_bill', { sha256: passport.sha256, duplicate_of: passport.doc_id });
    expect(judged([passport, asBill])).toEqual({ decision: 'review', codes: ['document_reused'] });
  });
});

describe('reasons', () => {
  it('are each explained to users, under the same effect', () => {
    const page = readFileSync('docs/decision-reasons.md', 'utf8');
    for (const [code, { effect }] of Object.entries(CASE_REASONS)) {
      expect(page).toMatch(new RegExp(`^\\| \`${code}\` +\\| ${effect} `, 'm'));
    }
  });

  it('that decide stand before notes, and the whole result fits the stored shape', () => {
    const result = complete([readDocument('unknown'), readDocument('passport', broken)]);
    expect(result.reasons.map(({ code }) => code)).toEqual([
      'document_missing',
      'validation_failed',
      'document_unknown',
    ]);
    expect(caseResult.parse(result)).toEqual(result);
  });
});
