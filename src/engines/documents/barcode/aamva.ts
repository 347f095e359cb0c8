import type { AamvaFieldName, AamvaPayload } from './barcodeReading.js';

/** Header (annex D.12.3): issuer, version of the standard, of the issuer, number of subfiles, and where each of them stands. */
const HEADER = /ANSI (\d{6})(\d{2})(?:\d{2})?\d{2}((?:[A-Z]{2}\d{8})+)/;

/** The first element of a subfile follows the two letters of its type without a line break. */
const ELEMENT = /^(?:DL|ID|EN|Z[A-Z])?([DZ][A-Z]{2})(.*)$/;

/** Elements that become a field as they are. */
const PLAIN: { readonly [element: string]: AamvaFieldName } = {
  DAQ: 'document_number',
  DCU: 'name_suffix',
  DAI: 'city',
  DAJ: 'issuing_region',
  DCG: 'issuing_country',
  DAY: 'eye_color',
  DAZ: 'hair_color',
  DCA: 'vehicle_categories',
  DCB: 'restrictions',
  DCD: 'endorsements',
  DCF: 'document_discriminator',
};

const DATES: { readonly [element: string]: AamvaFieldName } = {
  DBB: 'birth_date',
  DBA: 'expiry_date',
  DBD: 'issue_date',
  DDB: 'card_revision_date',
};

/** Annex D.12.5.1: `NONE` for what the holder has not, `unavl` for what the issuer does not know. */
const ABSENT = /^(NONE|UNAVL|)$/i;

/**
 * Parses the text of a driving licence's or identity card's PDF417 (AAMVA DL/ID Card Design Standard 2020, annex D; older versions of
 * it and the Canadian date order too).
 * @returns `undefined` when the text has no AAMVA header
 */
export function parseAamva(text: string): AamvaPayload | undefined {
  const header = HEADER.exec(text);
  if (!header) return undefined;
  const [all, issuer = '', version = '', subfiles = ''] = header;
  const fields: { [element: string]: string } = {};
  for (const line of text.slice(header.index + all.length).split(/[\r\n]+/)) {
    const [, element, value] = ELEMENT.exec(line) ?? [];
    if (element && value !== undefined && !(element in fields)) fields[element] = value.trimEnd();
  }
  return { issuer, version, kind: subfiles.slice(0, 2), fields, mapped: mapFields(fields) };
}

function mapFields(fields: { [element: string]: string }): AamvaPayload['mapped'] {
  const mapped: AamvaPayload['mapped'] = {};
  const put = (field: AamvaFieldName, value: string | undefined, ...raw: (string | undefined)[]): void => {
    if (value && !ABSENT.test(value)) mapped[field] = { value, raw: raw.filter(Boolean).join(' ') };
  };
  const is = (element: string): string | undefined =>
    ABSENT.test(fields[element]?.trim() ?? '') ? undefined : fields[element]?.trim();
  for (const [element, field] of Object.entries(PLAIN)) put(field, is(element), fields[element]);
  for (const [element, field] of Object.entries(DATES))
    put(field, isoDate(is(element), is('DCG') === 'CAN'), fields[element]);
  putNames(put, is);
  const street = [is('DAG'), is('DAH')].filter(Boolean).join(', ');
  const postalCode = is('DAK') && postalCodeOf(is('DAK') ?? '');
  put('street', street, is('DAG'), is('DAH'));
  put('postal_code', postalCode, fields['DAK']);
  const region = [is('DAJ'), postalCode].filter(Boolean).join(' ');
  put('address', [street, is('DAI'), region].filter(Boolean).join(', '), is('DAG'), is('DAI'), is('DAJ'), is('DAK'));
  put('sex', { '1': 'M', '2': 'F', '9': 'X', M: 'M', F: 'F', X: 'X' }[is('DBC') ?? ''], fields['DBC']);
  put('height', heightOf(is('DAU')), fields['DAU']);
  put(
    'weight',
    is('DAX') ? `${Number(is('DAX'))} kg` : is('DAW') && `${Number(is('DAW'))} lb`,
    fields['DAX'] ?? fields['DAW'],
  );
  if (is('DDK') === '1') put('organ_donor', 'true', fields['DDK']);
  if (is('DDL') === '1') put('veteran', 'true', fields['DDL']);
  return mapped;
}

/**
 * Names stand in `DCS`, `DAC` and `DAD` (since 2009), `DCS` and `DCT` (2005), or `DAA` as `LAST,FIRST,MIDDLE` (2000).
 */
function putNames(
  put: (field: AamvaFieldName, value: string | undefined, ...raw: (string | undefined)[]) => void,
  is: (element: string) => string | undefined,
): void {
  const [last, ...first] = (is('DAA') ?? '').split(',').map((part) => part.trim());
  const surname = is('DCS') ?? is('DAB') ?? last;
  const separate = [is('DAC'), is('DAD')].filter(Boolean).join(' ');
  const given = separate || (is('DCT') ?? first.join(' ')).replace(/,/g, ' ').replace(/\s+/g, ' ').trim();
  put('surname', surname, surname);
  put('given_names', given, given);
  put('full_name', [given, surname].filter(Boolean).join(' '), given, surname);
}

/** `MMDDYYYY` in the United States, `YYYYMMDD` in Canada and in the first version; whichever is a date. */
function isoDate(raw: string | undefined, canadian: boolean): string | undefined {
  if (!raw || !/^\d{8}$/.test(raw)) return undefined;
  const us = `${raw.slice(4)}-${raw.slice(0, 2)}-${raw.slice(2, 4)}`;
  const yearFirst = `${raw.slice(0, 4)}-${raw.slice(4, 6)}-${raw.slice(6)}`;
  return (canadian ? [yearFirst, us] : [us, yearFirst]).find(isDate);
}

function isDate(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  const year = Number(iso.slice(0, 4));
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) && year >= 1900 && year < 2200;
}

/** `071 IN`, `180 CM`, or in the first versions `510` for 5 feet 10 inches. */
function heightOf(raw: string | undefined): string | undefined {
  const [, amount, unit] = /^(\d{1,3})\s*(in|cm)?$/i.exec(raw ?? '') ?? [];
  if (!amount) return undefined;
  if (unit) return `${Number(amount)} ${unit.toLowerCase()}`;
  return amount.length === 3 ? `${Number(amount[0]) * 12 + Number(amount.slice(1))} in` : undefined;
}

/** ZIP+4 stands without a hyphen, and zeros for an unknown extension. Canadian codes keep their letters. */
function postalCodeOf(raw: string): string {
  const [, zip, extension] = /^(\d{5})(\d{4})?$/.exec(raw.replace(/\s/g, '')) ?? [];
  if (!zip) return raw;
  return extension && extension !== '0000' ? `${zip}-${extension}` : zip;
}
