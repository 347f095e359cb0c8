import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SHORT_STATEMENTS } from '../../../../src/platform/database/connectionOptions.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { asTheService, onBehalfOf } from '../../../../src/platform/database/onBehalfOf.js';
import { openPool } from '../../../../src/platform/database/openPool.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { databaseConnections } from '../../../../src/platform/metrics.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { createLog } from '../../../../src/platform/log.js';
import { until } from '../../../support/until.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

let place: TestDatabase;
const pools: Knex[] = [];
beforeAll(async () => {
  place = await createTestDatabase();
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.destroy();
});
afterAll(() => place.drop());

const poolOf = (max: number): Knex => {
  const pool = openPool({ url: place.url, name: 'shared', limits: SHORT_STATEMENTS, max });
  pools.push(pool);
  return pool;
};

const SERVICE = 'the service';
const doAs = (who: string, work: () => Promise<void>): Promise<void> =>
  who === SERVICE ? asTheService(work) : onBehalfOf(who, work);

/** Has the connections of a pool asked for by tenants, and notes in which order they had them. */
function createAskers(pool: Knex) {
  const served: string[] = [];
  const holding: (() => void)[] = [];
  const hold = (): Promise<void> => new Promise((resolve) => holding.push(resolve));
  return {
    served,
    /** Asks for a connection and holds it until it is told to give it back. */
    ask: (who: string): Promise<void> =>
      doAs(who, () =>
        pool.transaction(async () => {
          served.push(who);
          await hold();
        }),
      ),
    /** Has the one that was served first give back what it has, where there is one. */
    giveBack(): boolean {
      const giveBack = holding.shift();
      giveBack?.();
      return giveBack !== undefined;
    },
    waitFor: (count: number) => until(() => served.length >= count || undefined),
  };
}

describe('connections to the database', () => {
  it('are had by one that wants one while another, which came first, wants many', async () => {
    const { ask, giveBack, served, waitFor } = createAskers(poolOf(4));
    const all = Array.from({ length: 40 }, () => ask('many'));
    await waitFor(3);
    all.push(ask('one'));
    await waitFor(4);
    expect(served).toEqual(['many', 'many', 'many', 'one']);
    for (let given = 0; given < 41; given++) await until(() => giveBack() || undefined);
    await Promise.all(all);
    expect(served).toHaveLength(41);
  });

  it('are had in turns where there are none left', async () => {
    const { ask, giveBack, served, waitFor } = createAskers(poolOf(2));
    const all = ['a', 'b'].map((who) => ask(who));
    await waitFor(2);
    all.push(...['a', 'a', 'a', 'b', 'b', 'c'].map((who) => ask(who)));
    for (let count = 3; count <= 8; count++) {
      giveBack();
      await waitFor(count);
    }
    [1, 2].forEach(giveBack);
    await Promise.all(all);
    expect(served.indexOf('c')).toBeLessThanOrEqual(4);
    expect(served.lastIndexOf('b')).toBeLessThan(served.lastIndexOf('a'));
  });

  it('are had by the service next, however many tenants wait, also in a small pool', async () => {
    const { ask, giveBack, served, waitFor } = createAskers(poolOf(2));
    const all = ['a', 'b'].map((who) => ask(who));
    await waitFor(2);
    all.push(...Array.from({ length: 30 }, (_, n) => ask(`tenant ${String(n)}`)));
    all.push(...[1, 2, 3].map(() => ask(SERVICE)));
    for (let count = 3; count <= 5; count++) {
      giveBack();
      await waitFor(count);
    }
    expect(served.slice(2)).toEqual([SERVICE, SERVICE, SERVICE]);
    for (let given = 3; given < all.length; given++) await until(() => giveBack() || undefined);
    await Promise.all(all);
  });

  it('are never all with tenants: the service finds some at once', async () => {
    const { ask, giveBack, served, waitFor } = createAskers(poolOf(6));
    const all = Array.from({ length: 20 }, (_, n) => ask(`tenant ${String(n)}`));
    await waitFor(4);
    all.push(ask(SERVICE), ask(SERVICE));
    await waitFor(6);
    expect(served.slice(4)).toEqual([SERVICE, SERVICE]);
    for (let given = 0; given < all.length; given++) await until(() => giveBack() || undefined);
    await Promise.all(all);
  });

  it('are had by a tenant that is alone, all but one', async () => {
    const { ask, giveBack, waitFor } = createAskers(poolOf(4));
    const all = ['a', 'a', 'a'].map(ask);
    await waitFor(3);
    for (let given = 0; given < all.length; given++) giveBack();
    await Promise.all(all);
  });

  it('are all for the service itself, where it is alone', async () => {
    const pool = poolOf(4);
    const open = await Promise.all([1, 2, 3, 4].map(() => pool.transaction()));
    for (const transaction of open) await transaction.rollback();
  });

  it('are told: how many are taken and waited for, by tenants and the service, and none once all are given back', async () => {
    const told = async (): Promise<number[]> => {
      const { values } = await databaseConnections.get();
      return ['tenants', 'service'].flatMap((of) =>
        ['taken', 'waiting'].map(
          (state) => values.find(({ labels }) => labels.of === of && labels.state === state)?.value ?? NaN,
        ),
      );
    };
    const { ask, giveBack, waitFor } = createAskers(poolOf(2));
    const all = ['a', 'b', 'c', 'c', SERVICE].map((who) => ask(who));
    await waitFor(2);
    expect(await told()).toEqual([2, 2, 0, 1]);
    giveBack();
    await waitFor(3);
    expect(await told()).toEqual([1, 2, 1, 0]);
    for (let given = 1; given < all.length; given++) await until(() => giveBack() || undefined);
    await Promise.all(all);
    expect(await told()).toEqual([0, 0, 0, 0]);
    const unreachable = openPool({ url: 'postgres://x:x@127.0.0.1:1/x', name: 'x', limits: SHORT_STATEMENTS, max: 1 });
    pools.push(unreachable);
    await expect(onBehalfOf('a', () => unreachable.raw('select 1'))).rejects.toThrow();
    expect(await told()).toEqual([0, 0, 0, 0]);
  });

  it('are given back by a statement that fails, and by one whose connection breaks', async () => {
    const pool = poolOf(2);
    const ask = (sql: string): Promise<true> =>
      onBehalfOf('a', async () => {
        await pool.raw(sql);
        return true;
      });
    for (let n = 0; n < 5; n++) {
      await expect(ask('select nothing that there is')).rejects.toThrow();
      await expect(ask('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    }
    // The pool may not have noticed yet that a connection broke; a place that was not given back would never be.
    await until(() => ask('select 1').catch(() => undefined));
  });
});

describe('what a tenant holds', () => {
  it('is renewed and given back while whatever it may have of the connections is taken', async () => {
    const log = createLog('silent');
    const database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 4, log });
    await migrate(database, exclusiveMigrations);
    const heldUntil = async (): Promise<number | undefined> => {
      const [row] = await database.knex('exclusive').where({ name: 'run' }).select<{ held_until: Date }[]>();
      return row?.held_until.getTime();
    };
    const { ask, giveBack } = createAskers(database.knex);
    const waiting: Promise<void>[] = [];
    const lost = await onBehalfOf('a', () =>
      createExclusive({ database, log }).hold('run', async ({ signal }) => {
        const before = await heldUntil();
        // Nothing of the tenant's own comes through any more.
        waiting.push(...Array.from({ length: 10 }, () => ask('a')));
        await asTheService(() => until(async () => (await heldUntil()) !== before || undefined));
        return signal.aborted;
      }),
    );
    expect(lost).toEqual({ value: false });
    expect(await heldUntil()).toBeUndefined();
    for (let given = 0; given < waiting.length; given++) await until(() => giveBack() || undefined);
    await Promise.all(waiting);
    await database.close();
  });
});
