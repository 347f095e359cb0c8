import type { FieldRule } from './documentTypeConfig.js';

/**
 * Which rule the name of a field suggests; the first row that fits counts. A pattern is matched against whole words at
 * the end of the snake_case name. What is abused most when it leaks is masked. Nothing is suggested to be required: a
 * name does not tell whether an issuer leaves the field empty.
 */
const SUGGESTIONS: readonly (readonly [ending: string, rule: FieldRule])[] = [
  ['iban(_number)?', { format: 'iban', mask: true }],
  ['(bic|swift)(_code)?', { format: 'bic' }],
  ['card_number', { format: 'luhn', mask: true }],
  ['(ssn|social_security_number)', { format: 'ssn', mask: true }],
  ['aadhaar(_number)?', { format: 'aadhaar', mask: true }],
  ['pan(_number)?', { format: 'pan', mask: true }],
  ['account_number', { mask: true }],
  ['passport_(number|no)', { format: 'passport_number' }],
  ['(vin|vehicle_identification_number)', { format: 'vin' }],
  ['mrz(_line)?(_?[123])?', { format: 'mrz' }],
  ['e_?mail(_address)?', { format: 'email' }],
  ['(phone|telephone|mobile|fax)(_number)?', { format: 'phone' }],
  ['(datetime|date_time|timestamp)', { format: 'datetime' }],
  ['(date|dob|date_of_[a-z]+)', { format: 'date' }],
  ['(country|nationality)(_code)?', { format: 'country' }],
  ['currency(_code)?', { format: 'currency' }],
  ['(amount|total|subtotal|tax|vat|price|fee|balance|salary|income)', { format: 'amount' }],
];

const PATTERNS = SUGGESTIONS.map(([ending, rule]) => [new RegExp(`(?:^|_)${ending}$`), rule] as const);

/** The rule that the name of a field suggests, or undefined. Lists, objects and truth values get none. */
export function suggestRule(field: string, typeHint: string): FieldRule | undefined {
  if (/^\s*(list|object|boolean)\b/i.test(typeHint)) return undefined;
  const name = field.toLowerCase();
  const found = PATTERNS.find(([pattern]) => pattern.test(name));
  return found && { ...found[1] };
}
