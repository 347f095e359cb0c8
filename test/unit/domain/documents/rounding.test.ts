import { expect, test } from 'vitest';
import { rounded } from '../../../../src/domain/documents/rounding.js';

test('boxes have four digits, confidences and scores three, wherever they stand', () => {
  expect(
    rounded({
      confidence: '0.98765',
      confidences: { surname: 0.97654321, total: 1 },
      coordinates: { surname: { page: 1, box: [0.123456, 0.1, 0.00004, 1] } },
      steps: [{ output: { score: 0.55555, duration_ms: 12.345678 } }],
    }),
  ).toEqual({
    confidence: '0.988',
    confidences: { surname: 0.977, total: 1 },
    coordinates: { surname: { page: 1, box: [0.1235, 0.1, 0, 1] } },
    steps: [{ output: { score: 0.556, duration_ms: 12.345678 } }],
  });
});

test('what was read is never touched, whatever its fields are called', () => {
  const read = {
    extracted: { score: 712.123456, box: [1.23456789], confidence: '0.123456' },
    raw: { confidence: '0.123456' },
    extractions: { test: { score: 0.98765 } },
    metadata: { confidence: '0.123456' },
  };
  expect(rounded(read)).toEqual(read);
});

test('what has few digits stays as it is', () => {
  const shown = { confidence: '1', confidences: { a: 0.5 }, at: '2026-03-02T09:00:00.123Z', box: null };
  expect(rounded(shown)).toEqual(shown);
});
