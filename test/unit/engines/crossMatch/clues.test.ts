import { describe, expect, it } from 'vitest';
import { clueOfNumber, cluesOfDocument, cluesOfPerson, holderOf } from '../../../../src/engines/crossMatch/clues.js';

const personIn = (full_name: string, birth_date = '1974-08-12') => cluesOfPerson({ full_name, birth_date });

describe('a person', () => {
  it.each([
    ['Jürgen Müller', 'MUELLER JUERGEN'],
    ['Anna-Maria Eriksson', 'ERIKSSON ANNA MARIA'],
    ['Юлия Алексеева', 'Iuliia Alekseeva'],
    ['Dr. Anna Maria Ericsson', 'anna maria ericsson'],
  ])('is known again as %s and as %s', (one, other) => {
    expect(personIn(one)).toHaveLength(1);
    expect(personIn(one)).toEqual(personIn(other));
  });

  it('is known by surname and given names as by the full name', () => {
    const parts = { surname: 'Eriksson', given_names: 'Anna Maria', date_of_birth: '1974-08-12' };
    expect(cluesOfPerson(parts)).toEqual(personIn('Anna Maria Eriksson'));
  });

  it('is another one with another name or birth date', () => {
    expect(personIn('Anna Eriksson')).not.toEqual(personIn('Anna Maria Eriksson'));
    expect(personIn('Anna Eriksson', '1974-08-13')).not.toEqual(personIn('Anna Eriksson'));
  });

  it('is not known by a name alone, nor with a date that could be two', () => {
    expect(cluesOfPerson({ full_name: 'Anna Eriksson', birth_date: null })).toEqual([]);
    expect(personIn('Anna Eriksson', '03/04/1974')).toEqual([]);
  });

  it('is known by the numbers that one person has', () => {
    expect(cluesOfPerson({ national_id: '12.345-6', ssn: null })).toEqual([
      { kind: 'personal_number', text: '123456' },
    ]);
  });
});

describe('a document', () => {
  const passport = {
    ...{ sha256: 'f'.repeat(64), document_type: 'passport' },
    extracted: { passport_number: 'L898902C3', issuing_country: 'Germany', full_name: 'Anna Eriksson' },
  };
  const kinds = (clues: readonly { kind: string }[]): string[] => clues.map(({ kind }) => kind);

  it('is known by its file, and by its number with who issued it and its type, however that is written', () => {
    const clues = cluesOfDocument(passport);
    expect(kinds(clues)).toEqual(['file', 'document', 'document_number']);
    const other = { passport_number: 'l898902 c3', issuing_country: 'DEU', full_name: null };
    expect(cluesOfDocument({ ...passport, extracted: other })).toEqual(clues);
  });

  it('is another one from another country, and of another type', () => {
    const clue = (given: Partial<typeof passport>) => cluesOfDocument({ ...passport, ...given })[1];
    expect(clue({ document_type: 'visa' })).not.toEqual(clue({}));
    expect(clue({ extracted: { ...passport.extracted, issuing_country: 'France' } })).not.toEqual(clue({}));
  });

  it('is not known by what is too short to be its number', () => {
    expect(kinds(cluesOfDocument({ ...passport, extracted: { passport_number: '12' } }))).toEqual(['file']);
    expect(clueOfNumber(' 1-2 ')).toBeUndefined();
  });

  it('names its holder in one form, or nobody', () => {
    expect(holderOf({ full_name: 'MUELLER, JÜRGEN' })).toBe(holderOf({ holder_name: 'Juergen Müller' }));
    expect(holderOf({})).toBeUndefined();
  });
});
