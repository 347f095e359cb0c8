import { expect, test } from 'vitest';
import { follows, queriesOf } from '../../../web/src/live/whatChanged.js';
import { savedOf, searchOf } from '../../../web/src/discover/savedView.js';

test('what has changed is read again, each once, and nothing else', () => {
  expect(queriesOf(['case-1-2', 'case-1-2', 'savedSearch-3', 'caseReference-x', 'unheard'])).toEqual([
    ...[['case', '1-2'], ['history', '1-2'], ['messages', '1-2'], ['queue']],
    ['saved views'],
  ]);
});

test('figures do not follow changes: in a busy tenant they would be asked for all the time', () => {
  expect([['decisions', {}], ['fields', 'cases'], ['changes']].map(follows)).toEqual([false, false, false]);
  expect([['case', '1'], ['queue', {}], ['saved views']].map(follows)).toEqual([true, true, true]);
});

test.each([
  { kind: 'documents' as const, range: 'any' as const },
  { kind: 'cases' as const, range: 'week' as const, query: 'status: review', filters: ['a: 1'], columns: ['b'] },
  { kind: 'events' as const, from: '2026-01-01T00:00:00.000Z', sort: { field: 'at', order: 'desc' as const } },
  { kind: 'events' as const, from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
])('a view that is saved shows the same again: %j', (search) => {
  expect(searchOf(savedOf(search, { name: 'x', shared: false }))).toEqual(search);
});
