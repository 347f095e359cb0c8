/**
 * Writes machine readable zones (ICAO Doc 9303 parts 3 to 5). Written apart from the reader on purpose: a specimen made with
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

/** Two lines of 44 characters, as in passports (ICAO Doc 9303-4). */
export function writeTd3(data: MrzData): string[] {
  const names = `${words(data.surname)}<<${words(data.given_names)}`;
  const number = checked(fill(data.document_number, 9));
  const birth = checked(shortDate(data.birth_date));
  const expiry = checked(shortDate(data.expiry_date));
  const optional = fill(words(data.optional_data ?? ''), 14);
  const optionalChecked = data.optional_data ? checked(optional) : `${optional}<`;
  const composite = checkDigitOf(number + birth + expiry + optionalChecked);
  return [
    fill(`${fill(data.document_code, 2)}${fill(data.issuing_country, 3)}${names}`, 44),
    `${number}${fill(data.nationality, 3)}${birth}${sexCode(data.sex)}${expiry}${optionalChecked}${composite}`,
  ];
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
    fill(`${words(data.surname)}<<${words(data.given_names)}`, 30),
  ];
}
