/**
 * What fields of different document types have in common: `full_name`, `name`, `holder_name` and a statement's
 * `account_holder` all say whose document it is. Building agents and cross-matching go by these meanings.
 */

/** How values of a meaning are compared. */
export type FieldKind = 'name' | 'date' | 'number' | 'address' | 'text';

interface Meaning {
  kind: FieldKind;
  /** Names that schemas give it, beside its own. */
  names?: string;
}

const MEANINGS: { readonly [meaning: string]: Meaning } = {
  full_name: {
    kind: 'name',
    names: `
      name holder holder_name holder_full_name name_of_holder fullname complete_name person_name legal_name
      account_holder account_holder_name account_name account_owner cardholder cardholder_name card_holder card_holder_name
      customer customer_name client_name subscriber_name employee_name insured_name policyholder_name passenger_name
      traveller_name traveler_name guest_name patient_name taxpayer_name tenant_name borrower_name renter_name owner_name
      applicant_name student_name member_name recipient_name addressee registered_keeper bearer bearer_name
    `,
  },
  surname: { kind: 'name', names: 'last_name lastname family_name familyname holder_surname primary_identifier' },
  given_names: {
    kind: 'name',
    names: 'given_name first_name first_names firstname forename forenames holder_given_names secondary_identifier',
  },
  birth_name: { kind: 'name', names: 'maiden_name name_at_birth' },
  father_name: { kind: 'name', names: 'fathers_name name_of_father' },
  mother_name: { kind: 'name', names: 'mothers_name name_of_mother' },
  company_name: { kind: 'name', names: 'company business_name organisation_name organization_name registered_name' },
  employer_name: { kind: 'name', names: 'employer name_of_employer' },
  birth_date: { kind: 'date', names: 'date_of_birth birthdate birthday dob born born_on holder_birth_date' },
  birth_place: { kind: 'text', names: 'place_of_birth birthplace city_of_birth' },
  birth_country: { kind: 'text', names: 'country_of_birth' },
  nationality: { kind: 'text', names: 'citizenship' },
  sex: { kind: 'text', names: 'gender' },
  address: {
    kind: 'address',
    names: `
      full_address home_address residential_address residence_address postal_address mailing_address permanent_address
      current_address holder_address account_holder_address cardholder_address customer_address employee_address
      policyholder_address service_address owner_address recipient_address borrower_address address_of_holder
    `,
  },
  registered_address: { kind: 'address', names: 'registered_office company_address business_address' },
  employer_address: { kind: 'address', names: 'address_of_employer' },
  postal_code: { kind: 'number', names: 'postcode post_code zip zip_code zipcode' },
  personal_number: {
    kind: 'number',
    names: 'personal_no national_id national_id_number national_number national_identification_number identity_number',
  },
  ssn: { kind: 'number', names: 'social_security_number social_security_no employee_ssn' },
  tax_number: {
    kind: 'number',
    names: 'tax_id tax_identification_number tin fiscal_code tax_code taxpayer_number vat_number vat_id',
  },
  registration_number: { kind: 'number', names: 'company_number company_registration_number registered_number' },
  iban: { kind: 'number', names: 'iban_number account_iban' },
  phone: { kind: 'number', names: 'phone_number telephone telephone_number mobile mobile_number' },
  email: { kind: 'text', names: 'email_address e_mail' },
  vin: { kind: 'number', names: 'vehicle_identification_number chassis_number' },

  document_number: {
    kind: 'number',
    names: `
      document_no doc_number passport_number passport_no id_number id_card_number identity_card_number licence_number
      license_number driving_licence_number driver_license_number visa_number permit_number
    `,
  },
  issue_date: { kind: 'date', names: 'date_of_issue issued issued_on date_issued' },
  expiry_date: {
    kind: 'date',
    names: 'date_of_expiry expiration_date expires expires_on valid_until valid_to valid_thru',
  },
  issuing_authority: { kind: 'text', names: 'authority issued_by issuing_office' },
  issuing_country: { kind: 'text', names: 'country_of_issue issuing_state' },
  issue_place: { kind: 'text', names: 'place_of_issue' },
};

/** Meanings that are about the one document: its numbers, dates, makers and sums. */
const OF_DOCUMENT = new Set(
  `
    document_number document_type document_code type form_number certificate_number card_number card_access_number
    account_number customer_number contract_number policy_number statement_number invoice_number bill_number order_number
    receipt_number reference reference_number booking_reference ticket_number serial_number sequence_number
    document_discriminator issue_date expiry_date date document_date statement_date invoice_date bill_date letter_date
    contract_date signature_date effective_date registration_date valid_from start_date end_date due_date period_start
    period_end captured_at issuing_authority issuing_country issue_place issuer issuer_name country_code place mrz
    signature signature_present currency currency_code term notice_period payment_terms governing_law purpose remarks
    notes title subject status
  `
    .trim()
    .split(/\s+/),
);

const meaningByName = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, { names = '' }]) =>
    [meaning, ...names.split(/\s+/)].map((name) => [name, meaning] as const),
  ),
);

/**
 * What a field means: `full_name` for `holder_name`, `birth_date` for `dateOfBirth`. A name that is not known means
 * itself, in snake_case.
 */
export function fieldMeaning(field: string): string {
  const name = snakeCase(field);
  return meaningByName.get(name) ?? name;
}

/** How values of a field are compared; of a name that is not known its last word tells. */
export function fieldKind(field: string): FieldKind {
  const meaning = fieldMeaning(field);
  if (Object.hasOwn(MEANINGS, meaning)) return MEANINGS[meaning]!.kind;
  return KIND_BY_LAST_WORD.find(([pattern]) => pattern.test(meaning))?.[1] ?? 'text';
}

/** Whether a field says something of its one document alone, so that another document has no reason to agree with it. */
export const isOfDocument = (field: string): boolean => OF_DOCUMENT.has(fieldMeaning(field));

/**
 * What a document says under a meaning: the value of the first field that has it and is not null, or undefined. A full
 * name that is printed in two parts counts as one: given names, then surname.
 * @param extracted values by field name
 * @param match name of a field, or a meaning
 */
export function valueOfMeaning<Value>(
  extracted: { readonly [field: string]: Value },
  match: string,
): { field: string; value: Value | string } | undefined {
  const meaning = fieldMeaning(match);
  const direct = firstWith(extracted, meaning);
  if (direct || meaning !== 'full_name') return direct;
  const surname = firstWith(extracted, 'surname');
  const given = firstWith(extracted, 'given_names');
  if (typeof surname?.value !== 'string' || typeof given?.value !== 'string') return undefined;
  return { field: `${given.field}+${surname.field}`, value: `${given.value} ${surname.value}` };
}

/** The meanings that documents with these fields state; a surname beside given names also states the full name. */
export function meaningsOf(fields: readonly string[]): Set<string> {
  const meanings = new Set(fields.map(fieldMeaning));
  if (meanings.has('surname') && meanings.has('given_names')) meanings.add('full_name');
  return meanings;
}

const KIND_BY_LAST_WORD: readonly (readonly [RegExp, FieldKind])[] = [
  [/(^|_)(date|dob)$|^date_of_/, 'date'],
  [/(^|_)(names?|surname)$|^name_of_/, 'name'],
  [/(^|_)address$/, 'address'],
  [/(^|_)(number|no|id|code|iban|bic|ssn|vin|amount|total|balance)$/, 'number'],
];

function firstWith<Value>(
  extracted: { readonly [field: string]: Value },
  meaning: string,
): { field: string; value: Value } | undefined {
  for (const [field, value] of Object.entries(extracted)) {
    const blank = value === null || value === undefined || value === '';
    if (!blank && fieldMeaning(field) === meaning) return { field, value };
  }
  return undefined;
}

const snakeCase = (field: string): string =>
  field
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
