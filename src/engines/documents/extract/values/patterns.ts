import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { asDigits } from './digits.js';

/** A value found in a text. */
export interface FoundText {
  value: string;
  raw: string;
  start: number;
  end: number;
}

/** At most 64 characters before the @ (RFC 5321, 4.5.3.1.1). */
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}\s?@\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Labels of at most 63 characters (RFC 1035, 2.3.4). */
const URL =
  /(?:https?:\/\/|www\.)[^\s,;]+|(?<![@\p{L}\p{N}])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.(?:com|org|net|gov|eu|co\.uk|de|fr|es|it|nl|pl|my|com\.my)\b/giu;
const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d[\d\s().\-–/]{5,18}\d(?![\p{L}\p{N}])/gu;
const IBAN = /(?<![A-Z0-9])[A-Z]{2}\s?\d{2}(?:[\s-]?[A-Z0-9]{1,4}){3,9}/g;
const BIC = /(?<![A-Z0-9])[A-Z]{4}\s?[A-Z]{2}\s?[A-Z0-9]{2}(?:\s?[A-Z0-9]{3})?(?![A-Z0-9])/g;
const TIME =
  /(?<![\d:.,-])([01]?\d|2[0-3])\s?[:.hH]\s?([0-5]\d)(?:\s?[:.]\s?([0-5]\d))?(?:\s?([AaPp])\.?\s?[Mm]\b\.?)?(?![\d])/g;
const CARD_NUMBER = /(?<![\w])(?:[\dXx*]{4}[\s-]?){3}[\dXx*]{0,3}\d{4}(?!\w)|[Xx*]{4,15}\s?\d{4}(?!\d)/g;

const SSN = /(?<![\w-])(?!000|666|9)\d{3}\s?[-–]\s?(?!00)\d{2}\s?[-–]\s?(?!0000)\d{4}(?![\w-])/g;
/** Twelve digits in groups of four; readers put spaces where there are none. */
const AADHAAR = /(?<!\d)(?<!\d[\s-])\d(?:[\s-]?\d){11}(?![\s-]?\d)/g;
const INDIAN_PAN = /(?<![A-Z0-9])[A-Z]{3}[ABCFGHLJPTKE][A-Z][0-9OISB]{4}[A-Z](?![A-Z0-9])/g;
const VIN = /(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g;

/** United States social security numbers, as `000-00-0000`. */
export const findSsns = (text: string): FoundText[] =>
  findAll(text, SSN, (raw) => raw.replace(/\s/g, '').replace(/–/g, '-'));

/** Aadhaar numbers, in groups of four as they are printed. */
export const findAadhaars = (text: string): FoundText[] =>
  findAll(text, AADHAAR, (raw) => raw.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 '));

/** Permanent account numbers of India. */
export const findIndianPans = (text: string): FoundText[] =>
  findAll(text, INDIAN_PAN, (raw) => raw.slice(0, 5) + asDigits(raw.slice(5, 9)) + raw.slice(9));

/** Vehicle identification numbers (ISO 3779): seventeen characters, digits among them. */
export const findVins = (text: string): FoundText[] =>
  findAll(text, VIN, (raw) => (/\d{4}/.test(raw) && /[A-Z]/.test(raw) ? raw : null));

/** E-mail addresses. */
export const findEmails = (text: string): FoundText[] =>
  findAll(text, EMAIL, (raw) => raw.replace(/\s/g, '').toLowerCase());

/** Web addresses, with or without scheme. */
export const findUrls = (text: string): FoundText[] => findAll(text, URL, (raw) => raw.replace(/(?<![.)])[.)]+$/, ''));

/** Telephone numbers: 7 to 15 digits (E.164), separators as printed. */
export const findPhones = (text: string): FoundText[] =>
  findAll(text, PHONE, (raw) => {
    const digits = raw.replace(/\D/g, '').length;
    return digits >= 7 && digits <= 15 ? raw.replace(/\s+/g, ' ').trim() : null;
  });

/** Account numbers whose length and check digits are those of an IBAN (ISO 13616), without spaces. */
export const findIbans = (text: string): FoundText[] =>
  findAll(text, IBAN, (raw) => {
    const compact = electronicFormatIBAN(raw) ?? '';
    // What follows the number may have been taken for more of it.
    for (let length = compact.length; length >= 15; length--) {
      const candidate = compact.slice(0, length);
      if (isValidIBAN(candidate)) return candidate;
      const repaired =
        candidate.slice(0, 2) + asDigits(candidate.slice(2, 4)) + candidate.slice(4).replaceAll('O', '0');
      if (isValidIBAN(repaired)) return repaired;
    }
    return null;
  });

/** Bank identifier codes (ISO 9362), without spaces. */
export const findBics = (text: string): FoundText[] =>
  findAll(text, BIC, (raw) => {
    const compact = raw.replace(/\s/g, '');
    return isValidBIC(compact) ? compact : null;
  });

/** Times of day, as printed but without inner spaces. */
export const findTimes = (text: string): FoundText[] =>
  findAll(text, TIME, (raw) => raw.replace(/\s*([:.])\s*/g, '$1').trim());

/** Payment card numbers, whole or masked, as printed. */
export const findCardNumbers = (text: string): FoundText[] => findAll(text, CARD_NUMBER, (raw) => raw.trim());

function findAll(text: string, pattern: RegExp, normalise: (raw: string) => string | null): FoundText[] {
  const found: FoundText[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = normalise(match[0]);
    if (value) found.push({ value, raw: match[0].trim(), start: match.index, end: match.index + match[0].length });
  }
  return found;
}
