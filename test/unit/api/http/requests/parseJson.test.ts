import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_DEPTH, MAX_TOKENS, parseJson } from '../../../../../src/api/http/requests/parseJson.js';

const parse = (text: string): Promise<unknown> => parseJson(Buffer.from(text));

describe('parseJson', () => {
  test('reads what JSON.parse reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\\u0000|\\ud[89a-f]|__proto__/.test(text));
        expect(await parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['"a\\\\"', '"a\\""', '["\\\\\\"", "]"]', '"[[[[{{{{"'])(
    'takes no mark inside text for structure: %s',
    async (text) => {
      expect(await parse(text)).toEqual(JSON.parse(text));
    },
  );

  test('takes as many levels and values as it says, and no more', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    await expect(parse(nested(MAX_DEPTH))).resolves.toBeInstanceOf(Array);
    await expect(parse(nested(MAX_DEPTH + 1))).rejects.toMatchObject({ status: 422 });
    const many = (commas: number): string => `[${'0,'.repeat(commas)}0]`;
    await expect(parse(many(MAX_TOKENS - 1))).resolves.toHaveLength(MAX_TOKENS);
    await expect(parse(many(MAX_TOKENS))).rejects.toMatchObject({ status: 422 });
    await expect(parse(`"${'\\"'.repeat(MAX_TOKENS)}"`)).rejects.toMatchObject({ status: 422 });
  });

  test('lets other work go on while it looks at a large body', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await parse(`[${' '.repeat(20_000_000)}]`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  test.each(['', '{', '"', '"\\', '[1,]', 'undefined', '{"a":1}x', '\u{feff}{}'])(
    'refuses %j as no JSON',
    async (text) => {
      await expect(parse(text)).rejects.toMatchObject({ status: 400 });
    },
  );

  test.each([
    ['{"__proto__":{"polluted":1}}', 'The request body'],
    ['{"metadata":{"__proto__":"x"}}', 'The field `metadata`'],
    ['{"definition":{"policy":{"__proto__":"ignore"}}}', 'The field `definition.policy`'],
    ['{"a":[{"b":2},{"__proto__":null}]}', 'The field `a.1`'],
    [String.raw`{"expected":{"\u005f_proto__":"x"}}`, 'The field `expected`'],
  ])('refuses a member named __proto__ in %s, says where it is, and touches no prototype', async (text, where) => {
    const detail = `${where} has a member named __proto__, which cannot be kept; leave it out`;
    await expect(parse(text)).rejects.toMatchObject({ status: 422, detail });
    expect({}).not.toHaveProperty('polluted');
  });

  test.each([
    ['1e400', 'The request body'],
    ['{"a":[1,-1e999]}', 'The field `a.1`'],
    [`[${'9'.repeat(400)}]`, 'The field `0`'],
  ])('refuses a number that no double holds: %s', async (text, subject) => {
    await expect(parse(text)).rejects.toMatchObject({
      ...{ status: 422, detail: `${subject} holds a number that is too large; the largest is about 1.8e308` },
    });
    await expect(parse('[1e308,-1e308,1e-400]')).resolves.toEqual([1e308, -1e308, 0]);
  });

  test('names the field that holds a NUL', async () => {
    await expect(parse('{"a":{"b":["x","\\u0000"]}}')).rejects.toMatchObject({
      status: 422,
      detail: 'The field `a.b.1` holds a NUL character; remove it',
    });
  });
});
