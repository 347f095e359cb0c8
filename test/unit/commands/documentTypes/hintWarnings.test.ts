import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hintWarnings } from '../../../../src/commands/documentTypes/hintWarnings.js';

const presets = join(import.meta.dirname, '../../../../presets');

describe('a type hint', () => {
  test.each([
    ['sting', 'string'],
    ['Strin', 'string'],
    ['dates', 'date'],
    ['amonut', 'amount'],
    ['int', 'integer'],
    ['bool or null', 'boolean or null'],
    ['float', 'number'],
    ['text', 'string'],
    ['datetime', 'date YYYY-MM-DD'],
    ['dat YYYY-MM-DD or null', 'date YYYY-MM-DD or null'],
    ['list of dates', 'list of date'],
    ['list of amout or null', 'list of amount or null'],
    ['enums(a|b)', 'enum(a|b)'],
    ['enum(a|b', 'enum(a|b)'],
    ['enum a|b', 'enum(a|b)'],
    ['string or nul', 'string or null'],
    ['list of {a, b', 'list of {a, b}'],
    ['{a: int, b}', '{a: integer, b}'],
    ['amount in euros', 'amount'],
  ])('%j that is not understood is free text, and it is said what is probably meant', (hint, meant) =>
    expect(hintWarnings({ one: hint })).toEqual([
      `output_schema.one has the type hint ${JSON.stringify(hint)}, which is taken as free text; did you mean ${JSON.stringify(meant)}?`,
    ]),
  );

  test.each([
    ['date YYYY-MM-DD or nul', 'date YYYY-MM-DD or null'],
    ['date DD.MM.YYYY', 'date YYYY-MM-DD'],
    ['date of birth or null', 'date YYYY-MM-DD or null'],
  ])('%j is a date, and the rest of it is said to be passed over', (hint, meant) =>
    expect(hintWarnings({ one: hint })).toEqual([
      `output_schema.one has the type hint ${JSON.stringify(hint)}, of which only the beginning is understood; did you mean ${JSON.stringify(meant)}?`,
    ]),
  );

  test('whose parts no right marks stand between is not taken for what is meant, and it is said how', () => {
    expect(hintWarnings({ one: 'enum(a,b)', two: 'list of {a b}' })).toEqual([
      'output_schema.one has the type hint "enum(a,b)", which has one option, commas included; did you mean "enum(a|b)"?',
      'output_schema.two has the type hint "list of {a b}", whose members no commas stand between; did you mean "list of {a, b}"?',
    ]);
  });

  test('of one word that is like none is said to be free text', () => {
    expect(hintWarnings({ one: 'ulid' })).toEqual([
      'output_schema.one has the type hint "ulid", which is taken as free text',
    ]);
    expect(hintWarnings({ one: '{}' })).toHaveLength(1);
  });

  test.each([
    ...['string', 'date YYYY-MM-DD or null', 'YYYY-MM-DD', 'DATE', '', 'enum(a|b)', 'enum (a)', 'ENUM(a, b|c)'],
    ...['list of string', 'list of {a, b: amount, c: enum(x|y)} or null', 'list of list of integer'],
    ...['the name of the ship', 'string, in capitals', 'heads or tails', 'what is printed (see above)'],
  ])('%j that is known, or a sentence to guide a model, is not warned of', (hint) =>
    expect(hintWarnings({ one: hint })).toEqual([]),
  );

  test('of a shipped type is not warned of', () => {
    for (const file of readdirSync(presets)) {
      const { output_schema } = JSON.parse(readFileSync(join(presets, file), 'utf8')) as {
        output_schema: { [field: string]: string };
      };
      expect(hintWarnings(output_schema), file).toEqual([]);
    }
  });

  test('is named with its field, and at most twenty are', () => {
    expect(hintWarnings({ total: 'amout' })[0]).toMatch(/^output_schema\.total has the type hint "amout"/);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'sting']));
    expect(hintWarnings(many)).toHaveLength(20);
  });

  test('is looked at in no time, however long it is', () => {
    const began = performance.now();
    for (const one of ['list of ', '{', 'a ', 'or nul ', '(']) hintWarnings({ one: one.repeat(50_000) });
    expect(performance.now() - began).toBeLessThan(500);
  });
});
