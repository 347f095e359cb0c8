import { describe, expect, it } from 'vitest';
import { assertOneOf, assertReason } from '../../../../../src/api/http/requests/closedLists.js';
import { createdWithin } from '../../../../../src/api/http/requests/moments.js';
import { ApiError } from '../../../../../src/api/http/responses/apiError.js';
import { CASE_REASONS } from '../../../../../src/domain/cases/caseReasons.js';
import { CHECKS } from '../../../../../src/domain/documents/index.js';

const refused = (ask: () => unknown): [number, string] | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.detail];
    throw error;
  }
};

describe('what a list is narrowed to by a name of a closed list', () => {
  it('is taken where there is such a name, or nothing is said', () => {
    expect(refused(() => assertReason(undefined))).toBeUndefined();
    for (const code of [...Object.keys(CASE_REASONS), ...Object.keys(CHECKS)]) {
      expect([code, refused(() => assertReason(code))]).toEqual([code, undefined]);
    }
  });

  it('is 422 where it is misspelt, and the name that is meant stands in the sentence', () => {
    expect(refused(() => assertReason('underage'))).toEqual([
      422,
      'The field `reason` must be the code of a reason, and "underage" is none; did you mean "under_age"?',
    ]);
    expect(refused(() => assertReason('Under-Age'))?.[1]).toMatch(/did you mean "under_age"\?$/);
    expect(refused(() => assertReason('side_mising'))?.[1]).toMatch(/did you mean "side_missing"\?$/);
  });

  it('is 422 with the nearest names where none is surely meant, also for what is long or empty', () => {
    const known = ['CaseOpened', 'CaseClosed', 'KeyIssued', 'KeyRevoked'];
    const detail = (given: string) =>
      refused(() => assertOneOf(given, { field: 'action', known, must: 'be one' }))?.[1];
    expect(detail('Opening')).toMatch(/did you mean "CaseOpened", "[A-Za-z]+" or "[A-Za-z]+"\?$/);
    expect(detail('')).toMatch(/ and "" is none; did you mean "KeyIssued"/);
    expect(detail('x'.repeat(10_000))?.length).toBeLessThan(250);
  });
});

describe('a while', () => {
  it('that ends before it begins is 422; a day is one from its first to its last moment', () => {
    expect(refused(() => createdWithin('2026-03-02', '2026-03-01'))).toEqual([
      422,
      'The field `created_to` must not lie before `created_from`',
    ]);
    expect(createdWithin('2026-03-02', '2026-03-02')).toEqual({
      created_from: '2026-03-02T00:00:00.000Z',
      created_to: '2026-03-02T23:59:59.999Z',
    });
    expect(refused(() => createdWithin('2026-03-02T10:00:00+02:00', '2026-03-02T08:00:00Z'))).toBeUndefined();
    expect(createdWithin(undefined, '2026-03-02')).toEqual({ created_to: '2026-03-02T23:59:59.999Z' });
  });
});
