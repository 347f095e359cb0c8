import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kql, KqlValue } from '../../../../src/platform/search/kql/kql.js';
import { readKql, QueryUnreadable } from '../../../../src/platform/search/kql/readKql.js';
import { writeKql } from '../../../support/writeKql.js';

const word = (text: string): KqlValue => ({ words: [[text]] });
const match = (field: string | null, text: string): Kql => ({ is: 'match', field, value: word(text) });
const a = match('a', 'x');
const b = match('b', 'y');
const c = match(null, 'z');

describe('a query', () => {
  it.each<[string, Kql]>([
    ['', { is: 'and', of: [] }],
    ['  \n', { is: 'and', of: [] }],
    ['a: x', a],
    ['a:x', a],
    ['z', c],
    ['not a: x and b: y or z', { is: 'or', of: [{ is: 'and', of: [{ is: 'not', of: a }, b] }, c] }],
    ['z or a: x and b: y', { is: 'or', of: [c, { is: 'and', of: [a, b] }] }],
    ['not (a: x or b: y)', { is: 'not', of: { is: 'or', of: [a, b] } }],
    ['NOT a: x AND b: y', { is: 'and', of: [{ is: 'not', of: a }, b] }],
    ['not(z)', { is: 'not', of: c }],
    ['not not a: x', a],
    [
      'a: (x or y and not z)',
      { is: 'or', of: [a, { is: 'and', of: [match('a', 'y'), { is: 'not', of: match('a', 'z') }] }] },
    ],
    ['a: "not x"', { is: 'match', field: 'a', value: { text: 'not x' } }],
    [String.raw`a: "x \"*\" \\"`, { is: 'match', field: 'a', value: { text: 'x "*" \\' } }],
    [
      'a: jo*hn sm*',
      {
        is: 'match',
        field: 'a',
        value: {
          words: [
            ['jo', 'hn'],
            ['sm', ''],
          ],
        },
      },
    ],
    [String.raw`a\:b: \*\(x\)`, match('a:b', '*(x)')],
    ['"a b": x', match('a b', 'x')],
    ['android: orange', match('android', 'orange')],
    ['a >= 5', { is: 'compare', field: 'a', op: '>=', value: word('5') }],
    ['a<now-7d/d', { is: 'compare', field: 'a', op: '<', value: word('now-7d/d') }],
    ['r.s: { a: x and b: y }', { is: 'within', field: 'r.s', of: { is: 'and', of: [a, b] } }],
  ])('is read as it is meant: %s', (text, query) => expect(readKql(text)).toEqual(query));

  it.each([
    ['a:', 'at character 3 (from 1): expected `(`, a value or `{`'],
    ['a: x status: y', 'at character 12 (from 1): expected `and`, `or` or the end'],
    ['a: "x', 'at character 6 (from 1): expected the closing "'],
    ['a: (x', 'at character 6 (from 1): expected `)`, `and` or `or`'],
    ['not', 'at character 4 (from 1): expected `(`, a field, a value or `not`'],
    ['a >=', 'at character 5 (from 1): expected a value'],
    ['a: x)', 'at character 5 (from 1): expected `and`, `or` or the end'],
    ['😀 😀)', 'at character 4 (from 1): expected `and`, `or` or the end'],
    ['*: x', 'at character 2 (from 1): expected `and`, `or` or the end'],
    ['('.repeat(51), 'at character 51 (from 1): expected no more than 50 brackets in one another'],
  ])('that cannot be read says where and what was expected: %s', (text, sentence) => {
    expect(() => readKql(text)).toThrow(QueryUnreadable);
    expect(() => readKql(text)).toThrow(sentence);
  });

  it('is what was written, whatever is written', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(readKql(writeKql(query))).toEqual(query);
      }),
      { numRuns: 300 },
    );
  });

  it('is read or refused, and never breaks anything, whatever the text', () => {
    const pieces = fc.constantFrom(
      'and',
      'or',
      'not',
      ' ',
      ':',
      '(',
      ')',
      '{',
      '}',
      '"',
      '*',
      '\\',
      '<',
      '>=',
      'a',
      '\0',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          try {
            readKql(text);
          } catch (error) {
            expect(error).toBeInstanceOf(QueryUnreadable);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '' || text === ' ');
const value: fc.Arbitrary<KqlValue> = fc.oneof(
  fc.string({ maxLength: 8 }).map((text) => ({ text })),
  fc
    .array(
      fc
        .array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 })
        .filter((pieces) => pieces.length > 1 || pieces[0] !== ''),
      { minLength: 1, maxLength: 3 },
    )
    .map((words) => ({ words })),
);
const { queries } = fc.letrec<{ queries: Kql }>((tie) => {
  const joined = (is: 'and' | 'or') =>
    fc.record({ is: fc.constant(is), of: fc.array(tie('queries'), { minLength: 2, maxLength: 3 }) });
  return {
    queries: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ is: fc.constant('match' as const), field: fc.option(name), value }),
      fc.record({ is: fc.constant('compare' as const), field: name, op: fc.constantFrom('<', '<=', '>', '>='), value }),
      joined('and'),
      joined('or'),
      tie('queries')
        .filter((query) => query.is !== 'not')
        .map((of) => ({ is: 'not' as const, of })),
      fc.record({ is: fc.constant('within' as const), field: name, of: tie('queries') }),
    ),
  };
});
