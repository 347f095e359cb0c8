import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { createLog } from '../../../../src/platform/log.js';
import { applyEvents, type WriteRows } from '../../../../src/projections/core/applyEvents.js';
import { copyRows } from '../../../../src/projections/core/copyRows.js';
import { createTable, type ReadModelTable, type StoredEvent } from '../../../../src/projections/core/projection.js';
import { createTestDatabase } from '../../../support/testDatabase.js';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: testDatabase.url, pool: 2, log: createLog('fatal') });
  await createTable(database.knex, counted, 'counted');
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A row for each stream, with how many events it has. */
const counted: ReadModelTable = {
  ...{ name: 'counted', columns: { events: 'integer not null' }, indexes: [], eventTypes: ['Noted'] },
  keys: ({ stream }) => [stream],
  fold: (row) => ({ events: ((row as { events: number } | undefined)?.events ?? 0) + 1 }),
};

const STREAMS = 600;
const streams = Array.from({ length: STREAMS }, (_, n) => `s${n}`);

/** The next event of each stream. */
const round = (revision: bigint) => streams.map((stream) => ({ type: 'Noted', stream, revision }) as StoredEvent);

it.each<[string, WriteRows | undefined]>([
  ['followed', undefined],
  ['rebuilt', copyRows],
])(
  'no more than 250 rows are in memory at once while a table is %s, and each event is in its row',
  async (_how, write) => {
    const looked: number[] = [];
    database.knex.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[][] }) => {
      if (sql.startsWith('select * from counted')) looked.push(bindings?.[0]?.length ?? 0);
    });
    const apply = (events: StoredEvent[], begun: string[]) =>
      database.knex.transaction((transaction) =>
        applyEvents(transaction, counted, () => 'counted', events, { ...(write && { write }), begun: new Set(begun) }),
      );
    const half = streams.filter((_, n) => n % 2 === 0);
    await apply(
      round(0n).filter(({ stream }) => half.includes(stream)),
      half,
    );
    expect(looked).toEqual([]);
    const others = streams.filter((_, n) => n % 2 === 1);
    await apply([...round(1n), ...round(2n), ...round(3n)], others);
    expect(Math.max(...looked)).toBe(250);
    const rows = await database.knex('counted').select('row_key', 'events', 'revision').orderBy('row_key');
    expect(rows).toEqual(
      streams.toSorted().map((stream) => ({ row_key: stream, events: half.includes(stream) ? 4 : 3, revision: '3' })),
    );
  },
);
