import { describe, expect, test } from 'vitest';
import { readGeneratedDocument } from '../../../../../src/api/http/documentation/openApiDocument.js';
import { ownWordsOf } from '../../../../../src/api/http/responses/ownWords.js';
import { withoutSent } from '../../../../../src/api/http/responses/withoutSent.js';

const own = ownWordsOf(readGeneratedDocument());
const logged = (detail: string, { url = '/v1/cases', body }: { url?: string; body?: unknown } = {}): string =>
  withoutSent(detail, own, { url, body });

describe('a refusal, as it is logged', () => {
  test.each([
    ['a goal', 'There is no agent for the goal canary7781', { goal: 'CANARY7781' }, 'There is no agent for the goal …'],
    ['a text', 'The type Anna Lind is gone', { deep: [{ note: 'for Anna Lind' }] }, 'The type … is gone'],
    [
      'a key',
      'expected has the name "Anna Lind", which is no field',
      { expected: { 'Anna Lind': 1 } },
      'expected has the name "…", which is no field',
    ],
    [
      'what is cut off',
      `There is no document type ${'q'.repeat(64)}`,
      { type: 'q'.repeat(90) },
      'There is no document type …',
    ],
  ])('says nothing of %s that the body sent', (_what, detail, body, expected) => {
    expect(logged(detail, { body })).toBe(expected);
  });

  test('says nothing of what the path or the query sent', () => {
    const url = '/v1/document-types/anna_lind?tenant_id=x&nonsense=Peter%20Berg';
    expect(logged('There is no document type anna_lind', { url })).toBe('There is no document type …');
    expect(logged('The value Peter Berg is none', { url })).toBe('The value … is none');
  });

  test('says nothing between backticks that is not of the API, also where the body could not be read', () => {
    expect(logged('The field `metadata.annaLind` holds a NUL character; remove it')).toBe(
      'The field `metadata.…` holds a NUL character; remove it',
    );
  });

  test('is left as it is where it repeats nothing', () => {
    for (const detail of [
      'The field `limit` must be between 1 and 200',
      'The field `items[3].document_type` is required',
      'The request body must be JSON in UTF-8; send `Content-Type: application/json`',
      'The case is completed; only a case in review can be decided',
    ]) {
      expect(logged(detail, { body: { goal: 'onboarding', metadata: { customer: '4711' } } })).toBe(detail);
    }
  });

  test('has no word but those of the API where too much was sent to be looked at, and is found quickly', () => {
    const body = { list: Array.from({ length: 5000 }, (_, index) => `word${index} `.repeat(10)) };
    const begun = performance.now();
    expect(logged('There is no agent for the goal word4999', { body })).toBe('There is no agent for the goal …');
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
