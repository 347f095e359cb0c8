import { randomUUID } from 'node:crypto';
import type { Database } from './database.js';
import type { Migration } from './migrate.js';

/** Work that a process has in hand; it is anyone's again once its holder stops renewing. */
export const leaseMigrations: readonly Migration[] = [
  {
    name: 'leases_001',
    up: (knex) =>
      knex.schema.createTable('leases', (table) => {
        table.text('name').primary();
        table.uuid('holder').notNullable();
        table.timestamp('held_until').notNullable();
      }),
  },
];

/** How long a lease outlives its last renewal: a killed process is given up on after this. */
const LEASE_SECONDS = 20;
const RENEW_EVERY_MS = 5_000;

/** Lets one process at a time do a piece of work, over all processes. */
export interface Leases {
  /** Does the work while holding the lease; undefined when another holds it. */
  hold<Value>(name: string, work: () => Promise<Value>): Promise<{ value: Value } | undefined>;
}

/** Leases in the database. */
export function createLeases({ knex }: Pick<Database, 'knex'>): Leases {
  const until = () => knex.raw(`now() + interval '${LEASE_SECONDS} seconds'`);
  return {
    async hold(name, work) {
      const holder = randomUUID();
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `insert into leases as lease (name, holder, held_until) values (?, ?, now() + interval '${LEASE_SECONDS} seconds')
         on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
         where lease.held_until < now() returning 1`,
        [name, holder],
      );
      if (rows.length === 0) return undefined;
      const mine = () => knex('leases').where({ name, holder });
      // A renewal that fails is made up for by the next one.
      const renewal = setInterval(
        () =>
          void mine()
            .update({ held_until: until() })
            .catch(() => undefined),
        RENEW_EVERY_MS,
      ).unref();
      try {
        return { value: await work() };
      } finally {
        clearInterval(renewal);
        // What cannot be given back now ends by itself.
        await mine()
          .delete()
          .catch(() => undefined);
      }
    },
  };
}
