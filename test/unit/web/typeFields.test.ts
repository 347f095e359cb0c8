import { expect, test } from 'vitest';
import {
  fieldRows,
  fitsForm,
  moved,
  refusedField,
  renamed,
  withRule,
  without,
  withType,
} from '../../../web/src/types/typeFields.js';

const config = {
  display_name: 'Badge',
  unheard: [1, { of: true }],
  output_schema: { a: 'string', b: 'amount', c: 'date' },
  validation_rules: { b: { required: true, later: 7 }, z: { mask: true } },
  describes: { kind: 'badge', issuer: { name: 'b' } },
};

test('what the form changes is all that changes', () => {
  expect(withType(config, 'a', 'number')).toEqual({
    ...config,
    output_schema: { ...config.output_schema, a: 'number' },
  });
  expect(withRule(config, 'b', { regex: 'x' })).toEqual({
    ...config,
    validation_rules: { b: { required: true, later: 7, regex: 'x' }, z: { mask: true } },
  });
  expect(withRule(config, 'z', { mask: false })).toEqual({
    ...config,
    validation_rules: { b: { required: true, later: 7 } },
  });
});

test('a field keeps its place and its rules under another name, and what names it goes along', () => {
  const next = renamed(config, 'b', 'total');
  expect(fieldRows(next).map(({ name }) => name)).toEqual(['a', 'total', 'c']);
  expect(next).toMatchObject({
    unheard: config.unheard,
    validation_rules: { total: { required: true, later: 7 }, z: { mask: true } },
    describes: { kind: 'badge', issuer: { name: 'total' } },
  });
});

test('fields are moved, and taken away with their rules', () => {
  expect(fieldRows(moved(config, 2, 0)).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  expect(without(config, 'b')).toMatchObject({ output_schema: { a: 'string', c: 'date' } });
  expect(without(config, 'b')['validation_rules']).toEqual({ z: { mask: true } });
});

test('a refusal is shown at the field that it names, and what no row can show is not put into rows', () => {
  expect(refusedField('validation_rules.ab.format is "x"; known formats are …', ['a', 'ab'])).toBe('ab');
  expect(refusedField('output_schema has the field name "a"', ['a', 'ab'])).toBe('a');
  expect(refusedField('display_name must be 1 to 200 characters', ['a'])).toBeUndefined();
  expect(fitsForm(config)).toBe(true);
  expect(fitsForm({ output_schema: { a: 3 } })).toBe(false);
});
