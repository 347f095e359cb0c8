/**
 * What values of a field look like, whatever its type hint says: a field declared `string` may still be a date or a
 * person's name, and is found better when that is known.
 */
export type FieldShape =
  | 'date'
  | 'time'
  | 'amount'
  | 'number'
  | 'percentage'
  | 'boolean'
  | 'person'
  | 'company'
  | 'address'
  | 'place'
  | 'identifier'
  | 'country'
  | 'currency'
  | 'sex'
  | 'phone'
  | 'email'
  | 'url'
  | 'iban'
  | 'bic'
  | 'card_number'
  | 'ssn'
  | 'aadhaar'
  | 'indian_pan'
  | 'vin'
  | 'mrz'
  | 'text';

/** A thing that documents state, under whatever label and language. */
export interface Concept {
  shape: FieldShape;
  /** Names a schema may give the field, in words, separated by commas. */
  names: string;
  /** Labels printed beside the value, in many languages, separated by commas. */
  labels: string;
}

/** The phrases of a comma-separated list. */
export const phrasesOf = (list: string): string[] =>
  list
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
    .filter((phrase) => phrase !== '');
