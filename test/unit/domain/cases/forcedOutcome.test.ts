import { describe, expect, it } from 'vitest';
import { forcedOutcome } from '../../../../src/domain/cases/forcedOutcome.js';
import type { CaseResult } from '../../../../src/domain/cases/caseResult.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { definition, opening, nine, ten } from '../../../support/caseStory.js';

const judged: CaseResult = {
  ...{ decision: 'review', cross_match: NOT_CROSS_MATCHED, completed_at: nine },
  reasons: [{ code: 'document_missing', detail: 'No passport', document_type: 'passport', field: null }],
  validation: { valid: true, documents: [] },
  governance: { passed: true, checks: [] },
};

describe('what the metadata of a case says it comes to', () => {
  it.each(['approved', 'review', 'denied', 'failed'] as const)(
    'is so in a trial: %s, which a reason says',
    (outcome) => {
      const { decision, reasons } = forcedOutcome({ mode: 'test', metadata: { outcome } }, judged);
      expect(decision).toBe(outcome);
      expect(reasons.map(({ code }) => code)).toEqual(['forced_outcome', 'document_missing']);
    },
  );

  it.each([
    ['in a case that is meant', { mode: 'live', metadata: { outcome: 'approved' } }],
    ['in a case from before there were trials', { mode: null, metadata: { outcome: 'approved' } }],
    ['in a trial where it is none', { mode: 'test', metadata: { outcome: 'Approved' } }],
    ['in a trial that says nothing', { mode: 'test', metadata: {} }],
    ['in a trial that was erased', { mode: 'test', metadata: null }],
  ] as const)('changes nothing %s', (_, theCase) => expect(forcedOutcome(theCase, judged)).toBe(judged));

  it('is what a trial is completed with, also without a document', () => {
    const state = fold(caseRules, [
      { type: 'CaseOpened', data: { ...opening, mode: 'test', metadata: { outcome: 'approved' }, opened_at: nine } },
    ]);
    const findOut = () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] });
    expect(caseRules.decide({ type: 'complete', agent: definition, findOut, at: ten }, state)).toMatchObject([
      { type: 'CaseCompleted', data: { status: 'completed', result: { decision: 'approved' } } },
    ]);
  });
});
