import { describe, expect, it, test } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import {
  assertExpected,
  expectedComparison,
  type ExpectedData,
  expectedReasons,
} from '../../../../src/domain/cases/expectedData.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { crossMatch } from '../../../../src/engines/crossMatch/crossMatch.js';
import { readDocument } from '../../../support/caseDocuments.js';
import { erased, nine, opened, opening, read, received } from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const passport = (extracted: CaseDocument['extracted']) => readDocument('passport', { extracted });

/** Code, type and field of each reason, the comparison being the real one. */
const given = (expected: ExpectedData, ...documents: CaseDocument[]) =>
  expectedReasons(expected, crossMatch(expectedComparison(expected, documents))).map(
    ({ code, document_type, field }) => [code, document_type, field],
  );

describe('expected data', () => {
  const lindqvist = passport({ surname: 'LINDQVIST', given_names: 'ANNA MARIA', date_of_birth: '1990-04-17' });

  it('is met by documents that say the same, by meaning and as cross-matching compares', () => {
    expect(given({ full_name: 'Anna Maria Lindqvist', birth_date: '1990-04-17' }, lindqvist)).toEqual([]);
    expect(given({ full_name: 'Lindqvist Anna' }, passport({ name: 'Anna Lindqvist' }))).toEqual([]);
  });

  it('that a document contradicts is a reason, whatever another document says', () => {
    const other = readDocument('utility_bill', { extracted: { date_of_birth: '1990-04-18' } });
    expect(given({ birth_date: '1990-04-17' }, lindqvist, other)).toEqual([
      ['expected_mismatch', 'utility_bill', 'birth_date'],
    ]);
    expect(given({ birth_date: '1990-04-18' }, lindqvist)).toEqual([['expected_mismatch', 'passport', 'birth_date']]);
  });

  it('that no document states is a reason, and so is all of it where nothing was compared', () => {
    expect(given({ iban: 'DE89370400440532013000' }, lindqvist)).toEqual([['expected_not_stated', null, 'iban']]);
    expect(given({ birth_date: '1990-04-17' }, passport({ birth_date: null }))).toHaveLength(1);
    expect(expectedReasons({ birth_date: '1990-04-17' }, undefined)).toHaveLength(1);
    expect(expectedReasons(null, undefined)).toEqual([]);
  });

  it('in two parts is compared with a name that is stated in one piece', () => {
    const bill = readDocument('utility_bill', { extracted: { full_name: 'Anna Maria Lindqvist' } });
    expect(given({ surname: 'Lindqvist', given_names: 'Anna Maria' }, bill)).toEqual([]);
    expect(given({ surname: 'Smith', given_names: 'Anna Maria' }, bill)).toEqual([
      ['expected_mismatch', 'utility_bill', 'full_name'],
    ]);
  });

  it('does not pass among so many documents that not all comparisons are listed', () => {
    const documents = Array.from({ length: 14 }, (_, at) => passport({ birth_date: `1990-04-${at + 10}` }));
    expect(given({ birth_date: '1990-04-10' }, ...documents).map(([code]) => code)).toEqual(['expected_mismatch']);
  });

  it('names no value in its reasons', () => {
    const expected = { birth_date: '1971-01-02' };
    const reasons = expectedReasons(expected, crossMatch(expectedComparison(expected, [lindqvist])));
    expect(JSON.stringify(reasons)).not.toMatch(/1971|1990/);
  });

  test.each([
    [{ '--': 'x' }, /no field/],
    [{ full_name: ' ' }, /must say something/],
    [{ birth_date: 'not a date' }, /must say a date/],
    [{ full_name: 'x'.repeat(501) }, /at most 500/],
  ])('within limits: %j is refused', (expected, sentence) => {
    expect(() => assertExpected(expected)).toThrow(sentence);
    expect(() => assertExpected({ full_name: 'Anna', member: true, year: 1990 })).not.toThrow();
  });
});

describe('a case that is opened with expected data', () => {
  const { given: story } = storiesOf(caseRules);
  const expected = { full_name: 'Anna Lindqvist' };
  const openedWith: CaseEvent = { ...opened, data: { ...opened.data, expected } } as CaseEvent;

  it('keeps it in its first event', () => {
    story()
      .when({ type: 'open', opening: { ...opening, expected }, at: nine })
      .then(openedWith);
  });

  it('is judged by it: where nothing is known of what was compared, it does not pass', () => {
    const state = fold(caseRules, [openedWith, received('d1', 0), read('d1', 'passport')]);
    const findOut = () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] });
    const agent = readDefinition({ doc_type_map: { passport: 'passport' } });
    const [completed] = caseRules.decide({ type: 'complete', agent, findOut, at: nine }, state);
    expect(completed).toMatchObject({
      data: { status: 'review', result: { reasons: [{ code: 'expected_not_stated', field: 'full_name' }] } },
    });
  });

  it('has none of it once erased, and a case that was opened before there was any has none', () => {
    const state = fold(caseRules, [openedWith, erased]);
    expect(state.status !== 'not_opened' && state.case.expected).toBeNull();
    const before = fold(caseRules, [opened]);
    expect(before.status !== 'not_opened' && before.case.expected).toBeUndefined();
  });
});
