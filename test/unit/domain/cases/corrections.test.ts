import { describe, expect, it } from 'vitest';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { NO_READING, toRecorded } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { MOST_CORRECTED } from '../../../../src/domain/cases/corrections.js';
import { maskCase } from '../../../../src/domain/cases/caseMasking.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { DomainError, fold } from '../../../../src/domain/core/decider.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import {
  completed,
  definition,
  erased,
  expired,
  nine,
  ofCase,
  opened,
  received,
  ten,
  type_used,
  unreadable,
} from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const readAs = (doc_id: string, document_type: string): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id, document_type, type_used, confidence: '0.9', masked_fields: ['number'] },
    ...{ processed_at: nine },
    reading: toRecorded({
      ...NO_READING,
      ...{
        extracted: { surname: 'BERG', number: 'X1234567' },
        raw: { number: 'X1234567' },
        sources: { number: 'ocr' },
      },
      ...{ field_confidences: { number: 0.4 }, valid: false },
      violations: [{ field: 'number', rule: 'regex', message: 'number does not match' }],
    }),
  },
});
const passport = [opened, received('d1', 0), readAs('d1', 'passport')];
const both = [...passport, received('d2', 1), readAs('d2', 'utility_bill')];
const valid = { valid: true, violations: [] };

const correct = (values: object, more: object = {}): CaseCommand => ({
  ...{ type: 'correct', doc_id: 'd1', values: { ...values }, reason: 'Misread', actor: 'jane', by: 'key:1' },
  ...{ validate: () => valid, agent: definition, at: ten },
  findOut: () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] }),
  ...more,
});
const decideOn = (history: CaseEvent[], command: CaseCommand) => caseRules.decide(command, fold(caseRules, history));
const caseAfter = (...history: CaseEvent[]) => {
  const state = fold(caseRules, history);
  if (state.status === 'not_opened') throw new Error('There is no case');
  return state.case;
};

describe('correcting a value', () => {
  it('keeps what was read beside it, says who, why and when, and takes the value for certain', () => {
    const corrected = caseAfter(...passport, ...decideOn(passport, correct({ number: 'X7654321' })));
    expect(corrected.documents[0]).toMatchObject({
      extracted: { surname: 'BERG', number: 'X7654321' },
      ...{ sources: { number: 'person' }, field_confidences: { number: 1 }, raw: { number: 'X1234567' } },
      ...{ valid: true, violations: [] },
      corrections: [
        {
          ...{ field: 'number', from: 'X1234567', to: 'X7654321' },
          ...{ actor: 'jane', by: 'key:1', reason: 'Misread', at: ten },
        },
      ],
    });
  });

  it('keeps where a person says that a value stands, of values that change alone', () => {
    const place = { page: 2, box: [0.1, 0.2, 0.3, 0.05] as [number, number, number, number] };
    const places = { number: place, surname: place };
    const history = [...passport, ...decideOn(passport, correct({ number: 'X7654321', surname: 'BERG' }, { places }))];
    expect(caseAfter(...history).documents[0]?.coordinates).toEqual({ number: place });
    const again = [...history, ...decideOn(history, correct({ number: 'X1' }))];
    expect(caseAfter(...again).documents[0]?.coordinates).toEqual({ number: place });
  });

  it('is refused where the document could not be read any more for all its corrections', () => {
    const text = 'x'.repeat(MOST_CORRECTED / 3);
    const once = [...passport, ...decideOn(passport, correct({ number: text }))];
    given(...once)
      .when(correct({ number: `${text}y` }))
      .thenRefused('rule_broken', /no more corrections/);
    expect(decideOn(once, correct({ surname: 'BERGE' }))).toHaveLength(1);
  });

  it('can say that there is no value, and follow another correction', () => {
    const once = [...passport, ...decideOn(passport, correct({ number: 'X7654321' }))];
    const twice = caseAfter(...once, ...decideOn(once, correct({ number: null })));
    expect(twice.documents[0]?.extracted['number']).toBeNull();
    expect(twice.documents[0]?.corrections).toMatchObject([{ to: 'X7654321' }, { from: 'X7654321', to: null }]);
  });

  it('to what is there already does nothing', () =>
    given(...passport)
      .when(correct({ number: 'X1234567', not_there: null }))
      .thenNothing());

  it('comes to nothing in a case that collects, and is named when it is completed', () => {
    const [event] = decideOn(both, correct({ number: 'X7654321' }));
    expect(event).toMatchObject({ type: 'DocumentCorrected', data: { result: null, fields: ['number'] } });
  });

  it.each([
    ['sends a case to a person that is completed then', {}, 'review'],
    ['is no obstacle where the policy of the agent says so', { value_corrected: 'warn' }, 'approved'],
    ['denies where the policy says that', { value_corrected: 'deny' }, 'denied'],
  ])('%s', (_, policy, decision) => {
    const fixed = [...both, ...decideOn(both, correct({ number: 'X7654321' }))];
    const history = [...fixed, ...decideOn(fixed, correct({ number: '1' }, { doc_id: 'd2' }))];
    const findOut = () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] });
    const agent = { ...definition, policy };
    const [event] = decideOn(history, { type: 'complete', agent, findOut, at: ten });
    expect(event).toMatchObject({ type: 'CaseCompleted', data: { result: { decision } } });
  });

  it('judges a case in review anew and leaves it there, also where nothing speaks against it any more', () => {
    const review = [
      ...both,
      ...decideOn(both, correct({ number: '1' }, { doc_id: 'd2' })),
      completed('review', 'review'),
    ];
    const after = caseAfter(...review, ...decideOn(review, correct({ number: 'X7654321' })));
    expect(after).toMatchObject({ status: 'review', result: { decision: 'review', completed_at: nine } });
    expect(after.result?.reasons.map(({ code, field }) => [code, field])).toEqual([
      ['value_corrected', 'number'],
      ['value_corrected', 'number'],
    ]);
  });

  it.each([
    [
      'was completed',
      [...passport, completed('completed', 'approved')],
      /is completed, so what was read can no longer/,
    ],
    ['has expired', [...passport, expired], /has expired/],
    ['was erased', [...passport, completed('failed', 'failed'), erased], /was erased/],
    ['could not read it', [opened, received('d1', 0), unreadable], /nothing to correct/],
    ['did not know it', [opened, received('d1', 0), readAs('d1', 'unknown')], /nothing to correct/],
    ['still reads it', [opened, received('d1', 0)], /nothing to correct/],
  ])('is refused where the case %s', (_status, history, sentence) =>
    given(...history)
      .when(correct({ number: '1' }))
      .thenRefused('conflict', sentence),
  );

  it('is refused for a document that is not there', () =>
    given(...passport)
      .when(correct({ number: '1' }, { doc_id: 'd9' }))
      .thenRefused('not_found', /no document/));

  it('is refused where the values were judged beside others than there are now', () => {
    const validate = () => {
      throw new DomainError('conflict', 'The case changed while the values were judged');
    };
    given(...passport)
      .when(correct({ number: '1' }, { validate }))
      .thenRefused('conflict', /changed while/);
  });

  it('is masked where the field is, before and after, and where its reason says the value', () => {
    const command = correct({ number: 'X7654321' }, { reason: 'It is X7654321' });
    const masked = maskCase(caseAfter(...passport, ...decideOn(passport, command)));
    expect(masked.documents[0]).toMatchObject({
      ...{ extracted: { number: '****4321' }, raw: { number: '****4567' } },
      corrections: [{ field: 'number', from: '****4567', to: '****4321', reason: 'It is ****4321' }],
    });
    expect(JSON.stringify(masked)).not.toMatch(/X1234567|X7654321/);
  });

  it('goes with the case when that is erased', () => {
    const history = [...passport, ...decideOn(passport, correct({ number: 'X7654321' }))];
    const event: CaseEvent = {
      ...erased,
      type: 'CaseErased',
      data: { ...(erased.data as never as object), doc_ids: ['d1'] } as never,
    };
    expect(caseAfter(...history, event).documents[0]).toMatchObject({ corrections: [], extracted: {} });
  });
});
