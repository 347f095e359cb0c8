import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMrz } from '../../../../../src/engines/documents/mrz/parseMrz.js';
import type { MrzFieldName, MrzFormat } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import { composeMrz, layoutOf } from '../../../../support/mrz.js';

const TODAY = new Date('2025-06-01T00:00:00Z');

function parsed(format: MrzFormat, lines: string[], today = TODAY) {
  const { fields, ...rest } = parseMrz(layoutOf(format), lines, today);
  const values: { [name in MrzFieldName]?: string } = {};
  for (const [name, field] of Object.entries(fields)) values[name as MrzFieldName] = field.value;
  return { ...rest, values };
}

const ERIKSSON = {
  surname: 'ERIKSSON',
  given_names: 'ANNA MARIA',
  birth_date: '1974-08-12',
  sex: 'F',
  expiry_date: '2012-04-15',
};

// The specimens that ICAO Doc 9303 publishes, parts 4 to 7.
test.each<[MrzFormat, string[], object]>([
  [
    'TD3',
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    {
      ...ERIKSSON,
      document_code: 'P',
      issuing_country: 'UTO',
      nationality: 'UTO',
      document_number: 'L898902C3',
      personal_number: 'ZE184226B',
    },
  ],
  [
    'TD1',
    ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
    { ...ERIKSSON, document_code: 'I', issuing_country: 'UTO', nationality: 'UTO', document_number: 'D23145890' },
  ],
  [
    'TD2',
    ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    { ...ERIKSSON, document_code: 'I', issuing_country: 'UTO', nationality: 'UTO', document_number: 'D23145890' },
  ],
  [
    'MRV-A',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    {
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      document_code: 'V',
      document_number: 'L8988901C',
      nationality: 'XXX',
      birth_date: '1940-09-07',
      expiry_date: '1996-12-10',
      optional_data: '6ZE184226B',
    },
  ],
  [
    'MRV-B',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'],
    {
      surname: 'ERIKSSON',
      document_code: 'V',
      document_number: 'L8988901C',
      nationality: 'XXX',
      birth_date: '1940-09-07',
      expiry_date: '1996-12-10',
    },
  ],
])('the published specimen of %s is parsed and all its check digits hold', (format, lines, values) => {
  expect(parsed(format, lines)).toMatchObject({ valid: true, names_truncated: false, values });
});

test('the French identity card of before 2021 has its own layout', () => {
  const lines = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<92D001', '9409923102854CORINNE<<<<<<<6512068F7'];
  expect(parsed('FRA_ID', lines)).toMatchObject({
    valid: true,
    values: {
      surname: 'BERTHIER',
      given_names: 'CORINNE',
      document_number: '940992310285',
      issue_date: '1994-09',
      birth_date: '1965-12-06',
      sex: 'F',
      department: '92D',
      office: '001',
    },
  });
});

test('the French driving licence has one line', () => {
  expect(parsed('FRA_DL', ['D1FRA13AA000026181231MARTIN<<9'])).toMatchObject({
    valid: true,
    values: { document_code: 'D1', document_number: '13AA00002', expiry_date: '2018-12-31', surname: 'MARTIN' },
  });
});

test('a document number longer than its field goes on in the optional data (ICAO 9303-5, note j)', () => {
  const lines = ['I<UTOD23145890<7349<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
  const { values, checks } = parsed('TD1', lines);
  expect(values.document_number).toBe('D23145890734');
  expect(values).not.toHaveProperty('optional_data');
  expect(checks.find((check) => check.name === 'document_number')?.ok).toBe(true);
});

test('the German country code of one letter is the ISO code', () => {
  const lines = composeMrz('TD3', {
    document_code: 'P',
    issuing_country: 'D',
    nationality: 'D',
    surname: 'MUSTERMANN',
    document_number: 'C01X00T47',
    birth_date: '640812',
    sex: 'F',
    expiry_date: '270228',
  });
  expect(parsed('TD3', lines)).toMatchObject({ valid: true, values: { issuing_country: 'DEU', nationality: 'DEU' } });
});

test.each([
  ['birth_date', '740812', '1974-08-12'],
  ['birth_date', '250531', '2025-05-31'],
  ['birth_date', '250602', '1925-06-02'],
  ['birth_date', '99<<<<', '1999'],
  ['birth_date', '7408<<', '1974-08'],
  ['expiry_date', '750101', '2075-01-01'],
  ['expiry_date', '760101', '1976-01-01'],
  ['expiry_date', '991231', '1999-12-31'],
] as const)('%s %s is %s in 2025: births lie behind, expiries near', (name, raw, value) => {
  const lines = composeMrz('TD3', {
    document_code: 'P',
    issuing_country: 'UTO',
    nationality: 'UTO',
    surname: 'DOE',
    document_number: 'X1',
    birth_date: '800101',
    sex: 'M',
    expiry_date: '300101',
    [name]: raw,
  });
  expect(parsed('TD3', lines).values[name]).toBe(value);
});

const HOLDER = {
  document_code: 'P',
  issuing_country: 'UTO',
  nationality: 'UTO',
  surname: 'DOE',
  document_number: 'X1',
  birth_date: '800101',
  sex: 'M',
  expiry_date: '300101',
};

test('a date that the calendar does not have is told as it is printed where its check digit holds, and marked', () => {
  const born = (birth_date: string) =>
    parseMrz(layoutOf('TD3'), composeMrz('TD3', { ...HOLDER, birth_date }), TODAY).fields.birth_date;
  expect(born('230229')).toMatchObject({ value: '230229', impossible: true });
  expect(born('811305')).toMatchObject({ value: '811305', impossible: true });
  expect(born('000229')).toEqual({ value: '2000-02-29', raw: '000229', span: [1, 13, 19] });
});

test('a date that cannot be one and whose check digit fails was misread, and is left out', () => {
  const [head, tail] = composeMrz('TD3', { ...HOLDER, birth_date: '810305' }) as [string, string];
  expect(parseMrz(layoutOf('TD3'), [head, tail.replace('810305', '811305')], TODAY).fields).not.toHaveProperty('birth_date'); // prettier-ignore
});

test('names that fill their field may be truncated', () => {
  const lines = composeMrz('TD1', {
    document_code: 'I',
    issuing_country: 'UTO',
    nationality: 'UTO',
    surname: 'NILAVADHANANANDA',
    given_names: 'CHAYAPA<DEJTHAMRONG',
    document_number: 'X1',
    birth_date: '800101',
    sex: 'M',
    expiry_date: '300101',
  });
  expect(parsed('TD1', lines)).toMatchObject({
    names_truncated: true,
    values: { surname: 'NILAVADHANANANDA', given_names: 'CHAYAPA DEJT' },
  });
});

test('a holder with one name has no given names', () => {
  const lines = composeMrz('TD3', {
    document_code: 'P',
    issuing_country: 'UTO',
    nationality: 'UTO',
    surname: 'ARKFREITH',
    document_number: 'X1',
    birth_date: '800101',
    sex: '<',
    expiry_date: '300101',
  });
  expect(parsed('TD3', lines).values).toMatchObject({ surname: 'ARKFREITH', sex: 'X' });
  expect(parsed('TD3', lines).values).not.toHaveProperty('given_names');
});

const word = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 2, maxLength: 6 });
const number = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'),
  minLength: 5,
  maxLength: 9,
});
const date = fc.date({ min: new Date('1950-01-01'), max: new Date('2024-12-31'), noInvalidDate: true });
const expiry = fc.date({ min: new Date('1980-01-01'), max: new Date('2070-12-31'), noInvalidDate: true });
const yymmdd = (value: Date): string => value.toISOString().slice(2, 10).replaceAll('-', '');

test.each<MrzFormat>(['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B'])('what is composed as %s is parsed back', (format) => {
  const code = format === 'TD3' ? 'P' : format.startsWith('MRV') ? 'V' : 'I';
  fc.assert(
    fc.property(
      word,
      word,
      number,
      date,
      expiry,
      fc.constantFrom('M', 'F'),
      (surname, given, id, born, expires, sex) => {
        const content = {
          document_code: code,
          issuing_country: 'UTO',
          nationality: 'UTO',
          surname,
          given_names: given,
          document_number: id,
          sex,
        };
        const lines = composeMrz(format, { ...content, birth_date: yymmdd(born), expiry_date: yymmdd(expires) });
        expect(lines.map((line) => line.length)).toEqual(layoutOf(format).lines.map((line) => line.length));
        const dates = { birth_date: born.toISOString().slice(0, 10), expiry_date: expires.toISOString().slice(0, 10) };
        expect(parsed(format, lines, new Date('2025-01-01'))).toMatchObject({
          valid: true,
          values: { ...content, ...dates },
        });
      },
    ),
  );
});

test('what is composed as a French card or licence is parsed back', () => {
  fc.assert(
    fc.property(word, word, date, fc.integer({ min: 0, max: 99_999 }), (surname, given, born, serial) => {
      const id = { document_number: `0512754${String(serial).padStart(5, '0')}`, birth_date: yymmdd(born), sex: 'F' };
      const card = composeMrz('FRA_ID', { surname, given_names: given, department: '754', office: '001', ...id });
      expect(parsed('FRA_ID', card)).toMatchObject({
        valid: true,
        values: { surname, given_names: given, issue_date: '2005-12' },
      });
      const licence = composeMrz('FRA_DL', { document_number: '16AB12345', expiry_date: '311224', surname });
      expect(parsed('FRA_DL', licence)).toMatchObject({ valid: true, values: { surname, expiry_date: '2031-12-24' } });
    }),
  );
});

test('no digit of what the check digits cover can be changed unnoticed', () => {
  const lines = composeMrz('TD3', {
    document_code: 'P',
    issuing_country: 'UTO',
    nationality: 'UTO',
    surname: 'DOE',
    given_names: 'JO',
    document_number: '123456789',
    birth_date: '800101',
    sex: 'F',
    expiry_date: '300101',
    personal_number: '0987654321',
  });
  const covered = [0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26, 28, 29, 30];
  for (const position of covered) {
    const digit = lines[1]![position]!;
    const forged = [
      lines[0]!,
      `${lines[1]!.slice(0, position)}${(Number(digit) + 3) % 10}${lines[1]!.slice(position + 1)}`,
    ];
    expect(parsed('TD3', forged).valid).toBe(false);
  }
});
