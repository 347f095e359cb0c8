import {
  type Clue,
  type ClueKind,
  fieldMeaning,
  type FieldValue,
  valueOfMeaning,
} from '../../domain/documents/index.js';
import { countryCode } from '../documents/extract/values/country.js';
import { toLatin } from '../documents/text/latinLetters.js';
import { bareNumber, possibleDays, textOf } from './compareValues.js';
import { wordsOf } from './fold.js';
import { nameKey } from './names.js';

/** Shorter numbers are shared by many, or misread. */
export const SHORTEST_NUMBER = 4;

/** What is told of a document by what it says. */
export interface StatedFields {
  extracted: { readonly [field: string]: FieldValue };
}

/** Clues of a document that was read: of its file, of its number, and of whom it is about. */
export function cluesOfDocument({
  sha256,
  document_type,
  extracted,
}: StatedFields & { sha256: string; document_type: string }): Clue[] {
  const number = numberOf(extracted, 'document_number');
  const issuer = textOfMeaning(extracted, 'issuing_country');
  const country = countryCode(issuer) ?? wordsOf(toLatin(issuer)).join(' ');
  return [
    ...(sha256 === '' ? [] : [clue('file', sha256)]),
    ...(number === undefined
      ? []
      : [clue('document', JSON.stringify([number, country, document_type])), clue('document_number', number)]),
    ...cluesOfPerson(extracted),
  ];
}

/** Clues of whom fields are about: a full name with a birth date, and the numbers that one person has. */
export function cluesOfPerson(extracted: StatedFields['extracted']): Clue[] {
  const [name, born] = [holderOf(extracted), dayOf(textOfMeaning(extracted, 'birth_date'))];
  const numbers = PERSONAL_NUMBERS.flatMap((kind) => {
    const number = numberOf(extracted, kind);
    return number === undefined ? [] : [clue(kind, number)];
  });
  const person = name === undefined || born === undefined ? [] : [clue('person', JSON.stringify([name, born]))];
  return [...person, ...numbers];
}

/** The clue of a document's number as somebody writes it; undefined where it is too short to tell one document. */
export function clueOfNumber(text: string): Clue | undefined {
  const number = soundNumber(text);
  return number === undefined ? undefined : clue('document_number', number);
}

/** Whose document it says that it is, in the one form that all spellings of a name share; undefined where it does not say. */
export function holderOf(extracted: StatedFields['extracted']): string | undefined {
  const name = nameKey(textOfMeaning(extracted, 'full_name'));
  return name === '' ? undefined : name;
}

/** Whether a field is one that says who somebody is. */
export const tellsPerson = (field: string): boolean => TELLING.has(fieldMeaning(field));

const PERSONAL_NUMBERS = ['personal_number', 'ssn', 'tax_number'] as const;
const TELLING = new Set(['full_name', 'surname', 'given_names', 'birth_date', ...PERSONAL_NUMBERS]);

const clue = (kind: ClueKind, text: string): Clue => ({ kind, text });

const textOfMeaning = (extracted: StatedFields['extracted'], meaning: string): string =>
  textOf(valueOfMeaning(extracted, meaning)?.value ?? null);

const numberOf = (extracted: StatedFields['extracted'], meaning: string): string | undefined =>
  soundNumber(textOfMeaning(extracted, meaning));

function soundNumber(text: string): string | undefined {
  const number = bareNumber(text);
  return number.length < SHORTEST_NUMBER ? undefined : number;
}

/** A day that could be two is none: it would make two people one. */
function dayOf(text: string): string | undefined {
  const [day, ...others] = possibleDays(text);
  return others.length > 0 ? undefined : day;
}
