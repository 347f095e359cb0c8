import { describe, expect, it } from 'vitest';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import type { Extraction } from '../../../../../src/engines/documents/extract/extraction.js';
import { NO_READINGS, pageOfLines, pageOfRows, printed, TODAY, typeOf } from './printedPage.js';

const extract = (rows: readonly string[], schema: { [field: string]: string }, prompt_hint = ''): Extraction =>
  extractFields({ pages: [pageOfRows(rows)] }, typeOf(schema, { prompt_hint }), NO_READINGS, { today: TODAY });

describe('a value beside its label', () => {
  it('is read behind it, in the next column and below it', () => {
    expect(extract(['Invoice No: RE-2041'], { invoice_number: 'string or null' }).extracted).toEqual({
      invoice_number: 'RE-2041',
    });
    expect(extract(['Invoice No | RE-2041'], { invoice_number: 'string or null' }).extracted).toEqual({
      invoice_number: 'RE-2041',
    });
    expect(extract(['Invoice No', 'RE-2041'], { invoice_number: 'string or null' }).extracted).toEqual({
      invoice_number: 'RE-2041',
    });
  });

  it('is found under labels in other languages', () => {
    const schema = { birth_date: 'date YYYY-MM-DD or null', surname: 'string or null' };
    const rows = ['Nachname: Müller', 'Geburtsdatum: 14.03.1988'];
    expect(extract(rows, schema).extracted).toEqual({ birth_date: '1988-03-14', surname: 'Müller' });
    expect(extract(['Cognome', 'BIANCHI', 'Data di nascita', '27.04.1986'], schema).extracted).toEqual({
      birth_date: '1986-04-27',
      surname: 'BIANCHI',
    });
  });

  it('belongs to both languages of a label that is printed in two', () => {
    const rows = ['Surname / Nom', 'LINDQVIST', 'Date of birth / Date de naissance', '14 MAR 1988'];
    const schema = { surname: 'string or null', birth_date: 'date YYYY-MM-DD or null' };
    expect(extract(rows, schema).extracted).toEqual({ surname: 'LINDQVIST', birth_date: '1988-03-14' });
  });

  it('is announced by a single letter only as that is printed, or before a colon: an initial in a signature is no `à`', () => {
    const schema = { birth_place: 'string or null' };
    const place = (...rows: string[]) => extract(rows, schema).extracted['birth_place'];
    expect(place('Place of birth / Lieu de naissance', 'PORT ZENITH', 'A. M. Lindqvist')).toBe('PORT ZENITH');
    expect(place('à VEXHOLM')).toBe('VEXHOLM');
    expect(place('A: VEXHOLM')).toBe('VEXHOLM');
    expect(place('A. M. Lindqvist')).toBe(null);
  });

  it('is found by the labels that the type itself names', () => {
    const rows = ['Zaubernummer: XK-441', 'Other: 12'];
    const guidance = 'Read carefully.\nmagic: Zaubernummer, Magic number';
    expect(extract(rows, { magic: 'string or null' }, guidance).extracted).toEqual({ magic: 'XK-441' });
  });

  it('is found by the words of a field that nobody foresaw', () => {
    expect(extract(['Reactor temperature: 412'], { reactor_temperature: 'number or null' }).extracted).toEqual({
      reactor_temperature: 412,
    });
    expect(extract(['Reactor temperature: 412'], { reactorTemperature: 'number or null' }).extracted).toEqual({
      reactorTemperature: 412,
    });
  });

  it('goes to the longest label, not to a word of it', () => {
    const schema = {
      date: 'date YYYY-MM-DD or null',
      birth_date: 'date YYYY-MM-DD or null',
      expiry_date: 'date or null',
    };
    const rows = ['Expiry date: 01/02/2030', 'Date of birth: 03/04/1990', 'Date: 05/06/2024'];
    expect(extract(rows, schema).extracted).toEqual({
      date: '2024-06-05',
      birth_date: '1990-04-03',
      expiry_date: '2030-02-01',
    });
  });

  it('is never the value of two fields', () => {
    const schema = { phone: 'string or null', fax: 'string or null' };
    expect(extract(['Fax: 030 1234567'], schema).extracted).toEqual({ phone: null, fax: '030 1234567' });
  });

  it('forgives a misread letter in its label', () => {
    expect(extract(['Gwan nanes', 'ANNA MARIE'], { given_names: 'string or null' }).extracted.given_names).toBeNull();
    expect(extract(['Givan names', 'ANNA MARIE'], { given_names: 'string or null' }).extracted.given_names).toBe(
      'ANNA MARIE',
    );
  });
});

describe('a value in the form its type hint asks for', () => {
  it.each([
    ['Amount: 1.234,56 EUR', { price_amount: 'amount' }, 1234.56],
    ['Pages: 12', { pages: 'integer or null' }, 12],
    ['Insured: yes', { insured: 'boolean or null' }, true],
    ['Nationality: Deutsch', { nationality: 'country or null' }, 'DEU'],
    ['Currency: €', { currency: 'currency or null' }, 'EUR'],
    ['Sex: Weiblich', { sex: 'enum(M|F|X) or null' }, 'F'],
    ['Status: Single', { status: 'enum(single|married) or null' }, 'single'],
    ['Valid until: 31 déc. 2030', { valid_until: 'date YYYY-MM-DD' }, '2030-12-31'],
    ['Printed on: 05.06.2024', { printed_on: 'the date at the foot of the page' }, '2024-06-05'],
    ['Directors: A. Brandt; L. Weiss', { directors: 'list of string or null' }, ['A. Brandt', 'L. Weiss']],
  ])('%s', (row, schema, value) => {
    const prompt_hint =
      'price_amount: Amount\npages: Pages\nstatus: Status\nprinted_on: Printed on\ndirectors: Directors';
    expect(Object.values(extract([row], schema, prompt_hint).extracted)).toEqual([value]);
  });

  it('keeps the text as printed, where it stands, how sure it is and where it came from', () => {
    const result = extract(['Date of birth: 14.03.1988'], { birth_date: 'date YYYY-MM-DD or null' });
    expect(result.raw.birth_date).toBe('14.03.1988');
    expect(result.sources.birth_date).toBe('ocr');
    expect(result.confidences.birth_date).toBeGreaterThan(0.8);
    const { page, box } = result.coordinates.birth_date!;
    expect(page).toBe(1);
    expect(box[0]).toBeCloseTo(0.05 + 15 * 0.01, 5);
    expect(box[2]).toBeCloseTo(10 * 0.01, 5);
  });

  it('is null, with no confidence and no place, where it is not printed', () => {
    const result = extract(['Lorem ipsum dolor sit amet', 'consectetur adipiscing elit'], {
      iban: 'string or null',
      total: 'amount',
      birth_date: 'date',
    });
    expect(result.extracted).toEqual({ iban: null, total: null, birth_date: null });
    expect(result.confidences).toEqual({ iban: 0, total: 0, birth_date: 0 });
    expect(result.coordinates).toEqual({});
  });

  it('makes nothing up on a blank page', () => {
    expect(
      extract([], { company: 'string', total: 'amount', items: 'list of {description, amount}' }).extracted,
    ).toEqual({
      company: null,
      total: null,
      items: null,
    });
  });

  it('is less sure where the reader was', () => {
    const confidenceAt = (reading: number): number => {
      const lines = [printed('Surname:', 0.05, 0.1), printed('LINDQVIST', 0.16, 0.1, reading)];
      const result = extractFields({ pages: [pageOfLines(lines)] }, typeOf({ surname: 'string' }), NO_READINGS, {
        today: TODAY,
      });
      return result.confidences.surname ?? 0;
    };
    expect(confidenceAt(0.55)).toBeLessThan(confidenceAt(0.99));
  });

  it.each(['date', 'amount', 'company', 'address', 'string'])(
    'is likelier wrong than right where a %s was hardly legible, and sure where it was plain',
    (hint) => {
      const [field, text] = {
        date: ['date', '05/06/2024'] as const,
        amount: ['total', '37.10'] as const,
        company: ['company', 'LANTERN SDN BHD'] as const,
        address: ['address', '12 JALAN CONTOH, 40100 CONTOH'] as const,
        string: ['surname', 'LINDQVIST'] as const,
      }[hint]!;
      const confidenceAt = (reading: number): number => {
        const lines = [printed(`${field}:`, 0.05, 0.1), printed(text, 0.2, 0.1, reading)];
        const schema = { [field]: hint === 'date' || hint === 'amount' ? hint : 'string' };
        const document = { pages: [pageOfLines(lines)] };
        return extractFields(document, typeOf(schema), NO_READINGS, { today: TODAY }).confidences[field] ?? 0;
      };
      expect(confidenceAt(0.14)).toBeLessThan(0.5);
      expect(confidenceAt(1)).toBeGreaterThan(0.8);
    },
  );

  it('is less sure where another value is as good', () => {
    const confidenceOf = (...rows: string[]): number => extract(rows, { date: 'date' }).confidences.date ?? 0;
    const alone = confidenceOf('05/06/2024 15:41');
    expect(confidenceOf('05/06/2024 15:41', '17/08/2024 16:20')).toBeLessThan(alone - 0.05);
    expect(confidenceOf('05/06/2024 15:41', '05/06/2024 16:20')).toBeGreaterThanOrEqual(alone);
  });

  it('reads dates with the month first where the page does, and the birth of old people in the past', () => {
    const schema = { issue_date: 'date', expiry_date: 'date', birth_date: 'date' };
    const rows = ['Issued: 02/03/2020', 'Expires: 08/25/2028', 'Born: 04/05/41'];
    expect(extract(rows, schema).extracted).toEqual({
      issue_date: '2020-02-03',
      expiry_date: '2028-08-25',
      birth_date: '1941-04-05',
    });
  });

  it('fills the full name from its parts', () => {
    const schema = { surname: 'string', given_names: 'string', full_name: 'string' };
    expect(extract(['Surname: LINDQVIST', 'Given names: ANNA'], schema).extracted.full_name).toBe('ANNA LINDQVIST');
  });

  it('reads both ends of a period from one line', () => {
    const schema = { period_start: 'date', period_end: 'date' };
    expect(extract(['Statement period: 01/02/2026 to 28/02/2026'], schema).extracted).toEqual({
      period_start: '2026-02-01',
      period_end: '2026-02-28',
    });
  });

  it('puts the lines of an address together and stops at the next label', () => {
    const rows = ['Address', '27 Harbour Lane', 'Port Zenith 40217', 'Date of birth', '14.03.1988'];
    expect(extract(rows, { address: 'string', birth_date: 'date' }).extracted.address).toBe(
      '27 Harbour Lane Port Zenith 40217',
    );
  });

  it('takes the same words for the same value on every page', () => {
    const first = pageOfRows(['Policy schedule']);
    const second = { ...pageOfRows(['IBAN: DE89 3704 0044 0532 0130 00']), number: 2 };
    const result = extractFields({ pages: [first, second] }, typeOf({ iban: 'string' }), NO_READINGS, { today: TODAY });
    expect(result.extracted.iban).toBe('DE89370400440532013000');
    expect(result.coordinates.iban?.page).toBe(2);
  });
});
