import { expect, test } from 'vitest';
import { parseAamva } from '../../../../../src/engines/documents/barcode/aamva.js';

const HEADER = '@\n\u001e\rANSI 636000100001DL00310278DL';

function mappedOf(...elements: string[]) {
  return parseAamva(HEADER + elements.join('\n') + '\r')?.mapped;
}

test('the header names issuer, version and kind of card', () => {
  expect(parseAamva(`${HEADER}DAQ1\r`)).toMatchObject({ issuer: '636000', version: '10', kind: 'DL' });
});

test('a text without the AAMVA header is no driving licence', () => {
  expect(parseAamva('DAQT64235789\nDCSSAMPLE')).toBeUndefined();
  expect(parseAamva('')).toBeUndefined();
});

test('dates are read month first in the United States and year first in Canada', () => {
  expect(mappedOf('DAQ1', 'DBB06051986', 'DCGUSA')?.birth_date).toEqual({ value: '1986-06-05', raw: '06051986' });
  expect(mappedOf('DAQ1', 'DBB19860605', 'DCGCAN')?.birth_date).toEqual({ value: '1986-06-05', raw: '19860605' });
});

test('the year-first dates of the first version are told by what can be a date', () => {
  expect(mappedOf('DAQ1', 'DBB19860605')?.birth_date?.value).toBe('1986-06-05');
});

test('what is no date is left out rather than guessed', () => {
  expect(mappedOf('DAQ1', 'DBB02301986', 'DBA99999999', 'DBDnone')).not.toHaveProperty('birth_date');
});

test.each([
  [['DCSSAMPLE', 'DACMICHAEL', 'DADJOHN'], 'SAMPLE', 'MICHAEL JOHN'],
  [['DCSSAMPLE', 'DACMICHAEL', 'DADNONE'], 'SAMPLE', 'MICHAEL'],
  [['DCSSAMPLE', 'DCTMICHAEL,JOHN'], 'SAMPLE', 'MICHAEL JOHN'],
  [['DAASAMPLE,MICHAEL,JOHN'], 'SAMPLE', 'MICHAEL JOHN'],
])('names of every version of the standard: %s', (elements, surname, givenNames) => {
  const mapped = mappedOf('DAQ1', ...elements);
  expect(mapped?.surname?.value).toBe(surname);
  expect(mapped?.given_names?.value).toBe(givenNames);
  expect(mapped?.full_name?.value).toBe(`${givenNames} ${surname}`);
});

test.each([
  ['DBC1', 'M'],
  ['DBC2', 'F'],
  ['DBC9', 'X'],
  ['DBCM', 'M'],
])('sex %s is %s', (element, sex) => {
  expect(mappedOf('DAQ1', element)?.sex?.value).toBe(sex);
});

test.each([
  ['DAU071 IN', '71 in'],
  ['DAU180 cm', '180 cm'],
  ['DAU510', '70 in'],
])('height %s is %s', (element, height) => {
  expect(mappedOf('DAQ1', element)?.height?.value).toBe(height);
});

test.each([
  ['DAK232690000  ', '23269'],
  ['DAK232691234', '23269-1234'],
  ['DAKK1A 0B1', 'K1A 0B1'],
])('postal code %s is %s', (element, code) => {
  expect(mappedOf('DAQ1', element)?.postal_code?.value).toBe(code);
});

test('the address is put together from its elements', () => {
  const mapped = mappedOf('DAQ1', 'DAG2300 WEST BROAD STREET', 'DAIRICHMOND', 'DAJVA', 'DAK232690000  ');
  expect(mapped?.address?.value).toBe('2300 WEST BROAD STREET, RICHMOND, VA 23269');
  expect(mapped?.issuing_region?.value).toBe('VA');
});

test('elements that the issuer left open are left out', () => {
  const mapped = mappedOf('DAQ1', 'DCBNONE', 'DCDunavl', 'DCA');
  expect(mapped).not.toHaveProperty('restrictions');
  expect(mapped).not.toHaveProperty('endorsements');
  expect(mapped).not.toHaveProperty('vehicle_categories');
});

test('the first element of the card counts and those of the issuer are kept', () => {
  const payload = parseAamva(`${HEADER}DAQ1\nDAQ2\rZVZVA01\r`);
  expect(payload?.mapped.document_number?.value).toBe('1');
  expect(payload?.fields['ZVA']).toBe('01');
});
