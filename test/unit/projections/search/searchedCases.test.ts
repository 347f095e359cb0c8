import { describe, expect, it } from 'vitest';
import { NO_READING, toRecorded } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { kqlCondition } from '../../../../src/platform/search/kql/kqlCondition.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';
import { holds } from '../../../../src/platform/search/holds.js';
import { searchedCases } from '../../../../src/projections/search/searchedCases.js';
import {
  completed,
  endedAt,
  nine,
  ofCase,
  opened,
  opening,
  read,
  received,
  ten,
  unreadable,
} from '../../../support/caseStory.js';
import { createStory } from '../../../support/rowCosts.js';

const { table, states } = searchedCases;

/** The row of the case once all of this has happened. */
function rowAfter(...events: readonly CaseEvent[]): { [column: string]: unknown } | undefined {
  const story = createStory('case-s1');
  let row: object | undefined;
  for (const event of events.map(story)) row = table.fold(row, event);
  return row && { ...row };
}

/** What is found of it. */
const sourceAfter = (...events: readonly CaseEvent[]): unknown => rowAfter(...events)?.['source'];

const masked = (doc_id: string, extracted: { [field: string]: string }): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id, document_type: 'passport', type_used: null, confidence: '0.9' },
    ...{ masked_fields: ['number'], processed_at: nine },
    reading: toRecorded({ ...NO_READING, extracted }),
  },
});
const said = (content: string | null, message_index = 0): CaseEvent => ({
  type: 'MessageReceived',
  data: { ...ofCase, message_id: `m${message_index}`, message_index, content, doc_ids: [], received_at: nine },
});
const noted = (text: string): CaseEvent => ({
  type: 'CaseNoteAdded',
  data: { ...ofCase, note_id: 'n1', text, actor: 'maria', noted_by: 'key:k1', noted_at: ten },
});
const corrected: CaseEvent = {
  type: 'DocumentCorrected',
  data: {
    ...{ ...ofCase, doc_id: 'd1', document_type: 'passport', fields: ['number'] },
    ...{ changes: { number: { from: 'X1234567', to: 'Z9998888' } }, reason: null, actor: null },
    ...{ corrected_by: 'key:k1', validity: null, result: null, corrected_at: ten },
  },
};
const decided: CaseEvent = {
  type: 'CaseDecided',
  data: {
    ...{ ...endedAt(ten), decision: 'deny', status: 'denied', reason: 'A copy of X1234567', actor: 'maria' },
    ...{ decided_by: 'key:k1', decided_at: ten },
  },
};
const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: ['d1'], message_count: 1, reason: 'person_asked', erased_at: ten },
};

/** All that a case is found by, in small letters. */
const foundBy = (row: { [column: string]: unknown } | undefined): string => {
  const { kept: _, ...rest } = row ?? {};
  return JSON.stringify(rest).toLowerCase();
};

const unread = { ...unreadable, data: { ...unreadable.data, doc_id: 'd2' } } as CaseEvent;

describe('the row of a case that is searched', () => {
  it('shows where it stands, for whom, by which agent, with what was read and said', () => {
    const metadata = { order: '4711' };
    const withMore: CaseEvent = {
      type: 'CaseOpened',
      data: { ...opening, metadata, client_reference_id: 'ref-1', opened_at: nine },
    };
    const assigned: CaseEvent = {
      type: 'CaseAssigned',
      data: { ...ofCase, assignee: 'maria@example.com', assigned_at: ten },
    };
    const source = sourceAfter(
      ...[withMore, received('d1', 0), read('d1', 'passport'), received('d2', 1), unread],
      ...[said('What else?'), completed('review', 'review'), assigned, noted('Looks fine'), decided],
    );
    expect(source).toMatchObject({
      ...{ session_id: 's1', tenant_id: 'acme', goal: 'onboarding', client_reference_id: 'ref-1', status: 'denied' },
      ...{ agent: { id: 'a1', name: 'Onboarding', version: '1' }, mode: 'live', metadata },
      ...{ document_types: ['passport'], document_count: 2, message_count: 1, assignee: 'maria@example.com' },
      progress: { collected: ['passport'], missing: ['utility_bill'], percent: 50, complete: false, tries: 0 },
      result: { decision: 'denied', decision_reason: 'A copy of X1234567', decision_actor: 'maria' },
      notes: [{ text: 'Looks fine', actor: 'maria' }],
      messages: [{ role: 'user', content: 'What else?', created_at: nine }],
      ...{ created_at: nine, updated_at: ten, ended_at: ten, duration_ms: 3_600_000 },
    });
    expect(JSON.stringify(source)).not.toMatch(/required_types|allow_cloud|unread/);
  });

  it('has nothing that a mask hides in what it is found by, whether it was said before it was read or later', () => {
    const row = rowAfter(
      ...[opened, said('My number is X1234567'), received('d1', 0), masked('d1', { number: 'X1234567' })],
      ...[said('X1234567, I say', 1), noted('no. X1234567'), completed('review', 'review'), decided],
    );
    expect(row?.['source']).toMatchObject({
      messages: [{ content: 'My number is ****4567' }, { content: '****4567, I say' }],
      notes: [{ text: 'no. ****4567' }],
      result: { decision_reason: 'A copy of ****4567' },
    });
    expect(foundBy(row)).not.toMatch(/x123/);
  });

  it('hides what a person put in the place of a masked value, and what stood there', () => {
    const story = [opened, received('d1', 0), masked('d1', { number: 'X1234567' }), said('X1234567 or Z9998888')];
    expect(foundBy(rowAfter(...story, corrected))).not.toMatch(/x123|z999/);
    expect(sourceAfter(...story, corrected)).toMatchObject({ messages: [{ content: '****4567 or ****8888' }] });
  });

  it('has what its documents say together, masked, as it was corrected, and without what was asked for again', () => {
    const story = [opened, received('d1', 0), masked('d1', { number: 'X1234567', surname: 'Lindqvist' }), corrected];
    expect(sourceAfter(...story)).toMatchObject({
      extractions: { passport: { number: '****8888', surname: 'Lindqvist' } },
    });
    const again: CaseEvent = {
      type: 'DocumentsRequested',
      data: {
        ...{ ...ofCase, items: [{ document_type: 'passport', code: 'glare' }], texts: [null], doc_ids: ['d1'] },
        ...{ actor: null, requested_by: 'key:k1', requested_at: ten },
      },
    };
    const sharper = masked('d2', { number: 'Y7654321', surname: 'Lindquist' });
    const row = rowAfter(...story, again, received('d2', 1), sharper);
    expect(row?.['source']).toMatchObject({
      ...{ document_types: ['passport'], document_count: 2 },
      extractions: { passport: { number: '****4321', surname: 'Lindquist' } },
    });
    expect(foundBy(row)).not.toMatch(/lindqvist|x123|y765|z999/);
  });

  it('is gone once the case is erased, and bears that keys are gone already', () => {
    const story = [opened, received('d1', 0), masked('d1', { number: 'X1234567' }), said('Hello')];
    expect(rowAfter(...story, erased)).toBeUndefined();
    const closed = masked('d1', {});
    const unopened = { ...closed, data: { ...closed.data, reading: null } } as CaseEvent;
    expect(sourceAfter(opened, unopened, said(null))).toMatchObject({ message_count: 1, messages: [], metadata: {} });
    expect(rowAfter(opened, unopened, said(null), erased)).toBeUndefined();
  });

  it('keeps no more of what was said than the newest of it, however much that is', () => {
    const long = Array.from({ length: 300 }, (_, index) => said(`${index} ${'x'.repeat(400)}`, index));
    const { messages } = sourceAfter(opened, ...long) as { messages: { content: string }[] };
    expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(20_000);
    expect(messages.at(-1)?.content).toMatch(/^299 /);
    const short = Array.from({ length: 300 }, (_, index) => said('x', index));
    expect(sourceAfter(opened, ...short)).toMatchObject({ message_count: 300, messages: { length: 100 } });
  });

  it('is what an index outside of the database has of it', () => {
    const events = [opened, received('d1', 0), masked('d1', { number: 'X1234567' }), said('X1234567'), decided];
    const story = createStory('case-s1');
    let state: object | undefined;
    for (const event of events.map(story)) state = states.fold(state as never, event);
    const { kept: _, ...row } = rowAfter(...events) ?? {};
    expect(searchedCases.thing(state as never)).toEqual({ ...row, own: {} });
  });
});

describe('a query of cases', () => {
  const story = [
    opened,
    received('d1', 0),
    read('d1', 'passport'),
    said('Where is it?'),
    completed('review', 'review'),
  ];
  const finds = (text: string): boolean => {
    const told = createStory('case-s1');
    let state: object | undefined;
    for (const event of story.map(told)) state = states.fold(state as never, event);
    return holds(kqlCondition(readKql(text), new Date(ten)), searchedCases.thing(state as never));
  };

  it.each([
    ['status: review and goal: onboarding', true],
    ['agent.name: onboarding and agent.version: 1', true],
    ['result.decision: review', true],
    ['result.decision: approved', false],
    ['document_types: passport and progress.missing: utility_bill', true],
    ['progress.percent >= 50 and document_count: 1', true],
    ['messages: { role: user and content: where }', true],
    ['messages: { role: assistant and content: where }', false],
    ['created_at >= 2026-03-02 and created_at < 2026-03-03', true],
    ['assignee: *', false],
  ])('%s: %s', (text, is) => {
    expect(finds(text)).toBe(is);
  });
});
