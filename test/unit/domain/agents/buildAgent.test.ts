import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { buildDefinition, goalFromName, type BuildingBlock } from '../../../../src/domain/agents/buildAgent.js';

const pipeline = ['classify', 'extract', 'validate'];
const type = (context_id: string, fields: string[], more: Partial<BuildingBlock> = {}): BuildingBlock => ({
  ...{ context_id, display_name: context_id, classify_hints: [] },
  output_schema: Object.fromEntries(fields.map((field) => [field, 'string or null'])),
  ...more,
});
const fieldsOf = (...types: BuildingBlock[]): string[] =>
  readDefinition(buildDefinition(types, { pipeline })).cross_match.match_fields;

describe('fields that are compared across documents', () => {
  it('are the ones that two or more types share, under whatever name', () => {
    expect(fieldsOf(type('a', ['full_name', 'height']), type('b', ['holder_name', 'colour']))).toEqual(['full_name']);
    expect(fieldsOf(type('a', ['name', 'dob']), type('b', ['account_holder', 'date_of_birth']))).toEqual([
      'full_name',
      'birth_date',
    ]);
  });

  it('keep the name that all types give them', () =>
    expect(fieldsOf(type('a', ['date_of_birth', 'blood']), type('b', ['date_of_birth']))).toEqual(['date_of_birth']));

  it('find the full name of a type that prints it in two parts', () =>
    expect(fieldsOf(type('a', ['surname', 'given_names']), type('b', ['customer_name']))).toEqual(['customer_name']));

  it('are not the numbers, dates and sums of the one document', () =>
    expect(
      fieldsOf(
        type('a', ['document_number', 'issue_date', 'mrz', 'iban']),
        type('b', ['passport_no', 'date_of_issue', 'mrz', 'iban']),
        type('c', [], { output_schema: { total: 'amount', paid: 'boolean' } }),
        type('d', [], { output_schema: { total: 'amount', paid: 'boolean' } }),
      ),
    ).toEqual(['iban']));

  it('are those that were asked for, where any were', () => {
    const types = [type('a', ['name']), type('b', ['name'])];
    const { cross_match } = buildDefinition(types, { fields: ['address', 'address'], pipeline });
    expect(cross_match).toEqual({ enabled: true, match_fields: ['address'], min_doc_types: 2 });
    expect(buildDefinition(types, { fields: [], pipeline }).cross_match.enabled).toBe(false);
  });

  it('need two types: with one there is nothing to compare', () =>
    expect(buildDefinition([type('a', ['name'])], { pipeline }).cross_match).toEqual({
      ...{ enabled: false, match_fields: [], min_doc_types: 1 },
    }));
});

describe('aliases', () => {
  it('are what types are called and recognised by, without words that two of them share', () => {
    const passport = type('passport', [], { display_name: 'Passport', classify_hints: ['Reisepass', 'identity', ' '] });
    const card = type('identity_card', [], { display_name: 'Identity card', classify_hints: ['Identity', 'DNI'] });
    const { classify_aliases, doc_type_map } = buildDefinition([passport, card], { pipeline });
    expect(classify_aliases).toEqual({
      ...{ Passport: 'passport', Reisepass: 'passport', 'Identity card': 'identity_card', DNI: 'identity_card' },
    });
    expect(doc_type_map).toEqual({ passport: 'passport', identity_card: 'identity_card' });
  });
});

describe('a goal made of a name', () => {
  it.each([
    ['Client onboarding', 1, 'client_onboarding'],
    ['  Élève – 2nd year! ', 1, 'eleve_2nd_year'],
    ['Проверка', 1, 'agent'],
    ['Client onboarding', 3, 'client_onboarding_3'],
    ['x'.repeat(80), 12, `${'x'.repeat(61)}_12`],
  ])('%s, try %i: %s', (name, attempt, goal) => expect(goalFromName(name, attempt)).toBe(goal));
});
