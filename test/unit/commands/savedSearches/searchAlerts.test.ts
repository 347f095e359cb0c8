import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFoundBefore,
  type FoundBefore,
  foundBeforeMigrations,
} from '../../../../src/commands/savedSearches/foundBefore.js';
import { createSearchAlerts } from '../../../../src/commands/savedSearches/searchAlerts.js';
import type { SavedSearch } from '../../../../src/domain/savedSearches/index.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import type { SearchQueries } from '../../../../src/projections/search/searchQueries.js';
import { openCore, type Core } from '../../../support/core.js';

let core: Core;
let foundBefore: FoundBefore;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, foundBeforeMigrations);
  foundBefore = createFoundBefore(core.database);
});
afterAll(() => core.close());

const context = {
  tenant_id: '',
  actor: 'worker:search-alerts',
  correlation_id: 'c',
  causation_id: 'c',
  mode: 'live' as const,
};
const savedSearchOf = (view_id: string): SavedSearch => ({
  ...{ view_id, tenant_id: 'acme', name: 'Mine', shared: false, alerts: true, version: 1 },
  ...{
    owner: 'key:1',
    changed_by: 'key:1',
    created_at: '2026-03-02T09:00:00.000Z',
    erased_at: null,
    updated_at: '2026-03-02T09:00:00.000Z',
  },
  asks: {
    ...{ kind: 'cases', query: 'status: review', filters: [], time: null, columns: null, sort: [] },
    ...{ highlight: false, facets: [], histogram: null, percentiles: [] },
  },
});

/** What is found, and what was told of it. */
function story() {
  const search = savedSearchOf(randomUUID());
  let found: string[] = [];
  const asked: Parameters<SearchQueries['search']>[0][] = [];
  const answer: Pick<SearchQueries, 'search'> = {
    search: (wanted) => {
      asked.push(wanted);
      const hits = found.map((id) => ({ id, source: {}, sort: [], highlights: {} }));
      return Promise.resolve({
        total: hits.length,
        hits,
        next: null,
        of: [],
        pit: null,
        facets: {},
        histogram: { buckets: [] },
        percentiles: {},
      });
    },
  };
  const alertsWith = (before: Pick<FoundBefore, 'unseen' | 'note'> = foundBefore) =>
    createSearchAlerts({ ...core, search: answer, foundBefore: before });
  const told = async (): Promise<unknown[]> => {
    const { rows } = await core.database.knex.raw<{ rows: { data: object }[] }>(
      `select data from events where type = 'SearchFoundNew' and data ->> 'view_id' = ? order by position`,
      [search.view_id],
    );
    return rows.map(({ data }) => (data as { ids: string[] }).ids);
  };
  return { search, asked, alertsWith, told, finds: (...ids: string[]) => (found = ids) };
}

describe('a saved search that tells what is new', () => {
  it('tells each thing once, and nothing of what it found the first time', async () => {
    const { search, alertsWith, told, finds } = story();
    const alerts = alertsWith();
    finds('a', 'b');
    await alerts.look(context, search);
    expect(await told()).toEqual([]);
    finds('c', 'a', 'd');
    await alerts.look(context, search);
    await alerts.look(context, search);
    finds('b', 'e');
    await alerts.look(context, search);
    expect(await told()).toEqual([['c', 'd'], ['e']]);
  });

  it('tells the same once where a crash came between the telling and the noting', async () => {
    const { search, alertsWith, told, finds } = story();
    await alertsWith().look(context, search);
    finds('b', 'a');
    const crash = { unseen: foundBefore.unseen, note: () => Promise.reject(new Error('gone')) };
    await expect(alertsWith(crash).look(context, search)).rejects.toThrow('gone');
    finds('a', 'b');
    await alertsWith().look(context, search);
    expect(await told()).toEqual([['b', 'a']]);
  });

  it('looks at its own tenant alone, at what was touched last', async () => {
    const { search, alertsWith, asked } = story();
    await alertsWith().look(context, search);
    expect(asked).toMatchObject([{ tenant_id: 'acme', sort: [{ field: 'updated_at', order: 'desc' }], limit: 200 }]);
  });

  it('remembers when it was looked for last, which is nothing that it found', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const [first, last] = [new Date('2026-03-02T09:00:00Z'), new Date('2026-03-02T09:01:00Z')];
    for (const at of [first, last]) await foundBefore.setOut(one, at);
    expect(await foundBefore.setOutAt([one, other])).toEqual(new Map([[one, last]]));
    expect(await foundBefore.unseen(one, ['c1'])).toBeUndefined();
  });
});
