import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kql, KqlValue } from '../../../../src/platform/search/kql/kql.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';
import { writeKql, writeText } from '../../../../src/platform/search/kql/writeKql.js';

const text = fc.oneof(
  fc.constantFrom('and', 'OR', 'not', 'a b', 'a"b', 'a\\b', '(', 'x:y', '*', '<', '-', 'ü', '東京', ' '),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const word = fc.array(text, { minLength: 1, maxLength: 3 });
const value: fc.Arbitrary<KqlValue> = fc.oneof(
  fc.record({ text }),
  fc.record({ words: fc.array(word, { minLength: 1, maxLength: 3 }) }),
);
const { queries } = fc.letrec<{ queries: Kql }>((tie) => ({
  queries: fc.oneof(
    { depthSize: 'small' },
    fc.record({ is: fc.constant('match' as const), field: fc.option(text), value }),
    fc.record({
      ...{ is: fc.constant('compare' as const), field: text },
      ...{ op: fc.constantFrom('<' as const, '>=' as const), value },
    }),
    fc.record({ is: fc.constant('within' as const), field: text, of: tie('queries') }),
    fc.record({ is: fc.constantFrom('and' as const, 'or' as const), of: fc.tuple(tie('queries'), tie('queries')) }),
    fc
      .record({ is: fc.constant('match' as const), field: fc.option(text), value })
      .map((of): Kql => ({ is: 'not', of })),
  ),
}));

describe('a query that is written', () => {
  it('is the same when it is read again', () => {
    fc.assert(fc.property(queries, (query) => void expect(readKql(writeKql(query))).toEqual(query)));
  });

  it('is as plain as it can be', () => {
    for (const query of [
      'document_type: passport and not extracted.surname: lind*',
      '(a: b or c) and extracted.lines: { code: x or amount >= 2.50 }',
      'created_at >= now-7d/d',
      'name: "Anna Maria"',
      'scan\\ 7\\ \\(2\\).pdf',
    ])
      expect(writeKql(readKql(query))).toBe(query);
    expect([writeText('and'), writeText('full name'), writeText('extracted.total')]).toEqual([
      ...['"and"', '"full name"', 'extracted.total'],
    ]);
  });
});
