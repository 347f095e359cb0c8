import { describe, expect, it } from 'vitest';
import { explain } from '../../../../src/platform/search/explain.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const document = {
  document_type: 'passport',
  extracted: {
    Surname: 'Lindqvist',
    names: ['Anna', 'Maria'],
    number: '*****3967',
    total: 1250.5,
    lines: [
      { code: 'a', amount: 10 },
      { code: 'b', amount: 20 },
    ],
  },
  created_at: '2026-03-02T10:00:00.000Z',
};
const why = (query: string) => explain(readKql(query), document, now);

describe('why a query finds a thing', () => {
  it('is told of each of its parts, with the values by which it holds', () => {
    expect(why('document_type: passport and (extracted.surname: lind* or extracted.total > 2000)')).toEqual({
      clause: 'document_type: passport and (extracted.surname: lind* or extracted.total > 2000)',
      ...{ holds: true, matched: [] },
      of: [
        {
          ...{ clause: 'document_type: passport', holds: true, of: [] },
          matched: [{ field: 'document_type', value: 'passport' }],
        },
        {
          ...{ clause: 'extracted.surname: lind* or extracted.total > 2000', holds: true, matched: [] },
          of: [
            {
              ...{ clause: 'extracted.surname: lind*', holds: true, of: [] },
              matched: [{ field: 'extracted.Surname', value: 'Lindqvist' }],
            },
            { clause: 'extracted.total > 2000', holds: false, matched: [], of: [] },
          ],
        },
      ],
    });
  });

  it('is the values of all fields where a query names none, and each word may be in another', () => {
    expect(why('anna 1250.5 maria').matched).toEqual([
      { field: 'extracted.names', value: 'Anna' },
      { field: 'extracted.names', value: 'Maria' },
      { field: 'extracted.total', value: 1250.5 },
    ]);
    expect(why('created_at >= now-30d/d').matched).toEqual([{ field: 'created_at', value: document.created_at }]);
  });

  it('is nothing that is there, for what must not be', () => {
    expect(why('not extracted.surname: lopez')).toEqual({
      ...{ clause: 'not extracted.surname: lopez', holds: true, matched: [] },
      of: [{ clause: 'extracted.surname: lopez', holds: false, matched: [], of: [] }],
    });
  });

  it('is told of the first object of a list that is like that, if one is', () => {
    expect(why('extracted.lines: { code: b and amount: 20 }')).toMatchObject({
      holds: true,
      of: [
        {
          holds: true,
          of: [
            { clause: 'code: b', matched: [{ field: 'extracted.lines.code', value: 'b' }] },
            { clause: 'amount: 20', matched: [{ field: 'extracted.lines.amount', value: 20 }] },
          ],
        },
      ],
    });
    expect(why('extracted.lines: { code: a and amount: 20 }')).toMatchObject({ holds: false, of: [] });
  });

  it('is a masked value as it is shown alone', () => {
    expect(why('extracted.number: *3967').matched).toEqual([{ field: 'extracted.number', value: '*****3967' }]);
    expect(why('extracted.number: 123453967')).toMatchObject({ holds: false, matched: [] });
  });

  it('is bounded in how many values it tells, and how much of each', () => {
    const source = { values: Array.from({ length: 50 }, () => `x ${'y'.repeat(1_000)}`) };
    const { matched } = explain(readKql('values: x'), source, now);
    expect(matched).toHaveLength(5);
    expect(String(matched[0]?.value)).toHaveLength(500);
  });
});
