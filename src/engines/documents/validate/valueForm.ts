import type { FieldValue } from '../../../domain/documents/index.js';
import { parseTypeHint, type TypeHint } from '../extract/typeHint.js';
import { isBlank } from '../../../domain/core/text.js';

/** Longest text of a value, in characters. */
const LONGEST_TEXT = 2_000;

/** Most members of a list. */
const MOST_MEMBERS = 200;

/**
 * What keeps a value that a person gave from being one of this type hint, behind the name of its field; undefined where nothing does.
 * Free text hints take a text, a number or a truth value. It never holds the value.
 */
export const faultOfValue = (value: FieldValue, hint: string): string | undefined =>
  faultOf(value, parseTypeHint(hint));

function faultOf(value: FieldValue, hint: TypeHint): string | undefined {
  switch (hint.kind) {
    case 'string':
      return isText(value) ? undefined : TEXT;
    case 'text':
      return isText(value) || typeof value === 'boolean' || isNumber(value) ? undefined : TEXT;
    case 'number':
    case 'amount':
      return isNumber(value) ? undefined : 'must be a number';
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'must be a whole number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return isDate(value) ? undefined : 'must be a date of the calendar, as YYYY-MM-DD';
    case 'currency':
      return matches(value, /^[A-Z]{3}$/) ? undefined : 'must be the code of a currency, such as EUR';
    case 'country':
      return matches(value, /^[A-Z]{2,3}$/) ? undefined : 'must be the code of a country, such as SWE';
    case 'enum':
      return hint.options.some((option) => option === value) ? undefined : `must be one of ${hint.options.join(', ')}`;
    case 'list':
      return faultOfList(value, hint.item);
    case 'object':
      return faultOfObject(value, hint.members);
  }
}

const TEXT = `must be a text of 1 to ${LONGEST_TEXT} characters`;

const isText = (value: FieldValue): boolean =>
  typeof value === 'string' && !isBlank(value) && value.length <= LONGEST_TEXT;

const isNumber = (value: FieldValue): boolean => typeof value === 'number' && Number.isFinite(value);

const matches = (value: FieldValue, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

function isDate(value: FieldValue): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

function faultOfList(value: FieldValue, item: TypeHint): string | undefined {
  if (!Array.isArray(value) || value.length > MOST_MEMBERS) return `must be a list of at most ${MOST_MEMBERS} members`;
  const faults = value.map((member) => faultOf(member, item));
  const index = faults.findIndex((fault) => fault !== undefined);
  return index < 0 ? undefined : `has a member ${index} that ${faults[index]}`;
}

function faultOfObject(
  value: FieldValue,
  members: Extract<TypeHint, { kind: 'object' }>['members'],
): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'must be an object';
  if (Object.keys(value).some((name) => !members.some((member) => member.name === name))) {
    return `must have no other members than ${members.map(({ name }) => name).join(', ')}`;
  }
  for (const { name, hint } of members) {
    const own = Object.hasOwn(value, name) ? value[name]! : null;
    const fault = own === null ? undefined : faultOf(own, hint ?? FREE);
    if (fault !== undefined) return `has a member ${name} that ${fault}`;
  }
  return undefined;
}

const FREE: TypeHint = { kind: 'text', guidance: '' };
