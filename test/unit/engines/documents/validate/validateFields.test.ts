import { describe, expect, it } from 'vitest';
import { KNOWN_FORMATS, type FieldFormat } from '../../../../../src/domain/documents/fieldFormats.js';
import type { FieldRule } from '../../../../../src/domain/documentTypes/documentTypeConfig.js';
import type { FieldValue } from '../../../../../src/domain/documents/fieldReadings.js';
import { hasFormat } from '../../../../../src/engines/documents/validate/formats.js';
import { validateFields } from '../../../../../src/engines/documents/validate/validateFields.js';

const TODAY = '2026-11-21';

const rulesBrokenBy = (value: FieldValue, rule: FieldRule, raw?: string): string[] =>
  validateFields(
    { extracted: { field: value }, ...(raw === undefined ? {} : { raw: { field: raw } }) },
    { output_schema: { field: 'string' }, validation_rules: { field: rule } },
    { today: TODAY },
  ).violations.map(({ rule: name }) => name);

/** Good and bad values of every format. */
const EXAMPLES: { [format in FieldFormat]: { good: FieldValue[]; bad: FieldValue[] } } = {
  date: {
    good: ['2024-02-29', '31/12/2020', '31 Dec 2020'],
    bad: ['2023-02-29', '2020-13-01', 'tomorrow', '2020', ''],
  },
  datetime: {
    good: ['2024-02-29T10:00:00Z', '2024-02-29 10:00'],
    bad: ['2024-02-29', '10:00', '2024-02-30T10:00:00Z'],
  },
  email: { good: ['a.b@example.org'], bad: ['a.b@', 'example.org', 'a b@example.org'] },
  phone: { good: ['+49 30 901820', '030 901820', '(020) 7946 0958'], bad: ['+49 1', 'call me', '12'] },
  iban: { good: ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432'], bad: ['DE89370400440532013001', 'XX00'] },
  bic: { good: ['COBADEFF', 'COBADEFFXXX'], bad: ['COBA', '12345678'] },
  luhn: { good: ['4111 1111 1111 1111', '79927398713'], bad: ['4111111111111112', 'abc'] },
  mrz: {
    good: [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10',
      'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ],
    bad: [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<11',
      'P<UTO',
      'hello',
    ],
  },
  country: { good: ['DEU', 'DE', 'Germany', 'UTO', 'D'], bad: ['XYZ', 'Nowhere'] },
  currency: { good: ['EUR', 'myr'], bad: ['€€', 'ABC', 'euro'] },
  amount: { good: [12.5, 0, -3, '1.234,56', 'RM 12.00'], bad: ['twelve', '12 and 13', ''] },
  passport_number: { good: ['L898902C3', 'C01X00T47', 'E12345678'], bad: ['ABCDEFGH', '12', 'L898902C3!!'] },
  vin: {
    good: ['1M8GDM9AXKP042788', 'WVWZZZ1JZXW000001'],
    bad: ['1M8GDM9A1KP042788', 'WVWZZZ1JZXW00000', 'IVWZZZ1JZXW000001'],
  },
  ssn: {
    good: ['078-05-1120', '078051120'],
    bad: ['000-12-3456', '666-12-3456', '900-12-3456', '078-00-1120', '078-05-0000'],
  },
  pan: { good: ['ABCPE1234F', '4111 1111 1111 1111'], bad: ['ABCDE1234F', 'ABCP1234F', '4111111111111112'] },
  aadhaar: { good: ['2341 2341 2346', '234123412346'], bad: ['2341 2341 2347', '1234 1234 1234', '0341 2341 2346'] },
};

describe('formats', () => {
  it.each(KNOWN_FORMATS)('%s takes what has it and refuses what has not', (format) => {
    const { good, bad } = EXAMPLES[format];
    expect(good.filter((value) => !hasFormat(value, format))).toEqual([]);
    expect(bad.filter((value) => hasFormat(value, format))).toEqual([]);
  });

  it('asks every member of a list', () => {
    expect(hasFormat(['EUR', 'USD'], 'currency')).toBe(true);
    expect(hasFormat(['EUR', '?'], 'currency')).toBe(false);
  });
});

describe('rules', () => {
  it('report a required value that is missing, and nothing else of it', () => {
    const rule = { required: true, regex: 'A+', format: 'iban' };
    expect(rulesBrokenBy(null, rule)).toEqual(['required']);
    expect(rulesBrokenBy('', rule)).toEqual(['required']);
    expect(rulesBrokenBy([], rule)).toEqual(['required']);
  });

  it('leave an optional value that is missing alone', () => {
    expect(rulesBrokenBy(null, { regex: 'A+', format: 'iban' })).toEqual([]);
  });

  it('match a pattern against the whole normalised value or the whole printed text', () => {
    expect(rulesBrokenBy('2024-02-29', { regex: '\\d{4}-\\d{2}-\\d{2}' })).toEqual([]);
    expect(rulesBrokenBy('2024-02-29', { regex: '\\d{2}\\.\\d{2}\\.\\d{4}' }, '29.02.2024')).toEqual([]);
    expect(rulesBrokenBy('x2024', { regex: '\\d{4}' })).toEqual(['regex']);
    expect(rulesBrokenBy(12.5, { regex: '12\\.5' })).toEqual([]);
    expect(rulesBrokenBy(['AA', 'AB'], { regex: 'A.' })).toEqual([]);
    expect(rulesBrokenBy(['AA', 'BB'], { regex: 'A.' })).toEqual(['regex']);
  });

  it('report a pattern that is none instead of failing, and need no more than linear time for a hostile one', () => {
    expect(rulesBrokenBy('abc', { regex: '(' })).toEqual(['regex']);
    expect(rulesBrokenBy(`${'a'.repeat(50_000)}!`, { regex: '(a+)+' })).toEqual(['regex']);
  });

  it('work on a stored extraction, which has no printed text', () => {
    const type = { output_schema: { iban: 'string' }, validation_rules: { iban: { format: 'iban' } } };
    expect(validateFields({ extracted: { iban: 'DE89370400440532013000' } }, type, { today: TODAY })).toEqual({
      valid: true,
      violations: [],
    });
  });

  it('say which field is wrong in a sentence that never contains the value', () => {
    const value = 'SECRET-4711';
    const { violations } = validateFields(
      { extracted: { iban: value }, raw: { iban: value } },
      { output_schema: { iban: 'string' }, validation_rules: { iban: { format: 'iban', regex: '\\d+', mask: true } } },
      { today: TODAY },
    );
    expect(violations.map(({ rule }) => rule)).toEqual(['regex', 'format']);
    for (const { field, message } of violations) {
      expect(field).toBe('iban');
      expect(message).toMatch(/^iban .+\.$/);
      expect(message).not.toContain(value);
    }
  });
});

describe('dates', () => {
  const schema = { birth_date: 'date', issue_date: 'date', expiry_date: 'date' };
  const broken = (extracted: { [field: string]: FieldValue }): string[] =>
    validateFields({ extracted }, { output_schema: schema, validation_rules: {} }, { today: TODAY }).violations.map(
      ({ field, rule }) => `${field} ${rule}`,
    );

  it.each([
    [{ expiry_date: '2026-11-20' }, ['expiry_date expired']],
    [{ expiry_date: '2026-11-21' }, []],
    [{ birth_date: '2026-11-22' }, ['birth_date birth_in_future']],
    [{ birth_date: '1890-01-01' }, ['birth_date birth_too_long_ago']],
    [{ issue_date: '2027-01-01' }, ['issue_date issued_in_future']],
    [
      { issue_date: '2026-01-02', expiry_date: '2026-01-01' },
      ['expiry_date expired', 'issue_date issued_after_expiry'],
    ],
    [{ issue_date: '1980-01-01', birth_date: '1990-01-01' }, ['issue_date issued_before_birth']],
    [{ birth_date: '1974', issue_date: null }, []],
    [{ birth_date: '1990-01-01', issue_date: '2020-01-01', expiry_date: '2030-01-01' }, []],
  ])('%j breaks %j', (extracted, expected) => {
    expect(broken(extracted)).toEqual(expected);
  });

  it('are told by the meaning of their names, whatever those are', () => {
    const { violations } = validateFields(
      { extracted: { dob: '2030-01-01', valid_until: '2020-01-01' } },
      { output_schema: { dob: 'date', valid_until: 'date' }, validation_rules: {} },
      { today: TODAY },
    );
    expect(violations.map(({ field }) => field)).toEqual(['dob', 'valid_until']);
  });
});
