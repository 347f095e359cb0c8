import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  asKnownNow,
  fromRecorded,
  NO_READING,
  recordedReading,
  toRecorded,
} from '../../../../src/domain/cases/caseDocument.js';
import { CASE_REASONS } from '../../../../src/domain/cases/caseReasons.js';
import { REASONS_BY_POLICY } from '../../../../src/domain/documents/checkPolicy.js';
import { CHECKS, checkOf } from '../../../../src/domain/documents/checkRegistry.js';
import { CHECK_WEIGHTS } from '../../../../src/domain/documents/documentCheck.js';
import { maskFields } from '../../../../src/domain/documents/masking.js';

describe('the codes of checks', () => {
  it('are all explained in the docs, with their weight and what makes them, and no other', () => {
    const page = readFileSync('docs/checks.md', 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\| `?(\w+)`? +\|/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(Object.entries(CHECKS).map(([code, { weight, by }]) => [code, weight, by]));
  });

  it('are no weights and no reasons of another kind', () => {
    for (const code of Object.keys(CHECKS)) {
      expect(CHECK_WEIGHTS).not.toContain(code);
      expect(CASE_REASONS).not.toHaveProperty(code);
    }
  });

  it('stand beside reasons in policies that there are', () => {
    for (const code of REASONS_BY_POLICY) expect(CASE_REASONS).toHaveProperty(code);
  });
});

const differing = checkOf('mrz_differs_from_print', 'failed', 'They differ.', {
  field: 'document_number',
  values: ['U48213967', 'U48213999'],
});

describe('the values of a check', () => {
  it('are masked where the field is, the one that does not count too', () => {
    const { checks } = maskFields({ checks: [differing], extracted: { document_number: 'U48213967' } }, [
      'document_number',
    ]);
    expect(checks).toEqual([{ ...differing, values: ['*****3967', '*****3999'] }]);
  });

  it('are hidden wherever else they stand', () => {
    const part = { checks: [differing], error: 'Saw U48213999 in print.' };
    expect(maskFields(part, ['document_number']).error).toBe('Saw *****3999 in print.');
  });

  it('stay as they are of other fields', () => {
    expect(maskFields({ checks: [differing] }, ['surname']).checks).toEqual([differing]);
  });
});

describe('what was kept before there were checks', () => {
  it('is read with what the steps put out under its new name, and no checks', () => {
    const { step_outputs, ...kept } = { ...NO_READING, checks: { quality: { score: 1 } } };
    expect(asKnownNow(kept as never)).toMatchObject({ step_outputs: { quality: { score: 1 } }, checks: [] });
    expect(step_outputs).toEqual({});
  });

  it('is read from an event with what the steps put out, and no checks', () => {
    const { step_outputs, ...recorded } = { ...NO_READING, checks: { quality: { score: 1 } } };
    const read = fromRecorded(recordedReading.parse(recorded));
    expect(read).toEqual({ ...NO_READING, step_outputs: { quality: { score: 1 } } });
    expect(step_outputs).toEqual({});
  });

  it('and by a version of that time: an event has what the steps put out under the name that it reads', () => {
    const reading = { ...NO_READING, step_outputs: { quality: { score: 1 } }, checks: [differing] };
    expect(recordedReading.parse(toRecorded(reading))).toMatchObject({ checks: { quality: { score: 1 } } });
    expect(fromRecorded(recordedReading.parse(toRecorded(reading)))).toEqual(reading);
  });

  it('is left as it is where it has checks', () => {
    expect(asKnownNow(NO_READING)).toBe(NO_READING);
  });
});
