import { expect, test } from 'vitest';
import { differences } from '../../../web/src/editor/differences.js';
import { casesBehind } from '../../../web/src/overview/casesBehind.js';
import { daysBefore, readOverviewSearch } from '../../../web/src/overview/overviewSearch.js';

test('two versions are told apart place by place: what is new, what is gone, what is otherwise', () => {
  const before = { name: 'a', rules: { min_age: 18, gone: true }, required: ['x', 'y'], empty: {} };
  const after = { name: 'a', rules: { min_age: 21 }, required: ['x'], empty: { now: null } };
  expect(differences(before, after)).toEqual([
    { path: 'empty', before: '{}', after: null },
    { path: 'empty.now', before: null, after: 'null' },
    { path: 'required', before: '["x","y"]', after: '["x"]' },
    { path: 'rules.gone', before: 'true', after: null },
    { path: 'rules.min_age', before: '18', after: '21' },
  ]);
  expect(differences(before, structuredClone(before))).toEqual([]);
});

test('the cases behind a figure are those of its days, neither trials nor replays, narrowed as it is', () => {
  const behind = { first: '2026-02-01', last: '2026-03-02', narrowed: { goal: 'onboarding' } };
  expect(casesBehind(behind, 'status: denied')).toEqual({
    kind: 'cases',
    filters: ['mode: live', 'not replay_of: *', 'goal: "onboarding"', 'status: denied'],
    ...{ from: '2026-02-01T00:00:00.000Z', to: '2026-03-02T23:59:59.999Z' },
  });
});

test('a period that is not offered is the usual one, and the one before ends the day before it begins', () => {
  expect(readOverviewSearch({ days: 8, goal: 1 })).toEqual({});
  expect(daysBefore('2026-03-02', 30)).toBe('2026-01-31');
});
