import type { FieldKind, FieldValue } from '../../domain/documents/index.js';
import { countryCode } from '../documents/extract/values/country.js';
import { parseAmounts, type ParsedAmount } from '../documents/extract/values/amount.js';
import { parseDates } from '../documents/extract/values/date.js';
import { sexOf } from '../documents/extract/values/words.js';
import { asPassportsWrite, toLatin } from '../documents/text/latinLetters.js';
import { compareAddresses } from './addresses.js';
import { similarity, wordsOf } from './fold.js';
import { compareNames, type NamePart } from './names.js';

/** From this score on two values of a kind agree. Dates and numbers are the same or not; prose may be misread here and there. */
const AGREE_FROM: { readonly [kind in FieldKind]: number } = {
  name: 0.8,
  address: 0.8,
  text: 0.85,
  date: 0.9,
  number: 1,
};

/** A day and a month that could be read the other way round. */
const EITHER_WAY_ROUND = 0.9;
/** One text is all of the other's beginning words: `Berlin` and `Berlin, Germany`. */
const BEGINS_LIKE = 0.9;
/** Numbers that differ are different numbers; the score still says by how much. */
const MOST_OF_OTHER_NUMBER = 0.99;
/** A telephone number without its country: fewer digits than this could end in many. */
const FEWEST_DIGITS_OF_PHONE = 7;

const COUNTRIES = new Set(['nationality', 'birth_country', 'issuing_country']);
const NAME_PARTS = new Map<string, NamePart>([
  ['full_name', 'whole'],
  ['company_name', 'company'],
  ['employer_name', 'company'],
]);

/** How alike two values are, 0 to 1 with three decimals, and whether that is enough for their kind. */
export interface Likeness {
  score: number;
  agreed: boolean;
}

/**
 * Compares what two documents say under one meaning.
 * @param meaning as of `fieldMeaning`, for what its kind does not say: a country in two languages, a telephone number
 */
export function compareValues(kind: FieldKind, meaning: string, one: string, other: string): Likeness {
  const score = Math.round(1000 * likeness(kind, meaning, one, other)) / 1000;
  return { score, agreed: score >= AGREE_FROM[kind] };
}

/** Longest text of a value that is compared and shown, in characters. */
const LONGEST_TEXT = 200;

/** A value as text: lists and parts of an object (`{ street, city }`) one after the other. */
export const textOf = (value: FieldValue): string => flat(value).join(' ').slice(0, LONGEST_TEXT);

function flat(value: FieldValue): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(flat) : [String(value).trim()];
}

function likeness(kind: FieldKind, meaning: string, one: string, other: string): number {
  if (one === other) return 1;
  switch (kind) {
    case 'name':
      return compareNames(one, other, NAME_PARTS.get(meaning) ?? 'part');
    case 'address':
      return compareAddresses(one, other);
    case 'date':
      return compareDates(one, other);
    case 'number':
      return meaning === 'phone' ? comparePhones(one, other) : compareNumbers(one, other);
    case 'text':
      return compareTexts(meaning, one, other);
  }
}

/** As days of the calendar. `03/04/2020` is also the other day it can mean, with a little less certainty. */
function compareDates(one: string, other: string): number {
  const [ours, theirs] = [possibleDays(one), possibleDays(other)];
  if (!ours.some((day) => theirs.includes(day))) return 0;
  return ours.length === 1 && theirs.length === 1 ? 1 : EITHER_WAY_ROUND;
}

/** The days that a date can mean, ISO: two where a day and a month could be read the other way round. */
export const possibleDays = (text: string): string[] => [
  ...new Set([false, true].flatMap((monthFirst) => parseDates(text, { monthFirst })[0]?.iso ?? [])),
];

/** Sums as sums; else letters and digits alone, without leading zeros. */
function compareNumbers(one: string, other: string): number {
  const [sum, otherSum] = [amountOf(one), amountOf(other)];
  if (sum && otherSum && (sum.hasDecimals || otherSum.hasDecimals)) return sum.value === otherSum.value ? 1 : 0;
  const [ours, theirs] = [bareNumber(one), bareNumber(other)];
  if (ours === '' || theirs === '') return 0;
  return ours === theirs ? 1 : Math.min(MOST_OF_OTHER_NUMBER, similarity(ours, theirs));
}

/** A number as it is compared: letters and digits alone, without leading zeros. */
export const bareNumber = (text: string): string =>
  wordsOf(toLatin(text))
    .join('')
    .replace(/^0+(?=.)/, '');

/** The sum that a text is and nothing else: `1,234.50`, `12.5`, not an IBAN that begins with one. */
function amountOf(text: string): ParsedAmount | undefined {
  const [sum] = parseAmounts(text);
  return sum?.start === 0 && sum.end === text.length ? sum : undefined;
}

/** With or without the prefix of the country. */
function comparePhones(one: string, other: string): number {
  const [short, long] = [one, other]
    .map((text) => text.replace(/\(0\)|\D/g, '').replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length) as [string, string];
  return short.length >= FEWEST_DIGITS_OF_PHONE && long.endsWith(short) ? 1 : compareNumbers(short, long);
}

function compareTexts(meaning: string, one: string, other: string): number {
  if (COUNTRIES.has(meaning)) {
    const [ours, theirs] = [countryCode(one), countryCode(other)];
    if (ours && theirs) return ours === theirs ? 1 : 0;
  }
  if (meaning === 'sex') {
    const [ours, theirs] = [sexOf(one), sexOf(other)];
    if (ours && theirs) return ours === theirs ? 1 : 0;
  }
  return Math.max(
    compareWords(toLatin(one), toLatin(other)),
    compareWords(asPassportsWrite(one), asPassportsWrite(other)),
  );
}

function compareWords(one: string, other: string): number {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (few.length === 0) return 0;
  const alike = similarity(few.join(' '), many.join(' '));
  return few.every((word, index) => word === many[index]) ? Math.max(alike, BEGINS_LIKE) : alike;
}
