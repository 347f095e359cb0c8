import { describe, expect, it } from 'vitest';
import type { BarcodeReading } from '../../../../../src/engines/documents/barcode/barcodeReading.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import type { Extraction } from '../../../../../src/engines/documents/extract/extraction.js';
import type { MrzField, MrzReading } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import { NO_READINGS, pageOfRows, TODAY, typeOf } from './printedPage.js';

const SCHEMA = {
  document_type: 'string or null',
  issuing_country: 'country or null',
  document_number: 'string or null',
  surname: 'string or null',
  given_names: 'string or null',
  full_name: 'string or null',
  nationality: 'country or null',
  birth_date: 'date YYYY-MM-DD or null',
  sex: 'enum(M|F|X) or null',
  expiry_date: 'date YYYY-MM-DD or null',
  mrz: 'string or null',
};

const field = (value: string, raw = value): MrzField => ({ value, raw, box: [0.05, 0.8, 0.3, 0.03], confidence: 0.9 });

/** The specimen of ICAO Doc 9303-4. */
const LINES = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

const zone = (parts: Partial<MrzReading> = {}, fields: MrzReading['fields'] = {}): MrzReading => ({
  format: 'TD3',
  page: 1,
  box: [0.05, 0.8, 0.9, 0.08],
  lines: LINES,
  fields: {
    document_code: field('P'),
    issuing_country: field('UTO'),
    document_number: field('L898902C3'),
    surname: field('ERIKSSON'),
    given_names: field('ANNA MARIA', 'ANNA<MARIA'),
    nationality: field('UTO'),
    birth_date: field('1974-08-12', '740812'),
    sex: field('F'),
    expiry_date: field('2032-04-15', '320415'),
    ...fields,
  },
  checks: [
    { name: 'document_number', ok: true },
    { name: 'birth_date', ok: true },
    { name: 'expiry_date', ok: true },
    { name: 'composite', ok: true },
  ],
  valid: true,
  repaired: false,
  withheld: [],
  names_truncated: false,
  confidence: 0.97,
  ...parts,
});

const PRINT = [
  'Surname',
  'ERIKSSON',
  'Given names',
  'ANNA MARIA',
  'Date of birth',
  '12 AUG 1974',
  'Passport No',
  'L898902C3',
];

const extract = (
  rows: readonly string[],
  mrz: MrzReading[],
  barcodes: BarcodeReading[] = [],
  schema: object = SCHEMA,
): Extraction =>
  extractFields({ pages: [pageOfRows(rows)] }, typeOf({ ...schema }), { mrz, barcodes }, { today: TODAY });

const outcomeOf = (extraction: Extraction, name: string): string | undefined =>
  extraction.cross_checks.find((check) => check.field === name)?.outcome;

describe('a machine-readable zone', () => {
  it('states the fields of a passport, with its place and its characters', () => {
    const { extracted, sources, raw, coordinates } = extract(PRINT, [zone()]);
    expect(extracted).toEqual({
      document_type: 'P',
      issuing_country: 'UTO',
      document_number: 'L898902C3',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      full_name: 'ANNA MARIA ERIKSSON',
      nationality: 'UTO',
      birth_date: '1974-08-12',
      sex: 'F',
      expiry_date: '2032-04-15',
      mrz: LINES.join('\n'),
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['mrz']));
    expect(raw.birth_date).toBe('740812');
    expect(coordinates.surname).toEqual({ page: 1, box: [0.05, 0.8, 0.3, 0.03] });
  });

  it('is surer where print says the same, and says so', () => {
    const agreeing = extract(PRINT, [zone()]);
    const alone = extract([], [zone()]);
    expect(outcomeOf(agreeing, 'surname')).toBe('agrees');
    expect(outcomeOf(alone, 'surname')).toBe('not_found');
    expect(agreeing.confidences.surname).toBeGreaterThan(alone.confidences.surname ?? 1);
  });

  it('is contradicted by print that says something else, and keeps the last word where a check digit holds', () => {
    const result = extract(['Date of birth: 12.08.1984'], [zone()]);
    expect(outcomeOf(result, 'birth_date')).toBe('differs');
    expect(result.extracted.birth_date).toBe('1974-08-12');
  });

  it.each([
    ['a date', ['Date of birth: 12.08.1984', 'See note 12.08.1974'], 'birth_date'],
    ['a number', ['Passport No', 'L898902C7', 'ref L898902C3'], 'document_number'],
    ['a date on a second page or picture', ['Date of birth: 12.08.1974', 'Date of birth: 12.08.1984'], 'birth_date'],
  ])('is contradicted by what a label announces, though the zone has %s that stands elsewhere', (_, print, name) => {
    expect(outcomeOf(extract(print, [zone()]), name)).toBe('differs');
  });

  it('is not contradicted by another date that a label seems to announce too', () => {
    const print = ['Date of birth: 12.08.1974', 'Date of expiry: 15.04.2032', 'Date of birth / expiry', '15.04.2032'];
    expect(outcomeOf(extract(print, [zone()]), 'birth_date')).toBe('agrees');
  });

  it('takes accents and small letters from print that is the same name', () => {
    const name = { surname: field('MUELLER'), given_names: field('ELENA') };
    const result = extract(['Nachname', 'Müller', 'Vornamen', 'Elena'], [zone({}, name)]);
    expect(result.extracted).toMatchObject({ surname: 'Müller', given_names: 'Elena', full_name: 'Elena Müller' });
    expect(outcomeOf(result, 'surname')).toBe('agrees');
  });

  it.each([
    ['Cyrillic, as ICAO writes it', 'Фамилия', 'ЩЕРБАКОВА', 'SHCHERBAKOVA'],
    ['Cyrillic, as the state writes it', 'Фамилия', 'ЮЛИЯ', 'IULIIA'],
    ['Greek', 'Επώνυμο', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'PAPADOPOULOS'],
    ['Latin with letters that zones write as two', 'Nachname', 'Åström-Ærø', 'AASTROEM AEROE'],
  ])('knows a name in %s', (_script, label, printed, inZone) => {
    const result = extract([label, printed], [zone({}, { surname: field(inZone) })]);
    expect(outcomeOf(result, 'surname')).toBe('agrees');
    expect(result.extracted.surname).toBe(printed);
  });

  it('does not take a Latin name for one that is spelt almost like it', () => {
    const result = extract(['Surname', 'PHILIP'], [zone({}, { surname: field('PHILLIP') })]);
    expect(result.extracted.surname).toBe('PHILLIP');
  });

  it('takes the rest of a name that the zone had no room for from print', () => {
    const result = extract(
      ['Surname', 'VANDERBERGHEN'],
      [zone({ names_truncated: true }, { surname: field('VANDERBERG') })],
    );
    expect(result.extracted.surname).toBe('VANDERBERGHEN');
  });

  it('makes no full name of half a name, and no sure zone of lines that were read by halves', () => {
    const half = zone({ withheld: ['given_names'] });
    delete half.fields.given_names;
    const { extracted, confidences } = extract([], [half]);
    expect(extracted).toMatchObject({ surname: 'ERIKSSON', given_names: null, full_name: null });
    expect(confidences.mrz).toBeLessThan(0.6);
  });

  it('shows a date that the calendar does not have as it is printed', () => {
    const impossible = { ...field('230229'), impossible: true as const };
    const { extracted, raw } = extract([], [zone({}, { birth_date: impossible })]);
    expect(extracted).toMatchObject({ birth_date: '230229', document_number: 'L898902C3' });
    expect(raw.birth_date).toBe('230229');
  });

  it('does not agree with itself: its own rows are no print', () => {
    const page = pageOfRows(LINES);
    const at = { box: [0.05, 0.05, 0.9, 0.06] as MrzReading['box'] };
    const result = extractFields(
      { pages: [page] },
      typeOf(SCHEMA),
      { ...NO_READINGS, mrz: [zone(at)] },
      { today: TODAY },
    );
    expect(outcomeOf(result, 'document_number')).toBe('not_found');
  });

  it('gives way to sure print where its check digit fails', () => {
    const doubtful = zone(
      { valid: false, checks: [{ name: 'birth_date', ok: false }] },
      { birth_date: { ...field('1974-08-17', '740817'), confidence: 0.4 } },
    );
    const result = extract(['Date of birth: 12.08.1974'], [doubtful]);
    expect(result.extracted.birth_date).toBe('1974-08-12');
    expect(result.sources.birth_date).toBe('ocr');
  });

  it('leaves a date that is not known to the day to print', () => {
    const result = extract(['Date of birth: 12.08.1974'], [zone({}, { birth_date: field('1974') })]);
    expect(result.extracted.birth_date).toBe('1974-08-12');
  });

  it('says nothing of fields it does not have', () => {
    const result = extract(['Eye colour: green'], [zone()], [], { eye_color: 'string', surname: 'string' });
    expect(result.extracted).toEqual({ eye_color: 'green', surname: 'ERIKSSON' });
    expect(result.cross_checks.map((check) => check.field)).toEqual(['surname']);
  });
});

describe('the barcode of a driving licence', () => {
  const barcode: BarcodeReading = {
    format: 'PDF417',
    page: 1,
    box: [0.1, 0.5, 0.8, 0.2],
    text: '',
    aamva: {
      issuer: '636000',
      version: '10',
      kind: 'DL',
      fields: { DAQ: 'T64235789' },
      mapped: {
        document_number: { value: 'T64235789', raw: 'T64235789' },
        birth_date: { value: '1986-01-06', raw: '01061986' },
        issuing_region: { value: 'VA', raw: 'VA' },
        sex: { value: 'M', raw: '1' },
      },
    },
  };

  it('states its fields under the names that schemas have for them', () => {
    const schema = { licence_number: 'string', birth_date: 'date', issuing_state: 'string', sex: 'enum(M|F|X)' };
    const result = extract([], [], [barcode], schema);
    expect(result.extracted).toEqual({
      licence_number: 'T64235789',
      birth_date: '1986-01-06',
      issuing_state: 'VA',
      sex: 'M',
    });
    expect(result.sources.licence_number).toBe('barcode');
    expect(result.raw.birth_date).toBe('01061986');
  });
});
