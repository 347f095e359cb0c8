import { expect, test } from 'vitest';
import { changedSince, MOST_COUNTED, withChanges } from '../../../web/src/live/newRows.js';
import { figuresOf, follows, queriesOf } from '../../../web/src/live/whatChanged.js';
import { savedOf, searchOf } from '../../../web/src/discover/savedView.js';

test('what has changed is read again, each once, and nothing else', () => {
  expect(queriesOf(['case-1-2', 'case-1-2', 'savedSearch-3', 'caseReference-x', 'unheard'])).toEqual([
    ...[['case', '1-2'], ['history', '1-2'], ['messages', '1-2'], ['queue']],
    ['saved views'],
  ]);
});

test('figures follow what they count, by themselves, since they are dear', () => {
  expect(figuresOf(['case-1', 'case-2', 'governanceRun-3', 'agent-4'])).toEqual(['decisions', 'drifts']);
  expect(figuresOf(['governanceSet-1'])).toEqual([]);
});

test('rows that changed since a list was read are counted once each, by what its kind counts, and the newest of too many', () => {
  const none = { documents: new Map(), cases: new Map(), events: new Map() };
  const change = (aggregate: string, position: string) => ({ aggregate, position });
  const first = withChanges(none, [change('case-1', '1'), change('execution-2', '2'), change('agent-3', '3')], 10);
  const all = withChanges(first, [change('case-1', '4')], 20);
  const counted = (moment: number) =>
    (['documents', 'cases', 'events'] as const).map((kind) => changedSince(all, kind, moment));
  expect([counted(0), counted(10), counted(20)]).toEqual([
    [2, 1, 4],
    [1, 1, 1],
    [0, 0, 0],
  ]);
  const many = Array.from({ length: 2_000 }, (_, index) => change('case-1', String(index)));
  expect(changedSince(withChanges(none, many, 10), 'events', 0)).toBe(MOST_COUNTED);
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
  expect(searchOf(savedOf(search, { name: 'x', shared: false, alerts: false }))).toEqual(search);
});
