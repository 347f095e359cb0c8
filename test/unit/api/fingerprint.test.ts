import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameJson } from '../../../src/domain/json.js';
import { fingerprint } from '../../../src/api/idempotency/fingerprint.js';

const of = (query: string, body: unknown): string => fingerprint(query, body).toString('hex');

test('is the same for the same content, whatever the order of members and parameters', () => {
  expect(of('?a=1&b=2', { x: 1, y: { p: [1, 2], q: null } })).toBe(of('?b=2&a=1', { y: { q: null, p: [1, 2] }, x: 1 }));
});

test('differs where content differs', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(of('', one) === of('', other)).toBe(sameJson(one, other));
    }),
  );
});

test.each([
  [
    ['a', 'b'],
    ['ab', ''],
  ],
  [{ a: 'b' }, ['a', 'b']],
  ['1', 1],
  [null, 'null'],
  [[], {}],
  [['1;2'], ['1', 2]],
  [undefined, null],
])('tells %j from %j', (one, other) => {
  expect(of('', one)).not.toBe(of('', other));
});

test('tells a query from a body, and one query from another', () => {
  expect(of('?a=1', {})).not.toBe(of('?a=2', {}));
  expect(of('?a=1', {})).not.toBe(of('', { a: '1' }));
});
