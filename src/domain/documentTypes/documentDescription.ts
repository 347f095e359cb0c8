import { DomainError } from '../core/decider.js';
import { hasUnknown } from '../core/forms.js';
import { quote } from '../core/quote.js';

/** Values of `describes.format`. */
export const FORMATS = ['page', 'card', 'strip', 'booklet', 'photo'] as const;

/**
 * What a document type says its documents are. Nothing of it is guessed where it is not said: a type that says nothing takes
 * part by its hints and its schema.
 */
export interface DocumentDescription {
  /**
   * What kind of document it is, in snake_case. Zones and barcodes name `passport`, `visa`, `identity_card`, `residence_permit`
   * and `driving_licence`; types of one kind share what the engine has learnt of its words.
   */
  kind?: string;
  /** ISO 3166-1 alpha-3 codes of the countries that issue it; none: any country. */
  countries?: string[];
  /** What it looks like: a sheet, a card (ISO/IEC 7810), a till roll, a booklet, a photo of something. */
  format?: (typeof FORMATS)[number];
  /** The fields that are printed at the head of the page as those of who issued it; `{}`: none is. */
  issuer?: { name?: string; address?: string };
}

/** The names of what can be said; objects, so that the compiler finds the one that is missing. */
const PARTS = Object.keys({ kind: 1, countries: 1, format: 1, issuer: 1 } satisfies Record<
  keyof Required<DocumentDescription>,
  1
>);
const ISSUER = Object.keys({ name: 1, address: 1 } satisfies Record<
  keyof Required<NonNullable<DocumentDescription['issuer']>>,
  1
>);

/** Most countries of one type; ISO 3166-1 has 249. */
const MOST_COUNTRIES = 300;
const KIND = /^(?=.{1,64}$)[a-z0-9]+(_[a-z0-9]+)*$/;
const COUNTRY = /^[A-Z]{3}$/;

/**
 * A description as it was given, held to the names of what can be said: a part that is misspelt would say nothing, and nobody
 * would know.
 * @throws DomainError `invalid`
 */
export function readDescription(given: DocumentDescription): DocumentDescription {
  assertNames('describes', given, PARTS);
  if (given.issuer) assertNames('describes.issuer', given.issuer, ISSUER);
  return given;
}

function assertNames(where: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalid(`${where} ${hasUnknown('part', unknown, known)}`);
}

/**
 * Holds a description to words and codes of their form, and to fields that the type has.
 * @throws DomainError `invalid`
 */
export function assertDescription(
  { kind, countries = [], issuer = {} }: DocumentDescription,
  output_schema: { [field: string]: string },
): void {
  if (kind !== undefined && !KIND.test(kind)) {
    throw invalid(`describes.kind is ${quote(kind)}; it must be snake_case of 1 to 64 characters`);
  }
  if (countries.length > MOST_COUNTRIES)
    throw invalid(`describes.countries must have at most ${MOST_COUNTRIES} entries`);
  const malformed = countries.find((code) => !COUNTRY.test(code));
  if (malformed !== undefined) {
    throw invalid(`describes.countries has ${quote(malformed)}, which is no ISO 3166-1 alpha-3 code`);
  }
  for (const [part, field] of Object.entries(issuer)) {
    if (Object.hasOwn(output_schema, field)) continue;
    throw invalid(`describes.issuer.${part} is the field ${quote(field)}, which output_schema does not have`);
  }
}

const invalid = (message: string): DomainError => new DomainError('invalid', message);
