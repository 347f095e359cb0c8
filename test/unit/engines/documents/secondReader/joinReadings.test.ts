import { describe, expect, test } from 'vitest';
import { CHECKS, checkOf, type CheckCode, type PipelineResult } from '../../../../../src/domain/documents/index.js';
import { joinReadings, type SecondValue } from '../../../../../src/engines/documents/secondReader/joinReadings.js';

const result: PipelineResult = {
  ...{ document_type: 'till_slip', confidence: '0.98', valid: true, violations: [] },
  extracted: { company: 'Brook & Sons', total_amount: 12.5, date: null },
  confidences: { company: 0.6, total_amount: 0.7, date: 0 },
  coordinates: { company: { page: 1, box: [0.1, 0.1, 0.2, 0.02] } },
  ...{ raw: { company: 'Brook & Sons' }, sources: { company: 'ocr', total_amount: 'ocr' } },
  checks: (Object.keys(CHECKS) as CheckCode[]).map((code) => checkOf(code, 'not_run', 'Not looked at.')),
};

const said = (value: string | number): SecondValue => ({
  ...{ value, raw: String(value), source: 'ocr', coordinates: { page: 1, box: [0.5, 0.5, 0.1, 0.02] } },
});

const statusOf = ({ checks = [] }: PipelineResult, code: string) =>
  checks.filter((check) => check.code === code).map(({ status, field, values }) => ({ status, field, values }));

describe('what two readers say of a document', () => {
  test('is sure where they say the same, however it is spaced', () => {
    const joined = joinReadings(result, {
      values: { company: said('BROOK & SONS'), total_amount: said(12.5) },
      invented: [],
    });
    expect(joined.agreed).toEqual(['company', 'total_amount']);
    expect(joined.result.extracted).toEqual(result.extracted);
    expect(joined.result.confidences).toMatchObject({ company: 0.95, total_amount: 0.95 });
    expect(statusOf(joined.result, 'model_differs')).toEqual([{ status: 'passed', field: null, values: [] }]);
  });

  test('keeps what the engine read where they differ, and shows a person both', () => {
    const joined = joinReadings(result, { values: { total_amount: said(125) }, invented: [] });
    expect(joined.differing).toEqual(['total_amount']);
    expect(joined.result.extracted['total_amount']).toBe(12.5);
    expect(joined.result.confidences['total_amount']).toBe(0.7);
    expect(statusOf(joined.result, 'model_differs')).toEqual([
      { status: 'failed', field: 'total_amount', values: ['12.5', '125'] },
    ]);
    expect(joined.result.checks?.find(({ code }) => code === 'model_differs')?.weight).toBe('strong');
  });

  test('takes what the model alone found, says so, and is not sure of it', () => {
    const joined = joinReadings(result, { values: { date: said('2026-03-01') }, invented: [] });
    expect(joined.added).toEqual(['date']);
    expect(joined.result.extracted['date']).toBe('2026-03-01');
    expect(joined.result.confidences['date']).toBe(0.5);
    expect(joined.result.coordinates['date']).toEqual({ page: 1, box: [0.5, 0.5, 0.1, 0.02] });
    expect(statusOf(joined.result, 'model_alone')).toEqual([{ status: 'failed', field: 'date', values: [] }]);
  });

  test('leaves out what does not stand on the page, and names the field alone', () => {
    const joined = joinReadings(result, { values: {}, invented: ['date'] });
    expect(joined.result.extracted).toEqual(result.extracted);
    expect(statusOf(joined.result, 'model_not_on_page')).toEqual([{ status: 'failed', field: 'date', values: [] }]);
  });

  test('has each check in its place, and the reading before is not touched', () => {
    const before = structuredClone(result);
    const { result: after } = joinReadings(result, { values: { date: said('2026-03-01') }, invented: ['company'] });
    expect(result).toEqual(before);
    expect(after.checks?.map(({ code }) => code)).toEqual(Object.keys(CHECKS));
  });
});
