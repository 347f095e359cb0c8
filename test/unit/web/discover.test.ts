import { describe, expect, test } from 'vitest';
import { completed } from '../../../web/src/discover/completion.js';
import { readDiscoverSearch } from '../../../web/src/discover/discoverSearch.js';
import { clauseOf, searchedThings } from '../../../web/src/discover/searchBody.js';
import { filledFields, valueAt } from '../../../web/src/reading/values.js';

describe('a suggestion takes the place of what is written of it', () => {
  test.each([
    ['docu', 4, 'document_type', 'document_type ', 14],
    ['status: do', 10, '"done"', 'status: "done" ', 15],
    ['status: "a b', 12, '"a b c"', 'status: "a b c" ', 16],
    ['not stat and x: 1', 8, 'status', 'not status and x: 1', 10],
    ['', 0, 'goal', 'goal ', 5],
    ['a: (b', 5, 'bc', 'a: (bc ', 7],
  ])('%s at %i with %s', (text, cursor, suggestion, expected, at) => {
    expect(completed(text, cursor, suggestion)).toEqual({ text: expected, cursor: at });
  });
});

test('a clause asks for a value whatever it holds', () => {
  expect(clauseOf('a', 'x')).toBe('a: "x"');
  expect(clauseOf('a', 'say "no" \\ *')).toBe('a: "say \\"no\\" \\\\ *"');
  expect(clauseOf('a', '12.50')).toBe('a: 12.50');
  expect(clauseOf('a', 'true')).toBe('a: true');
});

test('an address that nobody wrote shows documents of the last month', () => {
  const search = readDiscoverSearch({
    kind: 4,
    query: '',
    filters: 'x',
    columns: [1],
    sort: { field: 'a' },
    range: 'eon',
  });
  expect(search).toEqual({ kind: 'documents' });
  expect(searchedThings(search)).toEqual({ kind: 'documents', time: { field: 'created_at', from: 'now-30d' } });
  expect(searchedThings({ kind: 'events', range: 'any' })).toEqual({ kind: 'events' });
});

test('a value is found by its path, also in each of a list', () => {
  const source = { a: { b: [{ c: 1 }, { c: 2 }, {}] }, empty: '', none: null, list: [] };
  expect(valueAt(source, 'a.b.c')).toEqual([1, 2]);
  expect(valueAt(source, 'a.x.y')).toBeUndefined();
  expect(filledFields(source)).toEqual([['a.b', [{ c: 1 }, { c: 2 }, {}]]]);
});
