import { expect, test } from 'vitest';
import type { Place } from '../../../web/src/editor/places.js';
import {
  fieldRows,
  fitsForm,
  moved,
  refusedField,
  renamed,
  withRule,
  without,
  withType,
} from '../../../web/src/types/form/typeFields.js';
import {
  issuerOf,
  saysNoStep,
  withAllSaid,
  withIssuer,
  withIssuerField,
} from '../../../web/src/types/form/typeConfig.js';
import { suggestedOf } from '../../../web/src/types/suggestion.js';
import { withStepIn } from '../../../web/src/editor/form/steps.js';
import { membersIn, memberStep } from '../../../web/src/types/composite.js';
import { memberTypes } from '../../../src/domain/documentTypes/index.js';

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
  const prompt_hint = 'b: Sum, b; a : b:\n b : Total\nab: B; bb: Bs\nRead b: as printed';
  expect(renamed({ ...config, prompt_hint }, 'b', 'total.$&')['prompt_hint']).toBe(
    'total.$&: Sum, b; a : b:\n total.$& : Total\nab: B; bb: Bs\nRead b: as printed',
  );
});

test('fields are moved, and taken away with their rules', () => {
  expect(fieldRows(moved(config, 2, 0)).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  expect(without(config, 'b')).toMatchObject({ output_schema: { a: 'string', c: 'date' } });
  expect(without(config, 'b')['validation_rules']).toEqual({ z: { mask: true } });
});

test('a refusal is shown at the field that it names, and what no row can show is not put into rows', () => {
  const fieldOf = (message: string, place: Place, names = ['a', 'ab']): string | undefined =>
    refusedField({ message, place }, names);
  expect(fieldOf('validation_rules.ab.format is "x"; known formats are …', ['validation_rules', 'ab'])).toBe('ab');
  expect(fieldOf('validation_rules.ab.format is "x"; known formats are …', [])).toBe('ab');
  expect(fieldOf('output_schema has the field name "a"', ['output_schema'])).toBe('a');
  expect(fieldOf('display_name must be 1 to 200 characters', ['display_name'])).toBeUndefined();
  expect(fieldOf('describes.issuer.name is the field "a", which …', ['describes', 'issuer', 'name'])).toBeUndefined();
  expect(refusedField(undefined, ['a'])).toBeUndefined();
  expect(fitsForm(config)).toBe(true);
  expect(fitsForm({ output_schema: { a: 3 } })).toBe(false);
  expect(fitsForm({ classify_hints: 'badge' })).toBe(false);
  expect(fitsForm({ describes: { countries: [3] } })).toBe(false);
});

test('what is emptied is said to be empty: what a change leaves out stays as it was', () => {
  const before = { prompt_hint: 'x', classify_hints: ['x'], describes: { kind: 'badge' }, enabled: true };
  expect(withAllSaid(before, { enabled: false, later: 1 })).toEqual({
    ...{ prompt_hint: '', classify_hints: [], describes: {}, enabled: false, later: 1 },
  });
});

test('what a version did not say is emptied, and that a type has no step is seen', () => {
  const shown = { describes: { kind: 'badge' }, pipeline_steps: ['classify'], enabled: true };
  const { describes: _, ...version } = { ...shown, enabled: false };
  expect(withAllSaid(shown, version)).toEqual({ describes: {}, pipeline_steps: ['classify'], enabled: false });
  expect([{}, shown, { pipeline_steps: [] }].map(saysNoStep)).toEqual([false, false, true]);
});

test('a type from a description is made with all that was answered', () => {
  const found = {
    ...{ context_id: 'meadow', display_name: 'Meadow', category: 'scene' as const },
    ...{ input_type: 'image' as const, analysis_type: 'scene_understanding' as const, model_hint: 'llm' as const },
    ...{ classify_hints: ['meadow'], prompt_hint: 'a: A' },
  };
  const rest = { suggested_schema: { a: 'string' }, suggested_rules: { a: { required: true } } };
  expect(suggestedOf({ ...found, ...rest })).toMatchObject({
    ...{ ...found, output_schema: rest.suggested_schema, validation_rules: rest.suggested_rules, enabled: true },
  });
});

test('that no field says who issued a document is another thing than that nothing is said of it', () => {
  expect([config, { describes: { issuer: {} } }, { describes: {} }, {}].map(issuerOf)).toEqual([
    ...['fields', 'none', 'unsaid', 'unsaid'],
  ]);
  expect(withIssuer(config, undefined)['describes']).toEqual({ kind: 'badge' });
  expect(withIssuerField(config, 'address', 'a')['describes']).toEqual({
    ...{ kind: 'badge', issuer: { name: 'b', address: 'a' } },
  });
  expect(issuerOf(withIssuerField(config, 'name', ''))).toBe('none');
});

test('a step joins where it is done, and members are told as the service tells them', () => {
  expect(withStepIn(['classify', 'validate', 'odd'], 'extract', true)).toEqual([
    'classify',
    'extract',
    'validate',
    'odd',
  ]);
  const pipeline_steps = [memberStep('card'), memberStep('letter')];
  expect(membersIn(pipeline_steps)).toEqual(memberTypes({ pipeline_steps }));
});
