import { describe, expect, it } from 'vitest';
import { lookForNew } from '../../../../src/workers/savedSearches/lookForNew.js';

const context = { tenant_id: '', correlation_id: 'c', causation_id: 'c', actor: 'worker:search-alerts' };

/** Saved searches by their ids, which begin with their tenant; looking for one takes so many milliseconds, or breaks. */
function worldOf(searches: Record<string, number | 'broken'>) {
  let now = 1_000;
  const looked: string[] = [];
  const setOut = new Map<string, Date>();
  const warned: unknown[] = [];
  const tenantOf = (view_id: string): string => view_id.split('-')[0]!;
  const deps: Parameters<typeof lookForNew>[0] = {
    clock: () => new Date(now),
    log: { warn: (...said: unknown[]) => void warned.push(said) },
    saved: {
      alerting: (after, limit) => {
        const ids = Object.keys(searches).toSorted();
        const page = ids.filter((id) => id > after).slice(0, limit);
        return Promise.resolve(page.map((view_id) => ({ view_id, tenant_id: tenantOf(view_id) })));
      },
      find: (view_id) => Promise.resolve({ view_id, tenant_id: tenantOf(view_id) } as never),
    },
    foundBefore: {
      setOutAt: (ids) => Promise.resolve(new Map([...setOut].filter(([id]) => ids.includes(id)))),
      setOut: (view_id, at) => {
        setOut.set(view_id, at);
        return Promise.resolve();
      },
    },
    alerts: {
      look: (_context, { view_id }) => {
        looked.push(view_id);
        const takes = searches[view_id]!;
        now += takes === 'broken' ? 1 : takes;
        return takes === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
    },
  };
  return {
    warned,
    /** What is looked for in the next round. */
    async round(): Promise<string[]> {
      looked.length = 0;
      await lookForNew(deps, context, new AbortController().signal);
      now += 60_000;
      return [...looked];
    },
  };
}

describe('looking for what is new', () => {
  it('looks at each, more than a page of them too, and one that is broken keeps none of the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`acme-${String(at).padStart(3, '0')}`, 1]));
    const { round, warned } = worldOf({ ...many, 'acme-200': 'broken' });
    expect((await round()).toSorted()).toEqual(Object.keys(many));
    expect(warned).toHaveLength(1);
  });

  it('gives one tenant with dear searches ten seconds of a round, and goes on with those that waited the next time', async () => {
    const { round } = worldOf({ 'acme-1': 6_000, 'acme-2': 6_000, 'acme-3': 6_000, 'acme-4': 6_000, 'zoo-1': 5 });
    expect(await round()).toEqual(['acme-1', 'acme-2', 'zoo-1']);
    expect(await round()).toEqual(['acme-3', 'acme-4', 'zoo-1']);
    expect(await round()).toEqual(['acme-1', 'acme-2', 'zoo-1']);
  });

  it('ends before the next round, which begins with what there was no time for', async () => {
    const tenants = Object.fromEntries('abcdefgh'.split('').map((tenant) => [`${tenant}-1`, 9_000]));
    const { round } = worldOf(tenants);
    expect(await round()).toEqual(['a-1', 'b-1', 'c-1', 'd-1', 'e-1', 'f-1']);
    expect((await round()).slice(0, 3)).toEqual(['g-1', 'h-1', 'a-1']);
  });

  it('does not begin each round with one that is broken', async () => {
    const { round } = worldOf({ 'acme-1': 'broken', 'acme-2': 11_000, 'acme-3': 11_000 });
    expect(await round()).toEqual(['acme-1', 'acme-2']);
    expect(await round()).toEqual(['acme-3']);
    expect(await round()).toEqual(['acme-1', 'acme-2']);
  });
});
