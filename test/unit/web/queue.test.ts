import { describe, expect, test } from 'vitest';
import { nextCursor } from '../../../web/src/api/nextCursor.js';
import { referenceQuery } from '../../../web/src/palette/referenceQuery.js';
import { queueBody, readQueueSearch } from '../../../web/src/queue/queueSearch.js';
import { waitingOf } from '../../../web/src/queue/waiting.js';

const jane = { name: 'Jane "JD" Doe', mode: 'live' } as const;

describe('a queue', () => {
  test('is all that waits, longest first, where its address says nothing', () => {
    const { filters, sort, query } = queueBody(readQueueSearch({ who: 'x', order: 1, goal: 2 }), jane, 50);
    expect({ filters, sort, query }).toEqual({
      ...{ query: 'status: review', filters: ['mode: "live"'] },
      sort: [{ field: 'ended_at', order: 'asc' }],
    });
  });

  test('of a person is found whatever the person is called, and that of nobody by having no assignee', () => {
    expect(queueBody({ who: 'mine' }, jane, 50).filters).toContain('assignee: "Jane \\"JD\\" Doe"');
    expect(queueBody({ who: 'free' }, jane, 50).filters).toContain('not assignee: *');
  });

  test('shows each reason once that has a case wait, and its id where it has no other name', () => {
    const reasons = [{ code: 'glare', effect: 'review' }, { code: 'glare' }, { code: 'expires_soon', effect: 'note' }];
    const source = { client_reference_id: null, goal: 'g', progress: { tries: 2 }, result: { reasons } };
    expect(waitingOf('id-1', source)).toEqual({
      ...{ session_id: 'id-1', name: 'id-1', goal: 'g', assignee: '', since: '', document_types: [], tries: 2 },
      why: ['glare'],
    });
  });
});

test('a case is looked for by the beginning of its reference; words and signs of the query language are quoted', () => {
  expect(referenceQuery(' a ')).toBeUndefined();
  expect(referenceQuery('Customer-47')).toBe('client_reference_id: Customer-47* or client_reference_id: "Customer-47"');
  expect(referenceQuery('or')).toBe('client_reference_id: "or"');
  expect(referenceQuery('a: b')).toBe('client_reference_id: "a: b"');
});

test('the cursor of the next page is read from its link, and there is none on the last', () => {
  expect(nextCursor('</v1/audit?limit=50&cursor=abc%3D>; rel="next"')).toBe('abc=');
  expect(nextCursor(null)).toBeUndefined();
  expect(nextCursor('</v1/audit>; rel="prev"')).toBeUndefined();
});
