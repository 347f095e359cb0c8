import { describe, expect, test } from 'vitest';
import { hintWarnings } from '../../../../src/commands/documentTypes/hintWarnings.js';

describe('a type hint', () => {
  test.each([
    ['sting', '"string"'],
    ['Strin', '"string"'],
    ['dates', '"date"'],
    ['dat YYYY-MM-DD or null', '"date"'],
    ['list of amonut', undefined],
    ['list of amout or null', '"amount"'],
    ['enums(a|b)', '"enum(…)"'],
  ])('%j one letter off a known one is said to be that', (hint, meant) => {
    const warnings = hintWarnings({ one: hint });
    expect(warnings).toHaveLength(meant === undefined ? 0 : 1);
    if (meant !== undefined) expect(warnings[0]).toContain(`did you mean ${meant}?`);
  });

  test.each(['string', 'date YYYY-MM-DD or null', 'enum(a|b)', 'list of string', 'the name of the ship', 'DATE', ''])(
    '%j that is known, or free text, is not',
    (hint) => expect(hintWarnings({ one: hint })).toEqual([]),
  );

  test('is named with its field, and at most twenty are', () => {
    expect(hintWarnings({ total: 'amout' })[0]).toMatch(/^output_schema\.total has the type hint "amout"/);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'sting']));
    expect(hintWarnings(many)).toHaveLength(20);
  });
});
