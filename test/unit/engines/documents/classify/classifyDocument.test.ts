import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyDocument } from '../../../../../src/engines/documents/classify/classifyDocument.js';
import type { Classification } from '../../../../../src/engines/documents/classify/classification.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import type { MachineReadings } from '../../../../../src/engines/documents/extract/extraction.js';
import type { MrzFormat, MrzReading } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import { NO_READINGS, pageOfRows, typeOf } from '../extract/printedPage.js';

const PRESETS = new URL('../../../../../presets/', import.meta.url);
const shipped = readdirSync(PRESETS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as EngineDocumentType)
  .filter(({ pipeline_steps }) => !pipeline_steps.some((step) => step.startsWith('type:')));

const classify = (rows: readonly string[], types = shipped, readings: MachineReadings = NO_READINGS): Classification =>
  classifyDocument({ pages: [pageOfRows(rows)] }, types, readings);

const zoneOf = (format: MrzFormat, document_code: string, country = 'UTO'): MachineReadings => {
  const field = (value: string) => ({
    value,
    raw: value,
    box: [0, 0, 1, 1] as [number, number, number, number],
    confidence: 1,
  });
  const zone: MrzReading = {
    ...{ format, page: 1, box: [0, 0.8, 1, 0.1], lines: [], checks: [], valid: true, repaired: false },
    ...{ withheld: [], names_truncated: false, confidence: 0.98 },
    fields: { document_code: field(document_code), issuing_country: field(country) },
  };
  return { mrz: [zone], barcodes: [] };
};

const RECEIPT = [
  'LANTERN BOOKS SDN BHD',
  'SIMPLIFIED TAX INVOICE',
  'Cashier: 04',
  'Lamp||| 12.40',
  'TOTAL||| 12.40',
  'Cash||| 20.00',
  'Change||| 7.60',
  'Thank you, please come again',
  'Goods sold are not returnable',
];

describe('classification by words', () => {
  it.each([
    ['receipt', RECEIPT],
    [
      'bank_statement',
      [
        'Zenith Bank',
        'Statement of account',
        'Sort code 40-21-77',
        'Opening balance',
        'Closing balance',
        'Money out',
        'Money in',
      ],
    ],
    ['bank_statement', ['Sparkasse', 'Kontoauszug', 'Alter Kontostand', 'Neuer Kontostand']],
    [
      'passport',
      ['REPUBLIC OF UTOPIA', 'PASSPORT', 'Passport No', 'Surname', 'Given names', 'Nationality', 'Date of birth'],
    ],
    [
      'us_driver_license',
      ['WASHINGTON USA', 'DRIVER LICENSE', 'FEDERAL LIMITS APPLY', '4d LIC# WDL123', '9 CLASS', 'DONOR'],
    ],
  ])('knows a %s', (expected, rows) => {
    const result = classify(rows);
    expect(result.document_type).toBe(expected);
    expect(result.confidence).toBeGreaterThan(0.5);
    expect(result.evidence.length).toBeGreaterThan(0);
  });

  it('says which phrases it went by, in the words of the type', () => {
    const { evidence } = classify(RECEIPT);
    const receipt = shipped.find(({ context_id }) => context_id === 'receipt')!;
    const phrases = evidence.filter(({ kind }) => kind === 'phrase');
    expect(phrases.length).toBeGreaterThan(2);
    for (const { detail } of phrases) {
      expect([...receipt.classify_hints, receipt.display_name, 'receipt']).toContain(detail);
    }
  });

  it.each([
    ['a blank page', []],
    [
      'unrelated text',
      [
        'It was the best of times, it was the worst of times,',
        'it was the age of wisdom, it was the age of foolishness',
      ],
    ],
    ['a few stray marks', ['1', '||.', 'x9']],
  ])('says unknown of %s', (_, rows) => {
    const result = classify(rows);
    expect(result.document_type).toBe('unknown');
    expect(result.confidence).toBeGreaterThan(0.5);
  });

  it('says unknown where there are no candidates', () => {
    expect(classify(RECEIPT, [])).toEqual({ document_type: 'unknown', confidence: 1, evidence: [], alternatives: [] });
  });

  it('says unknown where the right type is not among the candidates', () => {
    const others = shipped.filter(({ context_id }) => !['receipt', 'invoice'].includes(context_id));
    expect(classify(RECEIPT, others).document_type).toBe('unknown');
  });

  it('knows the type of a user by a few hints of its own', () => {
    const pass = typeOf(
      { visitor: 'string' },
      { context_id: 'visitor_pass', display_name: 'Visitor pass', classify_hints: ['visitor pass', 'escort required'] },
    );
    expect(
      classify(['ZENITH WORKS', 'VISITOR PASS', 'ESCORT REQUIRED AT ALL TIMES'], [...shipped, pass]).document_type,
    ).toBe('visitor_pass');
  });

  it('counts a phrase that many types share for less than one that only one type has', () => {
    const of = (id: string, own: string) =>
      typeOf({}, { context_id: id, display_name: id, classify_hints: ['account number', own] });
    const types = [of('one', 'green ledger'), of('two', 'blue ledger'), of('three', 'red ledger')];
    const [first, ...rest] = classify(['Account number 1', 'BLUE LEDGER'], types).evidence;
    expect(first).toMatchObject({ detail: 'blue ledger' });
    expect(rest.find(({ detail }) => detail === 'account number')?.weight).toBeLessThan(first?.weight ?? 0);
  });

  it('forgives misread letters and lost spaces', () => {
    expect(classify(['STATEMENTOFACCOUNT', 'Openlng balance', 'Closing baIance', 'Sortcode']).document_type).toBe(
      'bank_statement',
    );
  });
});

describe('classification by machine-readable zones', () => {
  it.each([
    ['passport', zoneOf('TD3', 'P')],
    ['visa', zoneOf('MRV-A', 'V')],
    ['identity_card', zoneOf('TD1', 'I')],
    ['identity_card', zoneOf('FRA_ID', 'ID', 'FRA')],
    ['residence_permit', zoneOf('TD1', 'AR')],
    ['us_permanent_resident_card', zoneOf('TD1', 'C1', 'USA')],
  ])('knows a %s by its zone alone', (expected, readings) => {
    const result = classify(['UTOPIA'], shipped, readings);
    expect(result.document_type).toBe(expected);
    expect(result.evidence[0]?.kind).toBe('mrz');
  });

  it('does not take a document for one of another country', () => {
    const german = typeOf(
      { mrz: 'string' },
      { context_id: 'one', describes: { kind: 'identity_card', countries: ['DEU'] } },
    );
    const french = typeOf(
      { mrz: 'string' },
      { context_id: 'two', describes: { kind: 'identity_card', countries: ['FRA'] } },
    );
    expect(classify([], [german, french], zoneOf('TD1', 'I', 'FRA')).document_type).toBe('two');
  });

  it('goes by what a type says of itself, whatever it is called and whichever its fields are', () => {
    const named = typeOf({}, { context_id: 'passport', display_name: 'Passport of Utopia', category: 'identity' });
    const described = typeOf({}, { context_id: 'number_seven', display_name: 'VII', describes: { kind: 'passport' } });
    expect(classify([], [named, described], zoneOf('TD3', 'P')).document_type).toBe('number_seven');
  });

  it('outweighs words: a passport that mentions a visa is a passport', () => {
    expect(classify(['PASSPORT', 'VISA', 'Visas on pages 6 to 32'], shipped, zoneOf('TD3', 'P')).document_type).toBe(
      'passport',
    );
  });
});
