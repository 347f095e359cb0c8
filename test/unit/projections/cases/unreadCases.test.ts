import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { casesProjection, casesTable } from '../../../../src/projections/cases/casesProjection.js';
import { tableName } from '../../../../src/projections/core/projection.js';
import { openCore, type Core } from '../../../support/core.js';
import { rowsRead } from '../../../support/rowsRead.js';

const TABLE = tableName(casesProjection, casesTable);
/** Unread cases of the tenant `many`. */
const MANY = 5_000;

let core: Core;
beforeAll(async () => {
  core = await openCore();
  await insert('many', MANY);
  for (const tenant of ['', 'acme', 'zeta']) await insert(tenant, 2);
  await insert('replays', 2, { replay_of: 'x' });
  await insert('read', 2, { unread: 0 });
  await core.database.knex.raw(`analyze ${TABLE}`);
});
afterAll(() => core.close());

/** Cases of a tenant, each opened a second after the one before it; those of replays by their case. */
async function insert(tenant: string, count: number, { replay_of = null as string | null, unread = 1 } = {}) {
  await core.database.knex.raw(
    `insert into ${TABLE} (row_key, revision, session_id, tenant_id, goal, status, agent, unread, progress, replay_of, erased,
       created_at, updated_at)
     select t || '-' || n, 0, t || '-' || n, t, 'goal', 'collecting', '{}', ?::int, '{}', ?::text, false,
       to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
       to_char(timestamp '2026-02-01' - n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
     from generate_series(1, ?::int) n, (values (?::text)) tenants (t)`,
    [unread, replay_of, count, tenant],
  );
}

const named = (found: readonly { session_id: string }[]): string[] =>
  found.map(({ session_id }) => session_id).toSorted();

describe('cases with unread documents', () => {
  it('are named by their tenants, the oldest of each, and behind it the next until there is none', async () => {
    const { withUnreadDocuments } = createCaseQueries(core.readModels);
    const first = await withUnreadDocuments();
    expect(named(first)).toEqual(['-1', 'acme-1', 'many-1', 'zeta-1']);
    const second = await withUnreadDocuments(first);
    expect(named(second)).toEqual(['-2', 'acme-2', 'many-2', 'zeta-2']);
    expect(named(await withUnreadDocuments(second))).toEqual(['many-3']);
  });

  it('are found by reading a few rows, however many one tenant has, and wherever it stands among them', async () => {
    for (const n of [1, MANY / 2, MANY]) {
      const [at] = await core.database
        .knex(TABLE)
        .where({ row_key: `many-${n}` })
        .select<{ session_id: string; tenant_id: string; created_at: string }[]>(
          'session_id',
          'tenant_id',
          'created_at',
        );
      const read = await rowsRead(core.database.knex, TABLE, (knex) =>
        createCaseQueries({ ...core.readModels, knex }).withUnreadDocuments([at!]),
      );
      expect(read).toBeLessThan(40);
    }
  });
});
