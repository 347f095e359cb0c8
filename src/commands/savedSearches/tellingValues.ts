import {
  type FieldKind,
  fieldKind,
  fieldMeaning,
  type FieldValue,
  valueOfMeaning,
} from '../../domain/documents/index.js';
import type { SavedSearchContent } from '../../domain/savedSearches/index.js';
import { toLatin } from '../../engines/documents/text/latinLetters.js';
import type { Kql, KqlValue } from '../../platform/search/kql/kql.js';
import { QueryUnreadable, readKql } from '../../platform/search/kql/readKql.js';

/**
 * Letters and digits that a value has at least to tell of one person wherever it stands. Six digits are one of a million numbers, while
 * years, ages and house numbers have four at most; shorter surnames are words of the language, or of the query, too often.
 */
const SHORTEST = 6;

/** Digits of a number at least: a code of letters, such as a tariff, is no number of a person. */
const FEWEST_DIGITS = 4;

/** Longer values are no names or numbers, but pages. */
const LONGEST = 200;

/** Numbers that many share. */
const SHARED_NUMBERS = /(^|_)(postal_code|code|amount|total|balance)$/;

/** Names that are not of people. */
const OF_OTHERS =
  /company|business|organi[sz]ation|employer|bank|issuer|authority|institution|school|product|plan|brand|model|merchant|provider|supplier|insurer|street|city|file|form|document/;

/**
 * What documents say of one person, to be looked for elsewhere: names, numbers, addresses and e-mail addresses, as `folded` has them. What is
 * shared by many is not in it: dates, countries, sums, names of companies, and given names alone.
 */
export function tellingValues(documents: readonly { readonly [field: string]: FieldValue }[]): ReadonlySet<string> {
  return new Set(documents.flatMap((extracted) => [...namesOf(extracted), ...valuesOf(extracted)]));
}

/** Whether the name or a query of a saved search has one of the values in it, as a whole: not as a part of a word. */
export function saysOneOf({ name, asks }: SavedSearchContent, telling: ReadonlySet<string>): boolean {
  const texts = [name ?? '', ...[asks?.query ?? '', ...(asks?.filters ?? [])].map(valuesAsked)];
  const longest = Math.max(0, ...[...telling].map(({ length }) => length));
  return texts.some((text) => hasOneOf(partsOf(text), telling, longest));
}

/** Full names, in both orders: given names alone are those of many. */
function namesOf(extracted: { readonly [field: string]: FieldValue }): string[] {
  const name = valueOfMeaning(extracted, 'full_name')?.value;
  if (typeof name !== 'string' || name.length > LONGEST) return [];
  const parts = partsOf(name);
  const turned = [...parts.slice(-1), ...parts.slice(0, -1)];
  return [parts, turned].map((one) => one.join('')).filter(({ length }) => length >= SHORTEST);
}

function valuesOf(extracted: { readonly [field: string]: FieldValue }): string[] {
  return Object.entries(extracted).flatMap(([field, value]) => valuesUnder(field, value));
}

function valuesUnder(field: string, value: FieldValue): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesUnder(field, one));
  if (value !== null && typeof value === 'object') return valuesOf(value);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > LONGEST) return [];
  const parts = partsOf(text);
  const folded = parts.join('');
  return folded.length >= SHORTEST && TELLS[fieldKind(field)]({ meaning: fieldMeaning(field), text, parts, folded })
    ? [folded]
    : [];
}

interface Said {
  meaning: string;
  text: string;
  parts: readonly string[];
  folded: string;
}

const TELLS: { readonly [kind in FieldKind]: (said: Said) => boolean } = {
  name: ({ meaning, parts }) => !OF_OTHERS.test(meaning) && (meaning !== 'given_names' || parts.length > 1),
  number: ({ meaning, folded }) =>
    !SHARED_NUMBERS.test(meaning) && folded.replaceAll(/[^0-9]/g, '').length >= FEWEST_DIGITS,
  address: ({ meaning, parts }) => !OF_OTHERS.test(meaning) && parts.length > 1,
  date: () => false,
  text: ({ text }) => /^[^\s@]+@[^\s@]+$/.test(text.trim()),
};

/** Its letters and digits in Latin, without case and accents, in runs. */
const partsOf = (text: string): string[] => toLatin(text).match(/[a-z0-9]+/g) ?? [];

/** Whether some parts in a row are one of them together: spaces and hyphens in it do not count. */
function hasOneOf(parts: readonly string[], telling: ReadonlySet<string>, longest: number): boolean {
  return parts.some((_, start) => {
    let run = '';
    for (let at = start; at < parts.length && run.length < longest; at += 1) {
      run += parts[at] ?? '';
      if (telling.has(run)) return true;
    }
    return false;
  });
}

/** What a query asks for, without the names of fields and its other words; of one that cannot be read any more all of it. */
function valuesAsked(query: string): string {
  try {
    return valuesIn(readKql(query)).join(' ');
  } catch (error) {
    if (error instanceof QueryUnreadable) return query;
    throw error;
  }
}

function valuesIn(query: Kql): string[] {
  switch (query.is) {
    case 'and':
    case 'or':
      return query.of.flatMap(valuesIn);
    case 'not':
    case 'within':
      return valuesIn(query.of);
    case 'match':
    case 'compare':
      return [textOf(query.value)];
  }
}

const textOf = (value: KqlValue): string =>
  'text' in value ? value.text : value.words.map((pieces) => pieces.join(' ')).join(' ');
