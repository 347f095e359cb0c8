import { describe, expect, it } from 'vitest';
import { SearchTooDear, type Hit, type HitsAsked, type Search } from '../../../../src/platform/search/search.js';
import { onlyOf } from '../../../../src/platform/search/tenantScope.js';
import { everythingFound } from '../../../../src/projections/search/everythingFound.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const wanted = { kind: 'documents' as const, query: '', filters: [], sort: [] };
const ORDER = [{ field: 'name', order: 'asc' as const }];

/** A search that has so many things, named by their number, and what it was asked. */
function searchOf(total: number, fails?: (asked: HitsAsked) => boolean) {
  const asked: (HitsAsked & { tenant: string | null })[] = [];
  const search: Pick<Search, 'hits' | 'search'> = {
    hits: ({ tenant }, one) => {
      asked.push({ ...one, tenant });
      if (fails?.(one) === true) return Promise.reject(new SearchTooDear('looks at too much'));
      const first = Number(one.after?.[1] ?? -1) + 1;
      const hits = Array.from({ length: Math.min(total - first, one.limit + 1) }, (_, index): Hit => {
        const id = String(first + index);
        return { id, source: { id }, sort: [null, id] };
      });
      return Promise.resolve(hits);
    },
    search: () =>
      Promise.resolve({ total, hits: [], facets: new Map(), histogram: [], percentiles: new Map<string, number[]>() }),
  };
  return { asked, search };
}

const idsOf = async (pages: () => AsyncIterable<readonly object[]>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const page of pages()) all.push(...page.map((source) => (source as { id: string }).id));
  return all;
};

describe('everything that is found', () => {
  it('is there once, page after page, and from the beginning each time', async () => {
    for (const total of [0, 1, 200, 201, 450]) {
      const pages = await everythingFound(searchOf(total).search, onlyOf('acme'), wanted, now);
      const all = Array.from({ length: total }, (_, n) => String(n));
      expect(await idsOf(pages)).toEqual(all);
      expect(await idsOf(pages)).toEqual(all);
    }
  });

  it('is of one tenant and of one point in time, whether it was named or not', async () => {
    for (const [pit, at] of [
      [undefined, now.toISOString()],
      [false, now.toISOString()],
      [Buffer.from('2026-03-01T00:00:00.000Z').toString('base64url'), '2026-03-01T00:00:00.000Z'],
    ] as const) {
      const { asked, search } = searchOf(300);
      await idsOf(await everythingFound(search, onlyOf('acme'), { ...wanted, pit }, now));
      expect(asked).toHaveLength(2);
      for (const { where, tenant } of asked) {
        expect(tenant).toBe('acme');
        expect(JSON.stringify(where)).toContain(
          `{"is":"compare","field":"created_at","by":"<=","as":"moment","value":"${at}"}`,
        );
      }
    }
  });

  it('is put in another order only as far as that is no work without an end', async () => {
    const sorted = { ...wanted, sort: ORDER };
    const pages = await everythingFound(searchOf(10_000).search, onlyOf('acme'), sorted, now);
    expect(await idsOf(pages)).toHaveLength(10_000);
    await expect(everythingFound(searchOf(10_001).search, onlyOf('acme'), sorted, now)).rejects.toMatchObject({
      reason: 'invalid',
      message:
        'The field `sort` can put at most 10000 things in order, and 10001 are found: leave it out, or narrow the search',
    });
  });

  it('says of a query that is wrong what is, and of a page that would cost too much why', async () => {
    const { search } = searchOf(450, ({ after }) => after !== undefined);
    await expect(everythingFound(search, onlyOf('acme'), { ...wanted, query: 'a:' }, now)).rejects.toThrow(
      /cannot be read/,
    );
    const pages = await everythingFound(search, onlyOf('acme'), wanted, now);
    await expect(idsOf(pages)).rejects.toThrow('The search looks at too much: narrow it');
  });
});
