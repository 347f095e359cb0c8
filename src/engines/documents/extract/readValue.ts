import type { FieldPlan } from './fieldPlan.js';
import { datesOf, type ReadingContext } from './readingContext.js';
import { parseAmounts } from './values/amount.js';
import { countryCode, countryMentioned } from './values/country.js';
import { addressText } from './values/addressText.js';
import { findCurrencies } from './values/currency.js';
import { parseDates, type ParsedDate } from './values/date.js';
import {
  findAadhaars,
  findBics,
  findIndianPans,
  findSsns,
  findVins,
  findCardNumbers,
  findEmails,
  findIbans,
  findPhones,
  findTimes,
  findUrls,
  type FoundText,
} from './values/patterns.js';
import { readIdentifier, readName, readText } from './values/printedText.js';
import type { ReadValue } from './values/read.js';
import { booleanOf, optionOf, sexOf } from './values/words.js';

/** The values that a text may state for a field, by the shape of the field's values, likeliest first. */
export function readValues(text: string, plan: FieldPlan, context: ReadingContext): ReadValue[] {
  if (plan.hint.kind === 'list') return one(listOf(text));
  if (plan.hint.kind === 'enum') return whole(text, optionOf(text, plan.hint.options));
  switch (plan.shape) {
    case 'date':
      return inOrderOfPeriod(parseDates(text, datesOf(plan, context)), plan).map((date) => readDate(date, plan));
    case 'amount':
    case 'number':
      return readNumbers(text, plan);
    case 'percentage':
      return readPercentage(text, plan);
    case 'country':
      return whole(text, countryCode(readText(text)?.raw ?? '') ?? countryMentioned(text));
    case 'currency':
      return findCurrencies(text).map(({ code, raw, start }) => ({
        value: code,
        raw,
        start,
        end: start + raw.length,
        form: 1,
      }));
    case 'sex':
      return whole(text, sexOf(text));
    case 'boolean':
      return whole(text, booleanOf(text));
    case 'identifier':
      return one(readIdentifier(text));
    case 'address':
      return one(readAddress(text));
    case 'person':
      return one(readName(text));
    case 'mrz':
      return [];
    default:
      return plan.shape in PATTERNS ? found(text, PATTERNS[plan.shape as keyof typeof PATTERNS]) : one(readText(text));
  }
}

const PATTERNS = {
  time: findTimes,
  phone: findPhones,
  email: findEmails,
  url: findUrls,
  iban: findIbans,
  bic: findBics,
  card_number: findCardNumbers,
  ssn: findSsns,
  aadhaar: findAadhaars,
  indian_pan: findIndianPans,
  vin: findVins,
};

/** A field declared as a date is normalised; one declared as anything else keeps the date as printed. */
const readDate = (date: ParsedDate, plan: FieldPlan): ReadValue => ({
  value: plan.hint.kind === 'date' || plan.hint.kind === 'text' ? date.iso : date.raw.trim(),
  raw: date.raw.trim(),
  start: date.start,
  end: date.end,
  form: date.ambiguous ? 0.9 : 1,
});

/** Of two dates in one line (`21.11.04 - 07.06.2014`) the last is the end of the period, otherwise the first is meant. */
function inOrderOfPeriod(dates: ParsedDate[], plan: FieldPlan): ParsedDate[] {
  const isEnd =
    plan.concept === 'expiry_date' ||
    plan.concept === 'period_end' ||
    /\b(end|to|until)\b/.test(plan.name.replaceAll('_', ' '));
  return isEnd ? [...dates].reverse() : dates;
}

/** A number that is no amount of money may be printed as a share (`8.5%`), where nothing else is. */
function readNumbers(text: string, plan: FieldPlan): ReadValue[] {
  const amounts = parseAmounts(text).map((amount) => numeric(amount, plan));
  if (amounts.length === 0 && plan.hint.kind === 'number') return readPercentage(text, plan);
  // The last amount of a row is what the others come to; the first number is the one that is announced.
  return amounts.sort((a, b) => (plan.shape === 'amount' ? b.start - a.start : a.start - b.start));
}

function numeric(amount: ReturnType<typeof parseAmounts>[number], plan: FieldPlan): ReadValue {
  const isText = plan.hint.kind === 'string' || plan.hint.kind === 'text';
  const looksLikeMoney = amount.hasDecimals || amount.currency !== undefined;
  const isNumber = plan.hint.kind === 'integer' || plan.shape === 'number';
  return {
    value: isText ? amount.raw : plan.hint.kind === 'integer' ? Math.round(amount.value) : amount.value,
    raw: amount.raw,
    start: amount.start,
    end: amount.end,
    form: isNumber ? (amount.hasDecimals && plan.hint.kind === 'integer' ? 0.5 : 0.9) : looksLikeMoney ? 1 : 0.5,
  };
}

function readPercentage(text: string, plan: FieldPlan): ReadValue[] {
  const match = /(\d{1,3}(?:[.,]\d{1,2})?)\s?%/.exec(text);
  if (!match) return [];
  const value = Number(match[1]!.replace(',', '.'));
  const printed = plan.hint.kind === 'string' ? match[0] : value;
  return [{ value: printed, raw: match[0], start: match.index, end: match.index + match[0].length, form: 1 }];
}

function whole(text: string, value: string | boolean | null): ReadValue[] {
  if (value === null) return [];
  const raw = text.trim();
  const start = text.indexOf(raw);
  return [{ value, raw, start, end: start + raw.length, form: 1 }];
}

/** `A, B; C` as a list. */
function listOf(text: string): ReadValue | null {
  const read = readText(text);
  if (!read) return null;
  const members = read.raw.split(/[,;•·|]/).map((member) => member.trim());
  return { ...read, value: members.filter((member) => member !== '') };
}

function readAddress(text: string): ReadValue | null {
  const read = readText(text);
  return read && { ...read, value: addressText(read.raw) };
}

const one = (read: ReadValue | null): ReadValue[] => (read ? [read] : []);

const found = (text: string, find: (text: string) => FoundText[]): ReadValue[] =>
  find(text).map((match) => ({ ...match, form: 1 }));
