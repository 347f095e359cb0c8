/** A document rendered by this project, of an invented person or company, and what is printed on it. */
export interface Specimen {
  /** The `context_id` of the shipped document type it is a specimen of. */
  document_type: string;
  filename: string;
  mime_type: string;
  bytes: Buffer;
  /** What a perfect reader answers: field of the type's schema to normalised value. Fields not named are not printed. */
  truth: { [field: string]: string | number };
}

/** A person who does not exist. Names in capitals and small letters as on documents; dates ISO 8601. */
export interface InventedPerson {
  surname: string;
  given_names: string;
  birth_date: string;
  birth_place: string;
  sex: 'M' | 'F' | 'X';
  /** ISO 3166-1 alpha-3, or `UTO`, Utopia, the state that ICAO Doc 9303 reserves for specimens. */
  nationality: string;
  address: string;
}

/** The person on the identity specimens unless another is given. */
export const ANNA: InventedPerson = {
  surname: 'LINDQVIST',
  given_names: 'ANNA MARIE',
  birth_date: '1988-03-14',
  birth_place: 'PORT ZENITH',
  sex: 'F',
  nationality: 'UTO',
  address: '27 HARBOUR LANE, PORT ZENITH 40217',
};

/** `A. M. Lindqvist`: how the person signs. */
export function signatureOf(person: InventedPerson): string {
  const initials = person.given_names.split(' ').map((name) => `${name.slice(0, 1)}.`);
  return [...initials, person.surname.slice(0, 1) + person.surname.slice(1).toLowerCase()].join(' ');
}
