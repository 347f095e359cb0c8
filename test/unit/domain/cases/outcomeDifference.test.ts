import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import type { CaseResult } from '../../../../src/domain/cases/caseResult.js';
import type { FaceCheck } from '../../../../src/domain/cases/faceChecks.js';
import { facesThen, seenThen } from '../../../../src/domain/cases/foundThen.js';
import { differenceOfCase, differenceOfDocument, isJudged } from '../../../../src/domain/cases/outcomeDifference.js';
import type { SeenBefore } from '../../../../src/domain/cases/seenBefore.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { readDocument } from '../../../support/caseDocuments.js';

const at = '2026-03-02T09:00:00.000Z';
const passport = readDocument('passport');
const judged = (definition: object, seen: readonly SeenBefore[] = []): CaseResult =>
  judgeCase({
    agent: readDefinition({ doc_type_map: { passport: 'passport' }, ...definition }),
    documents: [passport],
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [], seen },
    at,
  });
const approved = judged({});
const incomplete = judged({ doc_type_map: { passport: 'passport', bank_statement: 'bank_statement' } });
const caseWith = (result: CaseResult, documents = [passport]) => ({
  ...{ session_id: 'case-1', status: 'review' as const, erased: false, documents, result },
});

describe('what differs of a case', () => {
  it('is nothing where the decision is the same, whatever its reasons are', () => {
    expect(differenceOfCase(caseWith(approved), approved)).toBeUndefined();
    expect(differenceOfCase(caseWith(incomplete), { ...approved, decision: 'review' })).toBeUndefined();
  });

  it('names the decisions, and the reasons that only one of them has, without their sentences', () => {
    const [missing] = incomplete.reasons;
    expect(differenceOfCase(caseWith(incomplete), approved)).toEqual({
      ...{ session_id: 'case-1', doc_id: null, from: 'review', to: 'approved' },
      why: [{ code: missing?.code, document_type: 'bank_statement', field: null, effect: 'review', of: 'before' }],
    });
    expect(differenceOfCase(caseWith(approved), incomplete)?.why).toMatchObject([{ of: 'after' }]);
  });

  it('is set beside what the service came to, not what a person decided of it', () => {
    const decided = caseWith({ ...incomplete, decision: 'approved', decided_by: 'key:1', decided_at: at });
    expect(differenceOfCase(decided, incomplete)).toBeUndefined();
    expect(differenceOfCase(decided, approved)).toMatchObject({ from: 'review', to: 'approved' });
  });

  it('is nothing where a person corrected values in review: it stays there', () => {
    const correction = { field: 'x', from: 'a', to: 'b', actor: null, by: 'key:1', reason: null };
    const corrected = (when: string) =>
      caseWith(incomplete, [{ ...passport, corrections: [{ ...correction, at: when }] }]);
    expect(differenceOfCase(corrected('2026-03-02T10:00:00.000Z'), approved)).toBeUndefined();
    expect(differenceOfCase(corrected('2026-03-02T08:00:00.000Z'), approved)).toMatchObject({ to: 'approved' });
  });

  it('is asked only of cases that were judged and are there', () => {
    const theCase = caseWith(approved);
    expect(isJudged(theCase)).toBe(true);
    expect(isJudged({ ...theCase, erased: true })).toBe(false);
    expect(isJudged({ ...theCase, status: 'collecting' })).toBe(false);
    expect(isJudged({ ...theCase, result: null })).toBe(false);
  });

  it('names at most fifty reasons', () => {
    const many = Array.from({ length: 80 }, (_, index) => ({ ...incomplete.reasons[0]!, field: `f${index}` }));
    expect(differenceOfCase(caseWith(approved), { ...incomplete, reasons: many })?.why).toHaveLength(50);
  });
});

describe('what differs of a document', () => {
  it('is whether it is valid, and the rules that only one of the two has broken', () => {
    const broken = { field: 'full_name', rule: 'required', message: 'Anna is missing' };
    expect(differenceOfDocument('case-1', passport, { valid: true, violations: [] })).toBeUndefined();
    expect(differenceOfDocument('case-1', passport, { valid: false, violations: [broken] })).toEqual({
      ...{ session_id: 'case-1', doc_id: passport.doc_id, from: 'valid', to: 'invalid' },
      why: [{ code: 'required', document_type: 'passport', field: 'full_name', effect: null, of: 'after' }],
    });
  });
});

describe('what had been found out when a case was judged', () => {
  const then = (result: CaseResult) => ({ result, language: 'en' as const, agent: { type_names: {} } as never });

  it.each([true, false])('is what was seen before, as its reasons say it (of another person: %s)', (of_another) => {
    const seen: SeenBefore[] = [
      {
        code: 'duplicate_document',
        doc_id: passport.doc_id,
        by: 'document',
        cases: ['case-2'],
        of_another,
        entries: [],
      },
    ];
    const before = judged({}, seen);
    expect(seenThen(then(before))).toEqual(seen);
    expect(judged({}, seenThen(then(before)))).toEqual(before);
  });

  it('is what came of faces, held to another threshold; of such as nobody compared that they were not', () => {
    const face: FaceCheck = {
      ...{ status: 'passed' as const, why: null, document_type: 'passport', portrait: null, selfie: null },
      ...{ similarity: 0.8, threshold: 0.75, far: null, networks: 'n', detail: '', code: 'face_mismatch' as const },
      weight: 'strong',
    };
    const compared = { result: { ...approved, face_checks: [face] } };
    expect(facesThen(compared, 0.75)).toMatchObject([{ status: 'passed' }]);
    expect(facesThen(compared, 0.9)).toMatchObject([{ status: 'failed', threshold: 0.9 }]);
    expect(facesThen(compared, undefined)).toBeUndefined();
    expect(facesThen({ result: approved }, 0.75)).toMatchObject([{ status: 'not_run', similarity: null }]);
  });
});
