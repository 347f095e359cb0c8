import { describe, expect, it } from 'vitest';
import { NO_READING, toRecorded } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { searchedDocumentsTable as table } from '../../../../src/projections/search/searchedDocuments.js';
import { nine, ofCase, read, received, ten, unreadable } from '../../../support/caseStory.js';
import { createStory } from '../../../support/rowCosts.js';

/** The row of the document `d1` once all of this has happened. */
function rowAfter(...events: CaseEvent[]): { [column: string]: unknown } | undefined {
  const story = createStory('case-s1');
  let row: ReturnType<typeof table.fold>;
  for (const event of events.map(story)) if (table.keys(event).includes('s1/d1')) row = table.fold(row, event);
  return row && { ...row };
}

const masked = (extracted: object, more: object = {}): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id: 'd1', document_type: 'passport', type_used: null, confidence: '0.98765' },
    ...{ masked_fields: ['number'], processed_at: nine },
    reading: toRecorded({ ...NO_READING, extracted: extracted as { [field: string]: string }, ...more }),
  },
});
const corrected = (changes: { [field: string]: { from: string; to: string } } | null): CaseEvent => ({
  type: 'DocumentCorrected',
  data: {
    ...{ ...ofCase, doc_id: 'd1', document_type: 'passport', fields: Object.keys(changes ?? {}), changes },
    ...{ reason: null, actor: null, corrected_by: 'key:k1', validity: null, result: null, corrected_at: ten },
  },
});
const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: ['d1'], message_count: 0, reason: 'person_asked', erased_at: ten },
};

/** All that a document is found by. */
const foundBy = (row: { [column: string]: unknown } | undefined): string => {
  const { unmasked: _, ...rest } = row ?? {};
  return JSON.stringify(rest).toLowerCase();
};

describe('the row of a document that is searched', () => {
  it('shows it from its arrival to its reading or its failure', () => {
    const shown = { doc_id: 'd1', session_id: 's1', session_goal: 'onboarding', filename: 'd1.pdf', created_at: nine };
    const nothing = { document_type: '', confidence: '', extracted: {} };
    expect(rowAfter(received('d1', 0))?.['source']).toEqual({ ...shown, ...nothing, status: 'processing' });
    expect(rowAfter(received('d1', 0), unreadable)?.['source']).toEqual({ ...shown, ...nothing, status: 'failed' });
    const done = rowAfter(received('d1', 0), read('d1', 'passport', { surname: 'Lindqvist' }));
    expect(done).toMatchObject({ status: 'done', document_type: 'passport', unmasked: null, text: 'lindqvist' });
    expect(done?.['source']).toMatchObject({ extracted: { surname: 'Lindqvist' }, confidence: '0.9' });
  });

  it('has nothing of a masked value in what it is found by, wherever else the value stands', () => {
    const row = rowAfter(received('d1', 0), masked({ number: 'X1234567', remark: 'no. X1234567 of 9' }));
    expect(row?.['source']).toMatchObject({ extracted: { number: '****4567', remark: 'no. ****4567 of 9' } });
    expect(foundBy(row)).not.toMatch(/x1234567|x123/);
  });

  it('hides what only a step that read the document in another way knows of a masked field', () => {
    const step_outputs = { mrz: { mapped: { number: 'Y7654321' } } };
    const row = rowAfter(received('d1', 0), masked({ number: 'X1234567', remark: 'Y7654321' }, { step_outputs }));
    expect(foundBy(row)).not.toMatch(/y7654321/);
  });

  it('is made anew of what a person corrected, masked as before, without what stood there', () => {
    const before = [received('d1', 0), masked({ number: 'X1234567', name: 'Wrong' })];
    const changes = { number: { from: 'X1234567', to: 'Z9998888' }, name: { from: 'Wrong', to: 'Right Z9998888' } };
    const row = rowAfter(...before, corrected(changes));
    expect(row?.['source']).toMatchObject({ extracted: { number: '****8888', name: 'Right ****8888' } });
    expect(foundBy(row)).not.toMatch(/wrong|z9998888|x1234567/);
    const plainly = [received('d1', 0), read('d1', 'passport', { surname: 'Wrong' })];
    expect(rowAfter(...plainly, corrected({ surname: { from: 'Wrong', to: 'Right' } }))).toMatchObject({
      ...{ text: 'right', source: { extracted: { surname: 'Right' } } },
    });
  });

  it('is gone once its case is erased, and is never there where the keys are gone already', () => {
    const story = [received('d1', 0), masked({ number: 'X1234567' })];
    expect(rowAfter(...story, corrected(null), erased)).toBeUndefined();
    const unopened = { ...masked({}), data: { ...masked({}).data, reading: null } } as CaseEvent;
    expect(rowAfter(received('d1', 0, { filename: null }), unopened)?.['source']).toMatchObject({
      ...{ filename: '', extracted: {}, status: 'done' },
    });
    expect(rowAfter(received('d1', 0, { filename: null }), unopened, corrected(null), erased)).toBeUndefined();
  });
});
