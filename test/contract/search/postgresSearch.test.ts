import { describe, expect, test } from 'vitest';
import { openPool } from '../../../src/platform/database/openPool.js';
import { SHORT_STATEMENTS } from '../../../src/platform/database/connectionOptions.js';
import {
  CONTAINS_INDEX,
  createPostgresSearch,
  SEARCHED_COLUMNS,
  SEARCHED_INDEXES,
  searchMigrations,
} from '../../../src/platform/search/postgresSearch.js';
import { SEARCH_KINDS, SearchTooDear, type SearchKind } from '../../../src/platform/search/search.js';
import { indexed } from '../../../src/platform/search/searchable.js';
import { everyTenant } from '../../../src/platform/search/tenantScope.js';
import { createTestDatabase } from '../../support/testDatabase.js';
import { searchContract } from './searchContract.js';

describe('on Postgres', () => {
  searchContract(async () => {
    const { url, drop } = await createTestDatabase();
    const knex = openPool({ url, name: 'attest-test', limits: SHORT_STATEMENTS, max: 2 });
    for (const { up } of searchMigrations) await up(knex);
    const columns = Object.entries(SEARCHED_COLUMNS).map(([column, type]) => `${column} ${type}`);
    for (const kind of SEARCH_KINDS) {
      await knex.raw(`create table searched_${kind} (${columns.join(', ')})`);
      for (const index of [...SEARCHED_INDEXES, CONTAINS_INDEX])
        await knex.raw(`create index on searched_${kind} ${index}`);
    }
    const tableOf = (kind: SearchKind) => ({
      source: () => Promise.resolve(`searched_${kind}`),
      own: new Set<string>(),
    });
    return {
      search: createPostgresSearch(knex, {
        ...{ documents: tableOf('documents'), cases: tableOf('cases'), events: tableOf('events') },
      }),
      async put(kind, things) {
        const rows = things.map(({ source, ...thing }) => ({
          ...thing,
          source: { id: thing.id, ...source },
          ...indexed(source),
        }));
        const name = `searched_${kind}`;
        await knex.raw(`insert into ${name} select * from json_populate_recordset(null::${name}, ?::json)`, [
          JSON.stringify(rows),
        ]);
      },
      async close() {
        await knex.destroy();
        await drop();
      },
    };
  });

  test('a page whose statement takes longer than a connection lets one is refused as too dear', async () => {
    const { url, drop } = await createTestDatabase();
    const knex = openPool({ url, name: 'attest-test', limits: { ...SHORT_STATEMENTS, statementMs: 50 }, max: 1 });
    const slow = {
      source: () => Promise.resolve(`(select '{}'::json as source, '' as at, '' as id from pg_sleep(30)) as slow`),
      own: new Set<string>(),
    };
    const search = createPostgresSearch(knex, { documents: slow, cases: slow, events: slow });
    const asked = { kind: 'documents', where: { is: 'and', of: [] }, limit: 1 } as const;
    await expect(search.newest(everyTenant, asked)).rejects.toThrow(SearchTooDear);
    await knex.destroy();
    await drop();
  });
});
