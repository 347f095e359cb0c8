import { describe, expect, it } from 'vitest';
import {
  fieldKind,
  fieldMeaning,
  isOfDocument,
  meaningsOf,
  valueOfMeaning,
} from '../../../../src/domain/documents/fieldMeaning.js';

describe('what a field means', () => {
  it.each([
    ['name', 'full_name'],
    ['holder_name', 'full_name'],
    ['Account Holder', 'full_name'],
    ['dateOfBirth', 'birth_date'],
    ['DOB', 'birth_date'],
    ['zip-code', 'postal_code'],
    ['Something New', 'something_new'],
    ['constructor', 'constructor'],
    ['__proto__', 'proto'],
  ])('%s is %s', (field, meaning) => expect(fieldMeaning(field)).toBe(meaning));

  it('a surname beside given names also states the full name', () => {
    expect(meaningsOf(['last_name', 'first_name'])).toEqual(new Set(['surname', 'given_names', 'full_name']));
    expect(meaningsOf(['last_name'])).toEqual(new Set(['surname']));
  });

  it('numbers and dates of the document itself are told from those of whom it is for', () => {
    expect(['passport_number', 'date_of_issue', 'currency'].map(isOfDocument)).toEqual([true, true, true]);
    expect(['birth_date', 'iban', 'address', 'anything'].map(isOfDocument)).toEqual([false, false, false, false]);
  });
});

describe('how values of a field are compared', () => {
  it.each([
    ['holder_name', 'name'],
    ['witness_name', 'name'],
    ['dob', 'date'],
    ['hiring_date', 'date'],
    ['date_of_entry', 'date'],
    ['customer_address', 'address'],
    ['iban', 'number'],
    ['locker_no', 'number'],
    ['favourite_colour', 'text'],
    ['constructor', 'text'],
  ])('%s as a %s', (field, kind) => expect(fieldKind(field)).toBe(kind));
});

describe('the value under a meaning', () => {
  it('is that of the first field that has the meaning and says something', () => {
    const extracted = { holder_name: null, customer_name: '', name: 'Anna Lindqvist', age: 30 };
    expect(valueOfMeaning(extracted, 'full_name')).toEqual({ field: 'name', value: 'Anna Lindqvist' });
    expect(valueOfMeaning(extracted, 'age')).toEqual({ field: 'age', value: 30 });
    expect(valueOfMeaning(extracted, 'birth_date')).toBeUndefined();
  });

  it('is for a full name in two parts both of them, given names first', () => {
    expect(valueOfMeaning({ surname: 'LINDQVIST', given_names: 'ANNA MARIA' }, 'name')).toEqual({
      ...{ field: 'given_names+surname', value: 'ANNA MARIA LINDQVIST' },
    });
    expect(valueOfMeaning({ surname: 'LINDQVIST', given_names: null }, 'name')).toBeUndefined();
  });
});
