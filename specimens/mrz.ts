/**
 * Writes machine readable zones (ICAO Doc 9303 parts 3 to 7, and the French ones). Written apart from the reader on purpose: a specimen made with
 * the reader's own arithmetic would prove nothing.
 */

/** What a zone encodes. Dates ISO 8601. */
export interface MrzData {
  document_code: string;
  issuing_country: string;
  document_number: string;
  surname: string;
  given_names: string;
  nationality: string;
  birth_date: string;
  sex: 'M' | 'F' | 'X';
  expiry_date: string;
  optional_data?: string;
}

const VALUES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WEIGHTS = [7, 3, 1];

/** The check digit of a field: values weighted 7, 3, 1, modulo 10 (ICAO Doc 9303-3, 4.9). */
export function checkDigitOf(field: string): string {
  const sum = [...field].reduce(
    (total, character, index) => total + Math.max(0, VALUES.indexOf(character)) * WEIGHTS[index % 3]!,
    0,
  );
  return String(sum % 10);
}

const fill = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);
const words = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9]+/g, '<');
const shortDate = (date: string): string => date.slice(2).replaceAll('-', '');
const sexCode = (sex: MrzData['sex']): string => (sex === 'X' ? '<' : sex);
const checked = (field: string): string => field + checkDigitOf(field);

const namesOf = (data: MrzData): string =>
  data.given_names ? `${words(data.surname)}<<${words(data.given_names)}` : words(data.surname);

/** The line of names of zones of two lines: code, country, names cut off at the end of the line. */
const namesLine = (data: MrzData, length: number): string =>
  fill(`${fill(data.document_code, 2)}${fill(data.issuing_country, 3)}${namesOf(data)}`, length);

/** What all zones of two lines say in the first 28 characters of the second. */
const secondLine = (data: MrzData): string =>
  checked(fill(data.document_number, 9)) +
  fill(data.nationality, 3) +
  checked(shortDate(data.birth_date)) +
  sexCode(data.sex) +
  checked(shortDate(data.expiry_date));

/** What the composite of zones of two lines covers: all of the second line but nationality and sex. */
const compositeOf = (line: string): string => checkDigitOf(line.slice(0, 10) + line.slice(13, 20) + line.slice(21));

/** Two lines of 44 characters, as in passports (ICAO Doc 9303-4). */
export function writeTd3(data: MrzData): string[] {
  const optional = fill(words(data.optional_data ?? ''), 14);
  const line = `${secondLine(data)}${data.optional_data ? checked(optional) : `${optional}<`}`;
  return [namesLine(data, 44), line + compositeOf(line)];
}

/** Two lines of 36 characters, as on large cards (ICAO Doc 9303-6). */
export function writeTd2(data: MrzData): string[] {
  const line = `${secondLine(data)}${fill(words(data.optional_data ?? ''), 7)}`;
  return [namesLine(data, 36), line + compositeOf(line)];
}

/** Two lines of 44 or 36 characters without composite, as on visas (ICAO Doc 9303-7). */
export function writeVisa(data: MrzData, length: 44 | 36): string[] {
  return [namesLine(data, length), fill(`${secondLine(data)}${words(data.optional_data ?? '')}`, length)];
}

/** Three lines of 30 characters, as on cards (ICAO Doc 9303-5). */
export function writeTd1(data: MrzData): string[] {
  const number = checked(fill(data.document_number, 9));
  const birth = checked(shortDate(data.birth_date));
  const expiry = checked(shortDate(data.expiry_date));
  const first = fill(words(data.optional_data ?? ''), 15);
  const second = fill('', 11);
  const composite = checkDigitOf(number + first + birth + expiry + second);
  return [
    `${fill(data.document_code, 2)}${fill(data.issuing_country, 3)}${number}${first}`,
    `${birth}${sexCode(data.sex)}${expiry}${fill(data.nationality, 3)}${second}${composite}`,
    fill(namesOf(data), 30),
  ];
}

/**
 * Two lines of 36 characters, as on French identity cards of 1994 to 2021 (arrêté du 24 avril 1991): the number is year and month of
 * issue, department and a running number; department and office stand behind the surname.
 */
export function writeFrenchCard(data: MrzData, office: string): string[] {
  const number = data.document_number;
  const first = `IDFRA${fill(words(data.surname), 25)}${number.slice(4, 7)}${fill(office, 3)}`;
  const given = fill(data.given_names.split(' ').map(words).join('<<'), 14);
  const second = `${checked(number)}${given}${checked(shortDate(data.birth_date))}${sexCode(data.sex)}`;
  return [first, second + checkDigitOf(first + second)];
}

/** One line of 30 characters, as on French driving licences since 2013 (arrêté du 20 avril 2012). */
export function writeFrenchLicence(data: MrzData): string[] {
  const number = checked(`D1FRA${fill(data.document_number, 9)}`);
  return [checked(`${number}${shortDate(data.expiry_date)}${fill(words(data.surname), 8)}`)];
}
