import { describe, expect, it } from 'vitest';
import { toPosition } from '../../../../src/platform/eventStore/eventStore.js';
import { begunBy, hasFacets, pageAsOf, within } from '../../../../src/projections/core/pageAsOf.js';
import { MOST_LOOKED_AT } from '../../../../src/projections/core/rowsAsOf.js';

/** A list of so many things, which counts how many of them are looked at. */
function listOf(count: number, belongs: (index: number) => boolean) {
  const counted = { looked: 0 };
  const read = (limit: number, after?: number) =>
    pageAsOf<number, string>({
      candidates: (most, behind = -1) =>
        Promise.resolve(
          Array.from({ length: Math.max(0, Math.min(most, count - behind - 1)) }, (_, n) => behind + 1 + n),
        ),
      keyOf: String,
      find(key) {
        counted.looked += 1;
        return Promise.resolve(belongs(Number(key)) ? `row ${key}` : undefined);
      },
      limit,
      after,
    });
  return { counted, read };
}

describe('a page as of a moment', () => {
  it('page by page has each thing that belongs there once, in the order of the list', async () => {
    const { read } = listOf(2_345, (index) => index % 7 === 0);
    for (const limit of [1, 50, 200]) {
      const rows: string[] = [];
      let after: number | undefined;
      do {
        const page = await read(limit, after);
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        rows.push(...page.rows);
        after = page.next;
      } while (after !== undefined);
      expect(rows).toEqual(Array.from({ length: 335 }, (_, n) => `row ${n * 7}`));
    }
  });

  it('looks at a bounded number of things, and goes on behind the last of them where that fills it not', async () => {
    const { counted, read } = listOf(5_000, (index) => index === 4_000);
    expect(await read(50)).toEqual({ rows: [], next: MOST_LOOKED_AT - 1 });
    expect(counted.looked).toBe(MOST_LOOKED_AT);
  });

  it('looks at hardly more than it shows where all belong', async () => {
    const { counted, read } = listOf(5_000, () => true);
    expect((await read(50)).rows).toHaveLength(50);
    expect(counted.looked).toBe(51);
  });

  it('names no next page behind what is the last', async () => {
    const { read } = listOf(50, () => true);
    expect((await read(50)).next).toBeUndefined();
    expect((await listOf(0, () => true).read(50)).next).toBeUndefined();
  });
});

describe('what may have been there by a moment', () => {
  const trail = {
    timeOf: (position: bigint) => Promise.resolve(position === 7n ? '2026-01-01T00:00:00.000Z' : undefined),
  };

  it('began by then, however a minute the clocks differ; where the trail does not tell, all may', async () => {
    expect(await begunBy(trail, { position: toPosition(7) })).toBe('2026-01-01T00:01:00.000Z');
    expect(await begunBy(trail, { time: '2026-01-01T00:00:00.000Z' })).toBe('2026-01-01T00:01:00.000Z');
    expect(await begunBy(trail, { position: toPosition(8) })).toBeUndefined();
  });

  it('is the narrower of that and of what is asked for', () => {
    expect(within({ created_from: 'a', created_to: 'c' }, 'b')).toEqual({ created_from: 'a', created_to: 'b' });
    expect(within({ created_to: 'a' }, 'b')).toEqual({ created_from: undefined, created_to: 'a' });
    expect(within({}, 'b').created_to).toBe('b');
    expect(within({ created_to: 'a' }, undefined).created_to).toBe('a');
  });
});

it('what is found by a type or a reason had it then', () => {
  const facets = { document_type: ['passport'], reason: ['expired'], metadata: {} };
  expect(hasFacets(facets, { document_type: 'passport', reason: 'expired' })).toBe(true);
  expect(hasFacets(facets, { reason: 'under_age' })).toBe(false);
  expect(hasFacets(null, { document_type: 'passport' })).toBe(false);
  expect(hasFacets(null, {})).toBe(true);
});
