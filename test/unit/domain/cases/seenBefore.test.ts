import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import { caseResult } from '../../../../src/domain/cases/caseResult.js';
import { effectOf } from '../../../../src/domain/cases/caseReasons.js';
import type { SeenBefore } from '../../../../src/domain/cases/seenBefore.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import {
  actionFor,
  CHECK_WEIGHTS,
  type CheckPolicy,
  POLICY_ACTIONS,
  SEEN_CODES,
  SEEN_WEIGHTS,
} from '../../../../src/domain/documents/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const passport = readDocument('passport');
const seenAs = (given: Partial<SeenBefore>): SeenBefore => ({
  ...{ code: 'duplicate_document', doc_id: passport.doc_id, by: 'document' },
  ...{ cases: ['case-2'], of_another: false, entries: [] },
  ...given,
});
const judge = (seen: readonly SeenBefore[] | undefined, policy: CheckPolicy = {}) =>
  judgeCase({
    agent: { ...readDefinition({ doc_type_map: { passport: 'passport' } }), policy },
    documents: [passport],
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [], ...(seen && { seen }) },
    at: '2026-03-02T09:00:00.000Z',
  });

describe('what was seen before', () => {
  it('is worth knowing where the same document or person is in another case, and names that case', () => {
    const { decision, reasons } = judge([seenAs({}), seenAs({ code: 'duplicate_person', by: 'person' })]);
    expect(decision).toBe('approved');
    expect(reasons).toMatchObject([
      { code: 'duplicate_document', effect: 'note', doc_id: passport.doc_id, seen_in: ['case-2'] },
      { code: 'duplicate_person', effect: 'note', doc_id: passport.doc_id, seen_in: ['case-2'] },
    ]);
  });

  it('leads to a review where the document was another person`s', () => {
    const { decision, reasons } = judge([seenAs({ of_another: true })]);
    expect([decision, reasons[0]?.effect]).toEqual(['review', 'review']);
    expect(reasons[0]?.detail).toMatch(/another person/);
  });

  it('leads to a review where it is on the blocklist, and names the entries', () => {
    const result = judge([seenAs({ code: 'blocklisted', cases: [], entries: ['entry-1'] })]);
    expect(result).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'blocklisted', effect: 'review', blocklist_entries: ['entry-1'] }],
    });
    expect(result.reasons[0]).not.toHaveProperty('seen_in');
    expect(caseResult.parse(result)).toEqual(result);
  });

  it('of a document that was asked for again counts where it is strong, and else is left out', () => {
    const judged = (seen: SeenBefore) =>
      judgeCase({
        agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
        ...{ documents: [readDocument('passport', { doc_id: 'later' })], replaced: [passport] },
        findings: { cross_match: NOT_CROSS_MATCHED, governance: [], seen: [seen] },
        at: '2026-03-02T09:00:00.000Z',
      });
    const blocked = judged(seenAs({ code: 'blocklisted', cases: [], entries: ['entry-1'] }));
    expect(blocked).toMatchObject({ decision: 'review', reasons: [{ code: 'blocklisted', doc_id: passport.doc_id }] });
    expect(judged(seenAs({ of_another: true })).decision).toBe('review');
    expect(judged(seenAs({}))).toMatchObject({ decision: 'approved', reasons: [] });
  });

  it('says nothing of documents that are not judged, and nothing where it was not looked for', () => {
    expect(judge([seenAs({ doc_id: 'another' })]).reasons).toEqual([]);
    expect(judge(undefined).reasons).toEqual([]);
  });

  it('does what the policy says by code or weight, and a strong one is always named, for all policies', () => {
    for (const code of SEEN_CODES) {
      for (const of_another of [false, true]) {
        const weight = of_another ? 'strong' : SEEN_WEIGHTS[code];
        for (const key of [code, ...CHECK_WEIGHTS]) {
          for (const said of POLICY_ACTIONS) {
            const policy = { [key]: said };
            const { decision, reasons } = judge([seenAs({ code, of_another })], policy);
            const action = actionFor(policy, { code, weight });
            const expected = { ignore: 'approved', warn: 'approved', review: 'review', deny: 'denied' }[action];
            expect([code, key, said, decision]).toEqual([code, key, said, expected]);
            if (weight === 'strong' || action !== 'ignore') expect(reasons.map((one) => one.code)).toEqual([code]);
            else expect(reasons).toEqual([]);
            if (decision === 'approved') expect(reasons.every((one) => effectOf(one) === 'note')).toBe(true);
          }
        }
      }
    }
  });
});
