import { describe } from 'vitest';
import { openPool } from '../../../src/platform/database/openPool.js';
import { SHORT_STATEMENTS } from '../../../src/platform/database/connectionOptions.js';
import {
  createPostgresSearch,
  SEARCHED_COLUMNS,
  SEARCHED_INDEXES,
  searchMigrations,
} from '../../../src/platform/search/postgresSearch.js';
import { indexed } from '../../../src/platform/search/searchable.js';
import { createTestDatabase } from '../../support/testDatabase.js';
import { searchContract } from './searchContract.js';

describe('on Postgres', () => {
  searchContract(async () => {
    const { url, drop } = await createTestDatabase();
    const knex = openPool({ url, name: 'attest-test', limits: SHORT_STATEMENTS, max: 2 });
    for (const { up } of searchMigrations) await up(knex);
    const columns = Object.entries(SEARCHED_COLUMNS).map(([column, type]) => `${column} ${type}`);
    await knex.raw(`create table searched (${columns.join(', ')})`);
    for (const index of SEARCHED_INDEXES) await knex.raw(`create index on searched ${index}`);
    return {
      search: createPostgresSearch(knex, {
        documents: { source: () => Promise.resolve('searched'), own: new Set() },
      }),
      async put(things) {
        const rows = things.map(({ source, ...thing }) => ({
          ...thing,
          source: { id: thing.id, ...source },
          ...indexed(source),
        }));
        await knex.raw('insert into searched select * from json_populate_recordset(null::searched, ?::json)', [
          JSON.stringify(rows),
        ]);
      },
      async close() {
        await knex.destroy();
        await drop();
      },
    };
  });
});
