import { expect, it } from 'vitest';
import type { CaseReason } from '../../../../src/domain/cases/caseReasons.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { maskSummary } from '../../../../src/domain/cases/caseMasking.js';
import type { CaseResult } from '../../../../src/domain/cases/caseResult.js';
import { compareReplay } from '../../../../src/domain/cases/caseReplay.js';
import { readDocument } from '../../../support/caseDocuments.js';

/** What is shown of the comparison of a case with one document and its replay. */
function shown(before: Partial<CaseDocument>, after: Partial<CaseDocument>) {
  const earlier = readDocument('passport', before);
  const document = readDocument('passport', { sha256: earlier.sha256, ...after });
  const sides = [[earlier], [document]].map((documents, index) => ({
    ...{ session_id: `s${index}`, agent: { version: '1' }, documents },
  }));
  const comparison = compareReplay(sides[0]!, sides[1]!);
  return maskSummary({ result: null, comparison }, [document]).comparison.documents[0]?.fields;
}

const judgement: CaseResult = {
  ...{ decision: 'review', reasons: [], completed_at: '2026-03-02T09:00:00.000Z' },
  cross_match: { judged: false, agreed: false, fields: {}, unmatched: [], differences: [] },
  ...{ validation: { valid: true, documents: [] }, governance: { passed: true, checks: [] } },
};

const passport = { extracted: { number: 'L898902C3' }, masked_fields: ['number'] };

it.each<[string, Partial<CaseDocument>]>([
  ['another type', { document_type: 'letter', extracted: { note: 'to whom it may concern' } }],
  ['no type', { document_type: 'unknown', status: 'done' }],
  ['nothing, having failed', { document_type: '', status: 'failed', error: 'The file is damaged' }],
])('what the old case masked stays masked in a replay that read the document as %s', (_, after) => {
  const comparison = shown(passport, after);
  expect(comparison?.['number']).toEqual({ before: '*****02C3', after: null });
  expect(JSON.stringify(comparison)).not.toContain('L898902C3');
});

it('what only the replay masks is masked in what was before, too', () => {
  const before = { extracted: { number: 'L898902C3' } };
  expect(shown(before, { extracted: { number: 'L898902C4' }, masked_fields: ['number'] })).toEqual({
    number: { before: '*****02C3', after: '*****02C4' },
  });
});

it('a masked value that did not change is masked in the other fields of a comparison', () => {
  const before = { ...passport, extracted: { number: 'L898902C3', remark: 'see L898902C3' } };
  expect(shown(before, { extracted: { number: 'L898902C3', remark: 'none' } })).toEqual({
    remark: { before: 'see *****02C3', after: 'none' },
  });
});

it('says of each reason what it does to the decision: what a policy made of it, and else what its code does', () => {
  const reasonOf = (code: CaseReason['code'], given?: Partial<CaseReason>): CaseReason => ({
    ...{ code, detail: 'A sentence', document_type: null, field: null, ...given },
  });
  const reasons = [
    ...[reasonOf('under_age'), reasonOf('values_differ'), reasonOf('no_usable_document')],
    ...[reasonOf('cross_match_mismatch', { effect: 'denied' }), reasonOf('glare')],
  ];
  const { result } = maskSummary({ result: { ...judgement, reasons }, comparison: null }, []);
  expect(result.reasons.map(({ code, effect }) => [code, effect])).toEqual([
    ...[
      ['under_age', 'review'],
      ['values_differ', 'note'],
      ['no_usable_document', 'failed'],
    ],
    ...[
      ['cross_match_mismatch', 'denied'],
      ['glare', 'note'],
    ],
  ]);
});
