/**
 * The named formats that a validation rule may ask for (`format`). Known here, so that an unknown name is refused when the
 * document type is saved; what each one means is the business of `engines/documents/validate/formats.ts`.
 */
export const KNOWN_FORMATS = [
  'date',
  'datetime',
  'email',
  'phone',
  'iban',
  'bic',
  'luhn',
  'mrz',
  'country',
  'currency',
  'amount',
  'passport_number',
  'vin',
  'ssn',
  'pan',
  'aadhaar',
] as const;

/** The name of a format that values can be checked against. */
export type FieldFormat = (typeof KNOWN_FORMATS)[number];

/** Whether a rule may name this format. */
export const isKnownFormat = (name: string): name is FieldFormat => (KNOWN_FORMATS as readonly string[]).includes(name);
