import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../../../src/api/http/idempotency/fingerprint.js';

const of = async (query: string, body: unknown): Promise<string> => (await fingerprint(query, body)).toString('hex');

/** What a body can be: `JSON.stringify` writes -0 as 0. */
const parsed = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

test('is the same for the same content, whatever the order of members and parameters', async () => {
  const one = await of('?a=1&b=2', { x: 1, y: { p: [1, 2], q: null } });
  expect(one).toBe(await of('?b=2&a=1', { y: { q: null, p: [1, 2] }, x: 1 }));
});

test('differs where content differs', async () => {
  await fc.assert(
    fc.asyncProperty(parsed, parsed, async (one, other) => {
      expect((await of('', one)) === (await of('', other))).toBe(isDeepStrictEqual(one, other));
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
])('tells %j from %j', async (one, other) => {
  expect(await of('', one)).not.toBe(await of('', other));
});

test('tells a query from a body, and one query from another', async () => {
  expect(await of('?a=1', {})).not.toBe(await of('?a=2', {}));
  expect(await of('?a=1', {})).not.toBe(await of('', { a: '1' }));
});

test('hashes all of a long text', async () => {
  const long = 'x'.repeat(3_500_000);
  expect(await of('', `${long}a`)).not.toBe(await of('', `${long}b`));
});
