import { describe, expect, it } from 'vitest';
import { parseAmounts } from '../../../../../src/engines/documents/extract/values/amount.js';
import { countryCode, countryMentioned } from '../../../../../src/engines/documents/extract/values/country.js';
import { findCurrencies } from '../../../../../src/engines/documents/extract/values/currency.js';
import { parseDates } from '../../../../../src/engines/documents/extract/values/date.js';
import { correctConfusions } from '../../../../../src/engines/documents/extract/values/digits.js';
import {
  findAadhaars,
  findIbans,
  findPhones,
  findSsns,
  findTimes,
} from '../../../../../src/engines/documents/extract/values/patterns.js';
import { booleanOf, optionOf, sexOf } from '../../../../../src/engines/documents/extract/values/words.js';

describe('dates', () => {
  it.each([
    ['2020-12-31', '2020-12-31'],
    ['2020/12/31', '2020-12-31'],
    ['31/12/2020', '2020-12-31'],
    ['31.12.2020', '2020-12-31'],
    ['31-12-20', '2020-12-31'],
    ['12/31/2020', '2020-12-31'],
    ['12-31-2020', '2020-12-31'],
    ['03/04/2020', '2020-04-03'],
    ['31 12 2020', '2020-12-31'],
    ['31 Dec 2020', '2020-12-31'],
    ['DECEMBER 31, 2020', '2020-12-31'],
    ['31. Dezember 2020', '2020-12-31'],
    ['31 déc. 2020', '2020-12-31'],
    ['1er janvier 2021', '2021-01-01'],
    ['31 de diciembre de 2020', '2020-12-31'],
    ['31 dicembre 2020', '2020-12-31'],
    ['31 de dezembro de 2020', '2020-12-31'],
    ['31 december 2020', '2020-12-31'],
    ['31 grudnia 2020', '2020-12-31'],
    ['31 joulukuu 2020', '2020-12-31'],
    ['31 Aralık 2020', '2020-12-31'],
    ['31 декабря 2020', '2020-12-31'],
    ['21 JAN/JAN 15', '2015-01-21'],
    ['05-AUG-2020', '2020-08-05'],
    ['25/FEB/2020', '2020-02-25'],
    ['2020年12月31日', '2020-12-31'],
    ['20201231', '2020-12-31'],
    ['DATE:31/12/2020 20:15', '2020-12-31'],
    ['31/12/202020:15', '2020-12-31'],
    ['3l/l2/2O2O', '2020-12-31'],
    ['29/02/2020', '2020-02-29'],
  ])('reads %s', (text, iso) => {
    expect(parseDates(text).map((date) => date.iso)).toEqual([iso]);
  });

  it('reads the month first where the document does', () => {
    expect(parseDates('03/04/2020', { monthFirst: true })[0]?.iso).toBe('2020-03-04');
  });

  it('takes a two-digit year for the past when it lies above the pivot', () => {
    expect(parseDates('14.03.88', { twoDigitYearPivot: 26 })[0]?.iso).toBe('1988-03-14');
    expect(parseDates('14.03.24', { twoDigitYearPivot: 26 })[0]?.iso).toBe('2024-03-14');
  });

  it('reads both ends of a period', () => {
    expect(parseDates('21.11.04-07.06.2014').map((date) => date.iso)).toEqual(['2004-11-21', '2014-06-07']);
  });

  it.each(['30/02/2020', '31/11/2020', '45/13/2020', 'Tel: 03-5550 1234', '12.50', '192.168.1.10', '1234-5678'])(
    'sees no date in %s',
    (text) => {
      expect(parseDates(text)).toEqual([]);
    },
  );
});

describe('amounts', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00a0234,56', 1234.56],
    ["12'345.00", 12345],
    ['1,23,456.00', 123456],
    ['12.345.678,90', 12345678.9],
    ['(12.00)', -12],
    ['12.00-', -12],
    ['-5.59', -5.59],
    ['RM43.10', 43.1],
    ['€ 12,50', 12.5],
    ['12,50 €', 12.5],
    ['£1,000', 1000],
    ['4.00SR', 4],
    ['1 .30', 1.3],
    ['6O.3O', 60.3],
    ['TOTAL:5.00', 5],
    ['185.00', 185],
  ])('reads %s', (text, value) => {
    expect(parseAmounts(text).map((amount) => amount.value)).toEqual([value]);
  });

  it('keeps a quantity apart from the price behind it', () => {
    expect(parseAmounts('1 150.00').map(({ value }) => value)).toEqual([1, 150]);
  });

  it.each(['12:30', '19/10/2020', '6%', 'GST 6 %', 'A12B', ''])('sees no amount in "%s"', (text) => {
    expect(parseAmounts(text).filter(({ hasDecimals }) => hasDecimals)).toEqual([]);
  });
});

describe('countries and currencies', () => {
  it.each([
    ['D', 'DEU'],
    ['FRA', 'FRA'],
    ['FR', 'FRA'],
    ['UTO', 'UTO'],
    ['Deutschland', 'DEU'],
    ['CANADIAN/CANADIENNE', 'CAN'],
    ['Italiana', 'ITA'],
    ['BRITISH CITIZEN', 'GBR'],
    ['Pays-Bas', 'NLD'],
    ['United States of America', 'USA'],
  ])('knows %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it('finds the country in running text and none where there is none', () => {
    expect(countryMentioned('GOVERNMENT OF INDIA')).toBe('IND');
    expect(countryCode('PERDANA')).toBeNull();
    expect(countryCode('ZZ')).toBeNull();
  });

  it.each([
    ['RM 12.00', 'MYR'],
    ['€ 12', 'EUR'],
    ['12.00 USD', 'USD'],
    ['HK$ 8', 'HKD'],
    ['zł 5,00', 'PLN'],
  ])('finds the currency of %s', (text, code) => {
    expect(findCurrencies(text).map((found) => found.code)).toContain(code);
  });
});

describe('numbers told by their form', () => {
  it('reads an IBAN with spaces and no more than the IBAN', () => {
    expect(findIbans('IBAN: DE89 3704 0044 0532 0130 00 BIC').map(({ value }) => value)).toEqual([
      'DE89370400440532013000',
    ]);
    expect(findIbans('DE89 3704 0044 0532 0130 01')).toEqual([]);
  });

  it('puts the groups of an Aadhaar number right', () => {
    expect(findAadhaars('2 341 2341 2346').map(({ value }) => value)).toEqual(['2341 2341 2346']);
  });

  it('refuses social security numbers that are never issued', () => {
    expect(findSsns('078-05-1120').map(({ value }) => value)).toEqual(['078-05-1120']);
    expect(findSsns('000-12-3456 666-12-3456 900-12-3456')).toEqual([]);
  });

  it('reads times and telephone numbers', () => {
    expect(findTimes('16:08:37 #02').map(({ value }) => value)).toEqual(['16:08:37']);
    expect(findPhones('TEL: +49 30 1234567').map(({ value }) => value)).toEqual(['+49 30 1234567']);
  });
});

describe('words', () => {
  it('knows the sex in many languages', () => {
    expect(['F/F', 'Weiblich', 'MASCULIN', 'M', 'Kobieta', 'X'].map(sexOf)).toEqual(['F', 'F', 'M', 'M', 'F', 'X']);
    expect(sexOf('Berlin')).toBeNull();
  });

  it('knows yes and no', () => {
    expect(['Yes', 'nein', 'Oui', '☐', 'perhaps'].map(booleanOf)).toEqual([true, false, true, false, null]);
  });

  it('names the option of an enumeration in its own spelling', () => {
    expect(optionOf('Consumption in KWH', ['kWh', 'm3'])).toBe('kWh');
    expect(optionOf('nothing of it', ['kWh', 'm3'])).toBeNull();
  });
});

describe('O and 0, I and 1, S and 5', () => {
  it.each([
    ['F1RMA', 'FIRMA'],
    ['L0T', 'LOT'],
    ['FL00R', 'FLOOR'],
    ['F1oor', 'Floor'],
    ['1O2O0', '10200'],
    ['A.1.M.', 'A.I.M.'],
    ['9/1l4C', '9/114C'],
  ])('corrects %s', (text, corrected) => {
    expect(correctConfusions(text)).toBe(corrected);
  });

  it.each(['B12', 'AB34', 'A1B', 'C-21', 'XYZ 6', '50400'])('leaves %s as it is', (text) => {
    expect(correctConfusions(text)).toBe(text);
  });
});
