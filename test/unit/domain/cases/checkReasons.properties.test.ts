import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import { effectOf } from '../../../../src/domain/cases/caseReasons.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import {
  actionFor,
  CHECK_STATUSES,
  CHECK_WEIGHTS,
  CHECKS,
  type CheckCode,
  checkOf,
  type CheckPolicy,
  type CheckStatus,
  type CheckWeight,
  type DocumentCheck,
  isOfPicture,
  isOfRules,
  POLICY_ACTIONS,
  POLICY_KEYS,
} from '../../../../src/domain/documents/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const CODES = (Object.keys(CHECKS) as CheckCode[]).filter((code) => !isOfRules(code));

const judge = (checks: DocumentCheck[][], policy: CheckPolicy, replaced: DocumentCheck[][] = []) =>
  judgeCase({
    agent: { ...readDefinition({ doc_type_map: { passport: 'passport' } }), policy },
    documents: checks.map((ofOne) => readDocument('passport', { checks: ofOne })),
    replaced: replaced.map((ofOne) => readDocument('passport', { checks: ofOne })),
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
    at: '2026-03-02T09:00:00.000Z',
  });

const check = (code: CheckCode, status: CheckStatus, weight: CheckWeight): DocumentCheck =>
  checkOf(code, status, 'Something was seen.', { weight, field: 'birth_date' });

/** What a person looks at by default, however faint. */
const TRACES: readonly CheckCode[] = ['ground_differs_at_value', 'paper_differs_at_value', 'part_saved_differently'];

/** What is strong where no other document of the type has in print what the machine part says. */
const ALONE: readonly string[] = ['mrz_not_found_in_print', 'barcode_not_found_in_print'];

/** Every policy of one code or weight, of one of each, and none. */
const policiesFor = (code: string, weight: CheckWeight): CheckPolicy[] => [
  {},
  ...POLICY_ACTIONS.flatMap((action) => [
    { [code]: action },
    { [weight]: action },
    ...POLICY_ACTIONS.map((other) => ({ [code]: action, [weight]: other })),
  ]),
];

const combinations = CODES.flatMap((code) =>
  CHECK_WEIGHTS.flatMap((weight) => CHECK_STATUSES.map((status) => ({ code, weight, status }))),
);

describe('a check of a document', () => {
  it('never leaves a strong signal approved unless the policy says so, and the reasons name it then, for all codes, weights and policies', () => {
    for (const { code, weight, status } of combinations) {
      for (const policy of policiesFor(code, weight)) {
        const { decision, reasons } = judge([[check(code, status, weight)]], policy);
        if (status !== 'failed') {
          expect({ code, decision, reasons }).toEqual({ code, decision: 'approved', reasons: [] });
          continue;
        }
        const weighs = ALONE.includes(code) ? 'strong' : weight;
        const action =
          policy[code] ?? policy[weighs] ?? (weighs === 'strong' || TRACES.includes(code) ? 'review' : 'warn');
        const expected = { ignore: 'approved', warn: 'approved', review: 'review', deny: 'denied' }[action];
        expect({ code, weight, policy, decision }).toEqual({ code, weight, policy, decision: expected });
        const named = reasons.filter((reason) => reason.check === code && reason.doc_id !== undefined);
        expect(named).toHaveLength(action === 'ignore' && weighs !== 'strong' ? 0 : 1);
      }
    }
  });

  it('decides with all others as the heaviest of them does, whatever there is together', () => {
    const anyCheck = fc
      .record({
        code: fc.constantFrom(...CODES),
        status: fc.constantFrom(...CHECK_STATUSES),
        weight: fc.constantFrom(...CHECK_WEIGHTS),
      })
      .map(({ code, status, weight }) => check(code, status, weight));
    const anyPolicy = fc.dictionary(fc.constantFrom(...POLICY_KEYS), fc.constantFrom(...POLICY_ACTIONS));
    fc.assert(
      fc.property(fc.array(fc.array(anyCheck), { minLength: 1, maxLength: 3 }), anyPolicy, (checks, policy) => {
        const { decision, reasons } = judge(checks, policy);
        // How a picture was taken that a later one took the place of is nothing against the case.
        const counting = checks.flatMap((ofOne, index) =>
          ofOne.filter(({ code }) => index === checks.length - 1 || !isOfPicture(code)),
        );
        const failed = counting
          .filter(({ status }) => status === 'failed')
          .map((one) => (ALONE.includes(one.code) ? { ...one, weight: 'strong' as const } : one));
        const actions = new Set(failed.map((one) => actionFor(policy, one)));
        expect(decision).toBe(actions.has('deny') ? 'denied' : actions.has('review') ? 'review' : 'approved');
        const strong = failed.filter(({ weight }) => weight === 'strong');
        for (const { code } of strong) expect(reasons.map((reason) => reason.code)).toContain(code);
        if (decision === 'approved') expect(reasons.every((reason) => effectOf(reason) === 'note')).toBe(true);
      }),
    );
  });

  it('is a reason that names the check, the type, the field and the document', () => {
    const document = readDocument('passport', { checks: [check('mrz_differs_from_print', 'failed', 'strong')] });
    const { reasons } = judgeCase({
      agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
      documents: [document],
      findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
      at: '2026-03-02T09:00:00.000Z',
    });
    expect(reasons).toEqual([
      {
        code: 'mrz_differs_from_print',
        detail: 'Something was seen.',
        document_type: 'passport',
        field: 'birth_date',
        effect: 'review',
        check: 'mrz_differs_from_print',
        doc_id: document.doc_id,
      },
    ]);
  });

  it('of a document that a later one takes the place of counts too', () => {
    const strong = check('mrz_check_digit_fails', 'failed', 'strong');
    expect(judge([[strong], []], {}).decision).toBe('review');
  });

  it('of a document that was asked for again counts where it is strong, whatever came in its place, for all codes and policies', () => {
    for (const { code, weight, status } of combinations) {
      for (const policy of policiesFor(code, weight)) {
        const { decision, reasons } = judge([[]], policy, [[check(code, status, weight)]]);
        const counts = status === 'failed' && weight === 'strong' && !isOfPicture(code);
        const action = counts ? (policy[code] ?? policy[weight] ?? 'review') : 'ignore';
        const expected = { ignore: 'approved', warn: 'approved', review: 'review', deny: 'denied' }[action];
        expect({ code, weight, policy, decision }).toEqual({ code, weight, policy, decision: expected });
        expect(reasons.filter((reason) => reason.check === code)).toHaveLength(counts ? 1 : 0);
      }
    }
  });

  it('of a file that fits no type counts where it is strong: a forgery is none the less for not being known', () => {
    const judged = (weight: CheckWeight) =>
      judgeCase({
        agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
        documents: [
          readDocument('passport'),
          readDocument('unknown', { checks: [check('pdf_text_changed', 'failed', weight)] }),
        ],
        findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
        at: '2026-03-02T09:00:00.000Z',
      });
    expect(judged('strong')).toMatchObject({ decision: 'review', reasons: [{ code: 'pdf_text_changed' }, {}] });
    expect(judged('moderate').decision).toBe('approved');
  });

  it('of how a picture was taken counts until a later picture of the same takes its place', () => {
    const dark = check('too_dark', 'failed', 'strong');
    expect(judge([[dark]], {}).decision).toBe('review');
    expect(judge([[dark], []], {})).toMatchObject({ decision: 'approved', reasons: [] });
    expect(judge([[], [dark]], {}).decision).toBe('review');
  });

  it('of how one side was taken counts until a later picture of that side takes its place', () => {
    const agent = readDefinition({
      doc_type_map: { identity_card: 'identity_card' },
      sides: { identity_card: 'front_and_back' },
    });
    const sides = (...labels: ('front' | 'back')[]) =>
      judgeCase({
        agent,
        documents: labels.map((side, index) =>
          readDocument('identity_card', {
            label: `identity_card ${side}`,
            checks: index === 0 ? [check('blurred', 'failed', 'strong')] : [],
          }),
        ),
        findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
        at: '2026-03-02T09:00:00.000Z',
      }).reasons.map(({ code }) => code);
    expect(sides('front', 'back')).toEqual(['blurred']);
    expect(sides('front', 'back', 'front')).toEqual([]);
  });

  it('that is a broken rule is no second reason, and its code reaches the one there is', () => {
    const expired = {
      valid: false,
      violations: [{ field: 'expiry_date', rule: 'expired', message: 'The document has expired.' }],
      checks: [check('expired', 'failed', 'moderate')],
    };
    const judged = (policy: CheckPolicy) => {
      const agent = { ...readDefinition({ doc_type_map: { passport: 'passport' } }), policy };
      const documents = [readDocument('passport', expired)];
      const findings = { cross_match: NOT_CROSS_MATCHED, governance: [] };
      const { decision, reasons } = judgeCase({ agent, documents, findings, at: '2026-03-02T09:00:00.000Z' });
      return { decision, codes: reasons.map(({ code }) => code) };
    };
    expect(judged({})).toEqual({ decision: 'review', codes: ['validation_failed'] });
    expect(judged({ moderate: 'ignore' })).toEqual({ decision: 'review', codes: ['validation_failed'] });
    expect(judged({ expired: 'deny' })).toEqual({ decision: 'denied', codes: ['validation_failed'] });
    expect(judged({ expired: 'ignore' })).toEqual({ decision: 'approved', codes: ['validation_failed'] });
  });
});
