import { describe, expect, it } from 'vitest';
import type { FieldKind } from '../../../../src/domain/documents/fieldMeaning.js';
import { compareValues, textOf } from '../../../../src/engines/crossMatch/compareValues.js';

type Pairs = [one: string, other: string][];

/** Comparing must not depend on which document came first. */
const bothWays = (kind: FieldKind, meaning: string, one: string, other: string): boolean[] => [
  compareValues(kind, meaning, one, other).agreed,
  compareValues(kind, meaning, other, one).agreed,
];

const agree = (kind: FieldKind, meaning: string, pairs: Pairs): void => {
  it.each(pairs)('%s and %s agree', (one, other) => {
    expect(bothWays(kind, meaning, one, other)).toEqual([true, true]);
  });
};

const differ = (kind: FieldKind, meaning: string, pairs: Pairs): void => {
  it.each(pairs)('%s and %s differ', (one, other) => {
    expect(bothWays(kind, meaning, one, other)).toEqual([false, false]);
  });
};

describe('names, as people and offices write them', () => {
  agree('name', 'full_name', [
    ['Erika Mustermann', 'MUSTERMANN, ERIKA'],
    ['Jürgen Müller', 'JUERGEN MUELLER'],
    ['Jürgen Müller', 'Jurgen Muller'],
    ['Øystein Sørensen', 'OEYSTEIN SOERENSEN'],
    ['Björn Åkesson', 'BJOERN AAKESSON'],
    ['Jörg Groß', 'JOERG GROSS'],
    ['Łukasz Żółć', 'LUKASZ ZOLC'],
    ['İbrahim Yılmaz', 'IBRAHIM YILMAZ'],
    ['Nguyễn Văn An', 'NGUYEN VAN AN'],
    ['Юлия Щербакова', 'IULIIA SHCHERBAKOVA'],
    ['Юлия Алексеева', 'Yulia Alexeyeva'],
    ['Ђорђе Петровић', 'DORDE PETROVIC'],
    ['Παπαδόπουλος Ευάγγελος', 'EVANGELOS PAPADOPOULOS'],
    ['王小明', 'WANG XIAOMING'],
    ['J. Müller', 'Jürgen Müller'],
    ['Mary J Watson', 'Mary Jane Watson'],
    ['Anna Schmidt', 'Anna Maria Schmidt'],
    ['Anna-Maria Schmidt', 'ANNAMARIA SCHMIDT'],
    ["Sean O'Brien", 'SEAN O BRIEN'],
    ['Jan van der Berg', 'JAN VANDERBERG'],
    ['Jan van der Berg', 'Jan Berg'],
    ['Mr. John Smith', 'John Smith'],
    ['Erika Mustermann geb. Gabler', 'Erika Mustermann'],
    // A letter that a reader took for another.
    ['Daniel Weber', 'Danie1 Weber'],
  ]);
  differ('name', 'full_name', [
    ['Anna Schmidt', 'Peter Schmidt'],
    ['Maria Schmidt', 'Marta Schmidt'],
    ['John A Smith', 'John B Smith'],
    ['Anna Maria Schmidt', 'Anna Luise Schmidt'],
    ['Schmidt', 'Anna Schmidt'],
    ['J M', 'Jürgen Müller'],
    ['Anders Berg', 'Andrea Berg'],
    ['Erika Mustermann', '—'],
  ]);

  it('says how alike they are: less for another spelling, an initial or a name left out', () => {
    const score = (one: string, other: string): number => compareValues('name', 'full_name', one, other).score;
    expect(score('Jürgen Müller', 'MUELLER JUERGEN')).toBe(1);
    expect(score('Yulia Orlova', 'Julia Orlova')).toBe(0.97);
    expect(score('Anna Maria Schmidt', 'Anna Schmidt')).toBe(0.97);
    expect(score('J Schmidt', 'Jan Schmidt')).toBe(0.9);
  });
});

describe('parts of names', () => {
  agree('name', 'surname', [['García', 'GARCIA LOPEZ']]);
  agree('name', 'given_names', [['Anna', 'Anna Maria']]);
  differ('name', 'given_names', [['Anna', 'Petra Maria']]);
});

describe('companies, with and without their form', () => {
  agree('name', 'company_name', [
    ['Northwind Trading Ltd', 'NORTHWIND TRADING LIMITED'],
    ['Müller & Söhne GmbH', 'Mueller und Soehne'.replace(' und', '')],
  ]);
  differ('name', 'company_name', [['Northwind Trading Ltd', 'Southwind Trading Ltd']]);
});

describe('dates, as days of the calendar', () => {
  agree('date', 'birth_date', [
    ['1985-03-12', '12.03.1985'],
    ['1985-03-12', '12 MAR 1985'],
    // Either way round: no document says which one it means.
    ['1985-03-12', '03/12/1985'],
  ]);
  differ('date', 'birth_date', [
    ['1985-03-12', '1985-03-13'],
    ['1985-03-12', '1985'],
    ['1985-03-12', 'unknown'],
  ]);
});

describe('numbers, without separators', () => {
  agree('number', 'iban', [['DE89 3704 0044 0532 0130 00', 'de89370400440532013000']]);
  differ('number', 'iban', [['DE89 3704 0044 0532 0130 01', 'DE89370400440532013000']]);
  agree('number', 'phone', [['+49 (0)170 1234567', '0170/1234567']]);
  differ('number', 'phone', [['+49 170 1234567', '+49 171 1234567']]);
  agree('number', 'total', [['1234.5', '1,234.50']]);
  differ('number', 'total', [['1234.5', '12345']]);

  it('never calls numbers that differ the same, and says how close they are', () => {
    const { score, agreed } = compareValues('number', 'document_number', 'C01X00T47', 'C01X00T41');
    expect({ close: score > 0.8, agreed }).toEqual({ close: true, agreed: false });
  });
});

describe('addresses, by their words', () => {
  agree('address', 'address', [
    ['Hauptstraße 5, 10115 Berlin', 'Hauptstr. 5 10115 BERLIN, Germany'],
    ['Lange Straße 12 b, Köln', 'Langestr. 12b, Koeln'],
    ['12 High Street, London SW1A 1AA', '12 HIGH ST\nLONDON\nSW1A 1AA'],
    ['350 Fifth Avenue, Apt 4B, New York, NY 10118', '350 5th Ave, New York NY 10118'],
    ['5 rue de la Paix 75002 Paris', '5, Rue de la Paix, 75002 PARIS FRANCE'],
    ['Rua Augusta 10, São Paulo', 'R. Augusta, 10 - Sao Paulo'],
  ]);
  differ('address', 'address', [
    ['12 High Street, London', '14 High Street, London'],
    ['1 Oak Road, Leeds', '1 Elm Road, Leeds'],
    ['Hauptstr. 5, 10115 Berlin', 'Berlin'],
  ]);
});

describe('other texts', () => {
  agree('text', 'nationality', [['DEU', 'German']]);
  differ('text', 'nationality', [['GBR', 'IRL']]);
  agree('text', 'sex', [['F', 'Female']]);
  differ('text', 'sex', [['F', 'M']]);
  agree('text', 'birth_place', [
    ['Berlin', 'BERLIN, GERMANY'],
    ['München', 'MUENCHEN'],
  ]);
  differ('text', 'birth_place', [['Berlin', 'Bern']]);
});

describe('a value as text', () => {
  it('takes lists and parts one after the other, and nothing for null', () => {
    expect(textOf(['Anna', 'Maria'])).toBe('Anna Maria');
    expect(textOf({ street: 'High Street 1', city: 'London', county: null })).toBe('High Street 1 London');
    expect(textOf(null)).toBe('');
  });

  it('is bounded, so that a hostile document cannot fill an event', () => {
    expect(textOf('x'.repeat(10_000))).toHaveLength(200);
  });
});
