import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDiscoverSearch } from '../../../web/src/discover/discoverSearch.js';
import { clauseOf, searchedThings } from '../../../web/src/discover/searchBody.js';
import { readToken } from '../../../web/src/query/readToken.js';
import { wordBefore } from '../../../web/src/query/wordBefore.js';
import { filledFields, valueAt } from '../../../web/src/reading/values.js';

describe('a suggestion takes the place of what is written of it', () => {
  test.each([
    ['docu', 4, 'docu'],
    ['status: do', 10, 'do'],
    ['status: "a b', 12, '"a b'],
    ['not stat and x: 1', 8, 'stat'],
    ['', 0, ''],
    ['a: (b', 5, 'b'],
  ])('%s at %i: %s', (text, cursor, expected) => {
    expect(wordBefore(text, cursor)).toBe(expected);
  });
});

const piecesOf = (query: string): string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < query.length;) {
    const { length, kind } = readToken(query.slice(at));
    if (kind) pieces.push(`${kind} ${query.slice(at, at + length)}`);
    at += length;
  }
  return pieces;
};

describe('a query is coloured by what the service reads in it', () => {
  test.each([
    ['status: done', ['field status', 'operator :', 'value done']],
    ['not a.b >= 4 and x', ['word not', 'field a.b', 'operator >=', 'value 4', 'word and', 'value x']],
    ['orders: "and \\" or" OR *e*', ['field orders', 'operator :', 'value "and \\" or"', 'word OR', 'value *e*']],
    ['"a b": (x or y)', ['field "a b"', 'operator :', 'bracket (', 'value x', 'word or', 'value y', 'bracket )']],
    ['a: { b: "open', ['field a', 'operator :', 'bracket {', 'field b', 'operator :', 'value "open']],
  ])('%s', (query, expected) => {
    expect(piecesOf(query)).toEqual(expected);
  });

  test('whatever is written, it comes to its end', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        expect(query === '' || readToken(query).length > 0).toBe(true);
      }),
    );
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
