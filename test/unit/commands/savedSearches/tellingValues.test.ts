import { expect, it, test } from 'vitest';
import { saysOneOf, tellingValues } from '../../../../src/commands/savedSearches/tellingValues.js';
import type { FieldValue } from '../../../../src/domain/documents/index.js';
import type { SavedQuery, SavedSearchContent } from '../../../../src/domain/savedSearches/index.js';

const search = (query: string, more: { name?: string; filters?: string[] } = {}): SavedSearchContent => {
  const asks: SavedQuery = {
    ...{ kind: 'documents', query, filters: more.filters ?? [], time: null, columns: null, sort: [] },
    ...{ highlight: false, facets: [], histogram: null, percentiles: [] },
  };
  return { name: more.name ?? 'This week', asks, shared: true, alerts: false };
};

const says = (query: string, extracted: { [field: string]: FieldValue }): boolean =>
  saysOneOf(search(query), tellingValues([extracted]));

const PERSON = { given_names: 'Ana Lucía', surname: 'Lindqvist', document_number: 'AB 123-456' };

test.each([
  ['a surname without its accents and capitals', 'extracted.surname: LINDQVIST', PERSON],
  ['a surname in quotes with other words', '"file of lindqvist" and status: done', PERSON],
  ['a full name', '"ana lucia lindqvist"', { full_name: 'Ana Lucía Lindqvist' }],
  ['a full name, surname first', '"Lindqvist, Ana Lucía"', { full_name: 'Ana Lucía Lindqvist' }],
  ['a short full name that is asked for in two fields', 'given: jo and surname: ruiz', { full_name: 'Jo Ruiz' }],
  ['a number that is written otherwise', 'document_number: AB123456', PERSON],
  ['a number between asterisks', 'document_number: *AB123456*', PERSON],
  ['a number in what is left out', 'not document_number: "AB 123 456"', PERSON],
  [
    'a number of a list of objects',
    'extracted.accounts: { iban: "DE89 3704 0044 0532 0130 00" }',
    {
      accounts: [{ iban: 'DE89370400440532013000' }],
    },
  ],
  ['an e-mail address', 'email: "ana@example.com"', { email: 'Ana@Example.com' }],
  ['an address', '"1 Long Road, Springfield"', { address: '1 Long Road\nSpringfield' }],
])('a saved search that asks for %s says it', (_, query, extracted) => {
  expect(says(query, extracted)).toBe(true);
});

test.each([
  ['a part of a word', 'surname: Lindqvistsson', PERSON],
  ['a part of a number', 'document_number: 1AB1234567', PERSON],
  ['the name of a field', 'extracted.lindqvist: *', PERSON],
  ['a surname of five letters, which is a word too often', 'status: small', { surname: 'Small' }],
  ['a given name alone', 'extracted.given_names: michael', { given_names: 'Michael', surname: 'Lindqvist' }],
  ['a number of five digits', 'total: 12345', { document_number: '12345' }],
  ['a sum', 'total: 123456.78', { total_amount: '123456.78' }],
  ['a postal code', 'postal_code: 123456', { postal_code: '123456' }],
  ['a date', 'birth_date: 1990-01-02', { birth_date: '1990-01-02' }],
  ['a country', 'nationality: Germany', { nationality: 'Germany' }],
  ['an employer', 'employer: "Example Works"', { employer_name: 'Example Works' }],
  ['nothing, where nothing was read', 'surname: lindqvist', {}],
])('a saved search that asks for %s is left', (_, query, extracted) => {
  expect(says(query, extracted)).toBe(false);
});

it('looks at names and filters too, and at a query that cannot be read any more', () => {
  const telling = tellingValues([PERSON]);
  expect(saysOneOf(search('', { name: 'Lindqvist, this week' }), telling)).toBe(true);
  expect(saysOneOf(search('', { filters: ['status: done', 'surname: lindqvist'] }), telling)).toBe(true);
  expect(saysOneOf(search('surname: (lindqvist'), telling)).toBe(true);
  expect(saysOneOf({ ...search(''), name: null, asks: null }, telling)).toBe(false);
});
