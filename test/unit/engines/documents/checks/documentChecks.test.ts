import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../../../../src/domain/documents/index.js';
import type { Authenticity } from '../../../../../src/engines/documents/authenticity/authenticity.js';
import { documentChecks } from '../../../../../src/engines/documents/checks/documentChecks.js';
import type { FieldCrossCheck } from '../../../../../src/engines/documents/extract/extraction.js';
import type { MrzReading } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import type { DocumentQuality } from '../../../../../src/engines/documents/quality/quality.js';

const zone = (given: Partial<MrzReading> = {}): MrzReading => ({
  ...{ format: 'TD3', page: 1, box: [0.05, 0.8, 0.9, 0.1], lines: [], fields: {}, withheld: [] },
  ...{ checks: [], valid: true, repaired: false, names_truncated: false, confidence: 0.99 },
  ...given,
});

const authenticity = (given: Partial<Authenticity> = {}): Authenticity => ({
  signals: [],
  examined: ['file_metadata', 'picture'],
  ...given,
});

const of = (code: string, found: Parameters<typeof documentChecks>[0]) =>
  documentChecks(found).filter((check) => check.code === code);

describe('the checks of a document', () => {
  test('name every code there is, and what no step looked at is not run', () => {
    const checks = documentChecks({});
    expect(checks.map(({ code }) => code)).toEqual(Object.keys(CHECKS));
    expect(checks.every(({ status }) => status === 'not_run')).toBe(true);
  });

  test('have both values and the place of the print where zone and print differ', () => {
    const cross_checks: FieldCrossCheck[] = [
      { field: 'surname', source: 'mrz', outcome: 'agrees' },
      {
        ...{ field: 'birth_date', source: 'mrz', outcome: 'differs', values: ['1988-03-14', '1978-03-14'] },
        printed_at: { page: 1, box: [0.3, 0.5, 0.2, 0.03] },
      },
      { field: 'sex', source: 'mrz', outcome: 'not_found' },
    ];
    const found = { authenticity: authenticity(), extraction: { cross_checks, coordinates: {} } };
    expect(of('mrz_differs_from_print', found)).toMatchObject([
      { status: 'passed', field: 'surname', values: [] },
      {
        ...{ status: 'failed', weight: 'strong', field: 'birth_date', values: ['1988-03-14', '1978-03-14'] },
        ...{ page: 1, box: [0.3, 0.5, 0.2, 0.03] },
      },
    ]);
    expect(of('barcode_differs_from_print', found)).toMatchObject([{ status: 'not_run' }]);
  });

  test('say less of a difference that nothing else of the zone bears out', () => {
    const cross_checks: FieldCrossCheck[] = [{ field: 'birth_date', source: 'mrz', outcome: 'differs' }];
    const signal = { code: 'mrz_differs_from_print', weight: 'moderate', message: '', evidence: {} } as const;
    const found = { authenticity: authenticity({ signals: [signal] }), extraction: { cross_checks, coordinates: {} } };
    expect(of('mrz_differs_from_print', found)).toMatchObject([{ status: 'failed', weight: 'moderate' }]);
  });

  test('name the field whose check digit does not hold', () => {
    const checks: MrzReading['checks'] = [
      { name: 'document_number', ok: true },
      { name: 'birth_date', ok: false },
      { name: 'composite', ok: false },
    ];
    expect(of('mrz_check_digit_fails', { mrz: [zone({ valid: false, checks })] })).toMatchObject([
      { status: 'failed', weight: 'strong', field: 'birth_date', page: 1 },
    ]);
    expect(of('mrz_check_digit_fails', { mrz: [zone()] })).toMatchObject([{ status: 'passed' }]);
    expect(of('mrz_check_digit_fails', { mrz: [] })).toMatchObject([{ status: 'not_run' }]);
    expect(of('mrz_missing', { mrz: [] })).toMatchObject([{ status: 'failed', weight: 'weak' }]);
    expect(of('mrz_missing', { mrz: [], kind: 'passport' })).toMatchObject([{ status: 'failed', weight: 'strong' }]);
  });

  test('are those of the worst page for each thing that is looked at', () => {
    const page = (number: number, score: number, verdict: 'good' | 'fair' | 'poor') => ({
      ...{ page: number, score, verdict },
      checks: { glare: { score, verdict, measured: 1 - score, unit: 'share of the picture' } },
    });
    const quality: DocumentQuality = {
      ...{ score: 0.1, verdict: 'poor', advice: [] },
      pages: [page(1, 0.9, 'good'), page(2, 0.1, 'poor')],
    };
    expect(of('glare', { quality })).toMatchObject([{ status: 'failed', page: 2 }]);
    expect(of('blurred', { quality })).toMatchObject([{ status: 'not_run' }]);
  });

  test('have the broken rules, each with its field and place', () => {
    const validation = {
      valid: false,
      violations: [{ field: 'expiry_date', rule: 'expired', message: 'The document has expired.' }],
    };
    const coordinates = { expiry_date: { page: 1, box: [0.1, 0.2, 0.3, 0.04] as [number, number, number, number] } };
    const found = { validation, extraction: { cross_checks: [], coordinates } };
    expect(of('expired', found)).toMatchObject([{ status: 'failed', field: 'expiry_date', page: 1 }]);
    expect(of('value_missing', found)).toMatchObject([{ status: 'passed' }]);
  });

  test('say of a document of another type what it looks like', () => {
    const asked = (found: string, confidence: number) => ({ asked: { asked: 'passport', found, confidence } });
    expect(of('type_mismatch', asked('utility_bill', 0.97))).toMatchObject([
      { status: 'failed', detail: expect.stringContaining('looks like the type utility_bill') as string },
    ]);
    expect(of('type_mismatch', asked('passport', 0.97))).toMatchObject([{ status: 'passed' }]);
    expect(of('type_mismatch', asked('utility_bill', 0.4))).toMatchObject([{ status: 'warned' }]);
    expect(of('type_mismatch', asked('unknown', 0.9))).toMatchObject([{ status: 'warned' }]);
    expect(of('type_mismatch', { asked: undefined })).toMatchObject([{ status: 'not_run' }]);
  });
});
