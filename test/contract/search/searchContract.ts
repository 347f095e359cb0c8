import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Condition, EVERYTHING } from '../../../src/platform/search/condition.js';
import { holds } from '../../../src/platform/search/holds.js';
import { kqlCondition } from '../../../src/platform/search/kql/kqlCondition.js';
import { readKql } from '../../../src/platform/search/kql/readKql.js';
import {
  SEARCH_KINDS,
  type Hit,
  type Search,
  type SearchKind,
  type SortKey,
  type SortValues,
} from '../../../src/platform/search/search.js';
import { indexed, type Shown } from '../../../src/platform/search/searchable.js';
import { everyTenant, onlyOf } from '../../../src/platform/search/tenantScope.js';
import { queries } from './anyQuery.js';

/** A thing that is put into an index. */
export interface Thing {
  id: string;
  tenant_id: string;
  at: string;
  source: { readonly [name: string]: Shown };
}

/** An index of things, and what fills it. */
export interface SearchUnderTest {
  search: Search;
  /** What is put in is found once it is resolved, among the things of that kind. */
  put(kind: SearchKind, things: readonly Thing[]): Promise<void>;
  close(): Promise<void>;
}

export const NOW = new Date('2026-03-10T12:00:00.000Z');

const VALUES: readonly Shown[] = [
  ...[
    'Ana Lopez',
    'ana',
    'LOPEZ ANA',
    'Søren Müller',
    '****3-77',
    '100%',
    'a_b',
    'a\\b',
    'x*y',
    '--',
    '',
    '東京 ana',
    '[^ ]',
  ],
  ...[1, 2.5, -3, '2.50', '12', 1e21, 0.1, true, false, null, '2026-03-02', '2026-03-02T10:00:00+02:00', '1.5.2'],
  ...[['ana', 'b'], [], { ana: 'x' }, ['2026-03-02', 7]],
];

/** Things of a kind, which differ from those of the others by what they say of themselves alone. */
const thingsOf = (kind: SearchKind): Thing[] =>
  things.map(({ source, ...thing }) => ({ ...thing, source: { ...source, kind } }));

const things: Thing[] = VALUES.flatMap((name, index) =>
  [0, 1].map((turn) => ({
    id: `d${String(index).padStart(2, '0')}-${turn}`,
    tenant_id: turn === 0 ? 'acme' : '',
    // Some of the same moment.
    at: new Date(Date.UTC(2026, 2, 1 + (index % 7))).toISOString(),
    source: {
      Name: name,
      other: VALUES[(index * 7 + turn) % VALUES.length] ?? null,
      reasons: [
        { code: 'x', type: name, n: null },
        { code: index % 2 === 0 ? 'y' : 'z', type: 'ana', n: index },
      ],
    },
  })),
);

/** How many things each tenant has. */
const HALF = VALUES.length;

/** What an adapter has to find, by what conditions mean. */
const expected = (where: Condition, tenant: string | undefined, kind: SearchKind = ALL.kind): string[] =>
  thingsOf(kind)
    .filter((thing) => tenant === undefined || thing.tenant_id === tenant)
    .filter((thing) => holds(where, { ...indexed(thing.source), own: {} }))
    .sort((one, other) => other.at.localeCompare(one.at) || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id);

const ALL = { kind: 'documents' as const, where: EVERYTHING, sort: [], limit: 50, facets: [], percentiles: [] };

const ORDERS: readonly SortKey[][] = [
  [],
  [{ field: 'name', order: 'asc' }],
  [{ field: 'Name', order: 'desc' }],
  [
    { field: 'reasons.code', order: 'desc' },
    { field: 'other', order: 'asc' },
  ],
  [{ field: 'nothing', order: 'asc' }],
];

/** Ids in the order that is asked for. */
function inOrder(ids: readonly string[], sort: readonly SortKey[]): string[] {
  const placeOf = (id: string) => {
    const thing = things.find((one) => one.id === id);
    const { fields } = indexed(thing?.source ?? {});
    return sort.flatMap(({ field, order }) => {
      const { n = [], v = [] } = fields[field.toLowerCase()] ?? {};
      const numbers = n.toSorted((one, other) => one - other);
      const texts = v.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      const at = order === 'asc' ? 0 : -1;
      return [numbers.at(at), texts.at(at)].map((value) => ({ value, order }));
    });
  };
  const way = sort[0]?.order ?? 'desc';
  return ids.toSorted((one, other) => {
    const [places, others] = [placeOf(one), placeOf(other)];
    for (const [index, { value, order }] of places.entries()) {
      const against = others[index]?.value;
      if (value === against) continue;
      if (value === undefined || against === undefined) return value === undefined ? 1 : -1;
      const difference =
        typeof value === 'number' && typeof against === 'number'
          ? value - against
          : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(against)));
      return order === 'asc' ? difference : -difference;
    }
    if (sort.length === 0)
      return expected(EVERYTHING, undefined).indexOf(one) - expected(EVERYTHING, undefined).indexOf(other);
    return (one < other ? -1 : 1) * (way === 'asc' ? 1 : -1);
  });
}

/** What every adapter of the search port keeps to. */
export function searchContract(open: () => Promise<SearchUnderTest>): void {
  let under: SearchUnderTest;
  beforeAll(async () => {
    under = await open();
    for (const kind of SEARCH_KINDS) await under.put(kind, thingsOf(kind));
  });
  afterAll(() => under.close());

  const found = async (
    where: Condition,
    tenant?: string,
    page: { kind?: SearchKind; limit?: number; offset?: number; after?: { at: string; id: string } } = {},
  ): Promise<string[]> => {
    const scope = tenant === undefined ? everyTenant : onlyOf(tenant);
    const hits = await under.search.newest<{ id: string }>(scope, { kind: ALL.kind, where, limit: 200, ...page });
    return hits.map(({ id }) => id);
  };
  const query = (text: string): Condition => kqlCondition(readKql(text), NOW);

  describe('a search', () => {
    it('finds what a query means, newest first, whatever is asked', { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(
          queries,
          fc.constantFrom(undefined, 'acme', '', 'none'),
          fc.constantFrom(...SEARCH_KINDS),
          async (text, tenant, kind) => {
            expect(await found(query(text), tenant, { kind }), text).toEqual(expected(query(text), tenant, kind));
          },
        ),
        { numRuns: 300 },
      );
    });

    it('finds, tells and counts things of the kind alone that is asked for', async () => {
      for (const kind of SEARCH_KINDS) {
        const asked = { ...ALL, kind, limit: 200, facets: ['kind'] };
        const { total, hits, facets } = await under.search.search(onlyOf('acme'), asked);
        expect([total, hits.map(({ source }) => source['kind'])]).toEqual([HALF, Array<string>(HALF).fill(kind)]);
        expect(facets.get('kind')).toEqual({ values: [{ value: kind, count: HALF }], missing: 0, other: 0 });
        expect(await under.search.hits(onlyOf('acme'), asked)).toEqual(hits);
        for (const other of SEARCH_KINDS)
          expect(await found(query(`kind: ${other}`), 'acme', { kind })).toHaveLength(other === kind ? HALF : 0);
      }
    });

    it('finds the parts of words in the values, with signs for themselves', async () => {
      for (const text of ['ana', 'opez', '100%', '%', '_', '\\', '*', 'nothing at all'])
        expect(await found({ is: 'contains', text }), text).toEqual(expected({ is: 'contains', text }, undefined));
    });

    it('finds page by page what it finds at once', async () => {
      const all = await found(query(''));
      expect(all).toHaveLength(things.length);
      expect(await found(query(''), undefined, { limit: 5, offset: 7 })).toEqual(all.slice(7, 12));
      const last = things.find(({ id }) => id === all[11]);
      const after = { at: last?.at ?? '', id: last?.id ?? '' };
      expect(await found(query(''), undefined, { limit: 5, after })).toEqual(all.slice(12, 17));
    });

    it('finds everything once, page by page, in the order that is asked for', async () => {
      for (const sort of ORDERS) {
        const asked = { ...ALL, where: query('not name: b'), sort, limit: 7 };
        const pages: Hit[] = [];
        for (let after: SortValues | undefined; ;) {
          const { hits, total } = await under.search.search(onlyOf('acme'), { ...asked, after });
          pages.push(...hits.slice(0, 7));
          expect(total).toBe(expected(asked.where, 'acme').length);
          after = hits[6]?.sort;
          if (hits.length <= 7) break;
        }
        const ids = pages.map(({ id }) => id);
        expect(ids.toSorted()).toEqual(expected(asked.where, 'acme').toSorted());
        expect(ids, JSON.stringify(sort)).toEqual(inOrder(ids, sort));
        expect(pages.every(({ source, id }) => source['id'] === id)).toBe(true);
      }
    });

    it('reads everything page after page as it finds it page by page, of one tenant alone', async () => {
      for (const sort of ORDERS) {
        const asked = { kind: ALL.kind, where: query('not name: b'), sort, limit: 7 };
        const read: string[] = [];
        for (let after: SortValues | undefined; ;) {
          const hits = await under.search.hits(onlyOf('acme'), { ...asked, after });
          const found = await under.search.search(onlyOf('acme'), { ...ALL, ...asked, after });
          expect(hits).toEqual(found.hits);
          read.push(...hits.slice(0, 7).map(({ id }) => id));
          after = hits[6]?.sort;
          if (hits.length <= 7) break;
        }
        expect(read.toSorted()).toEqual(expected(asked.where, 'acme').toSorted());
      }
    });

    it('counts the values of fields, each thing once for a value', async () => {
      const { facets } = await under.search.search(onlyOf('acme'), {
        ...ALL,
        facets: ['Reasons.type', 'reasons.code', 'no'],
      });
      expect(facets.get('reasons.code')).toEqual({
        values: [
          { value: 'x', count: HALF },
          { value: 'y', count: Math.ceil(HALF / 2) },
          { value: 'z', count: Math.floor(HALF / 2) },
        ],
        ...{ missing: 0, other: 0 },
      });
      const types = facets.get('Reasons.type');
      expect(types?.values[0]).toEqual({ value: 'ana', count: HALF });
      expect(types?.values).toHaveLength(10);
      expect(types?.other).toBeGreaterThan(5);
      expect(facets.get('no')).toEqual({ values: [], missing: HALF, other: 0 });
    });

    it('tells how many there are in each part of the time, and how numbers are spread', async () => {
      const asked = {
        ...ALL,
        histogram: { field: 'name', interval: 'month' as const },
        percentiles: ['name', 'other.no'],
      };
      const { histogram, percentiles } = await under.search.search(onlyOf('acme'), asked);
      expect(histogram).toEqual([{ at: '2026-03-01T00:00:00.000Z', count: 3 }]);
      const numbers = [1, 2.5, -3, 2.5, 12, 1e21, 0.1, 7].toSorted((one, other) => one - other);
      expect(percentiles.get('name')?.[3]).toBe(((numbers[3] ?? 0) + (numbers[4] ?? 0)) / 2);
      expect(percentiles.get('other.no')).toEqual([null, null, null, null, null, null, null]);
    });

    it('finds nothing of another tenant, however it is asked', async () => {
      for (const text of ['', '*', 'not nothing: x', 'name: * or not name: *', 'tenant_id: acme']) {
        const ids = await found(query(text), 'acme');
        expect(ids.filter((id) => !id.endsWith('-0'))).toEqual([]);
      }
    });
  });
}
