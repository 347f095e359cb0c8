import currencyCodes from 'currency-codes';
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { isValidPhoneNumber } from 'libphonenumber-js';
import validator from 'validator';
import type { FieldFormat, FieldValue } from '../../../domain/documents/index.js';
import { parseAmounts } from '../extract/values/amount.js';
import { countryCode } from '../extract/values/country.js';
import { parseDates } from '../extract/values/date.js';
import { isMachineReadableZone } from './mrzFormat.js';
import { isVehicleIdentificationNumber } from './vin.js';

/** Whether a value, written as text, has a format. Each names the standard it follows. */
const CHECKS: { [format in FieldFormat]: (text: string) => boolean } = {
  /** ISO 8601 calendar date, or one date as it may be printed. */
  date: (text) => validator.isDate(text, { format: 'YYYY-MM-DD', strictMode: true }) || isOneDate(text),
  /** ISO 8601 date and time. */
  datetime: (text) => text.length > 10 && validator.isISO8601(text, { strict: true }),
  email: (text) => validator.isEmail(text),
  phone: (text) => isPhoneNumber(text),
  /** ISO 13616, country length and check digits included. */
  iban: (text) => isValidIBAN(electronicFormatIBAN(text) ?? ''),
  /** ISO 9362. */
  bic: (text) => isValidBIC(text.replace(/\s/g, '').toUpperCase()),
  /** ISO/IEC 7812-1 annex B, separators allowed. */
  luhn: (text) => isLuhn(text),
  /** ICAO Doc 9303, check digits included. */
  mrz: (text) => isMachineReadableZone(text),
  /** ISO 3166-1 or a code or name that ICAO Doc 9303-3 adds. */
  country: (text) => countryCode(text) !== null,
  /** ISO 4217. */
  currency: (text) => currencyCodes.code(text) !== undefined,
  amount: (text) => isAmount(text),
  /**
   * Letters and digits, at least two of them digits, 6 to 12 characters. Deliberately not per country: states open new
   * series without notice, and a valid passport must not be refused for that.
   */
  passport_number: (text) => /^(?=(?:.*\d){2})[A-Z0-9]{6,12}$/.test(withoutSeparators(text)),
  vin: (text) => isVehicleIdentificationNumber(withoutSeparators(text)),
  /** US social security number; area 000, 666 and 9xx, group 00 and serial 0000 are never issued (SSA). */
  ssn: (text) => /^(?!000|666|9)\d{3}[- ]?(?!00)\d{2}[- ]?(?!0000)\d{4}$/.test(text),
  /**
   * Both numbers that are called PAN: India's permanent account number (five letters, the fourth a holder category, four
   * digits, a letter) and the primary account number of a payment card (ISO/IEC 7812). They cannot be mistaken for each other.
   */
  pan: (text) => /^[A-Z]{3}[ABCFGHLJPTKE][A-Z]\d{4}[A-Z]$/.test(withoutSeparators(text)) || isCardNumber(text),
  /** India's twelve digits with a Verhoeff check digit, never starting with 0 or 1 (UIDAI). */
  aadhaar: (text) => /^[2-9]/.test(text) && validator.isIdentityCard(text.replace(/[\s-]/g, ''), 'IN'),
};

/** Whether a value has a format. A list has it when each of its members does. */
export function hasFormat(value: FieldValue, format: FieldFormat): boolean {
  if (Array.isArray(value)) return value.every((member) => hasFormat(member, format));
  if (value === null || typeof value === 'object') return false;
  return CHECKS[format](String(value).trim());
}

const withoutSeparators = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

function isOneDate(text: string): boolean {
  const [date, ...others] = parseDates(text);
  return date !== undefined && others.length === 0 && date.raw.length >= text.length - 4;
}

function isAmount(text: string): boolean {
  const [amount, ...others] = parseAmounts(text);
  return amount !== undefined && others.length === 0;
}

/** International numbers by the numbering plan of their country; national ones, whose country is not known, by their length (E.164). */
function isPhoneNumber(text: string): boolean {
  if (text.startsWith('+')) return isValidPhoneNumber(text);
  const digits = text.replace(/\D/g, '');
  return /^[\d\s()./-]+$/.test(text) && digits.length >= 5 && digits.length <= 15;
}

const isLuhn = (text: string): boolean => {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{2,}$/.test(digits) && validator.isLuhnNumber(digits);
};

const isCardNumber = (text: string): boolean => {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{12,19}$/.test(digits) && isLuhn(digits);
};
