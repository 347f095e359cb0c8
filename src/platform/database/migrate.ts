import type { Knex } from 'knex';
import { LONG_STATEMENTS } from './connectionOptions.js';
import type { Database } from './database.js';
import { openPool } from './openPool.js';

/** One step of the database schema. Runs once, in a transaction, and is never edited after a release. */
export interface Migration {
  /** Unique, and stable for ever: part and date or number, for example `event_store_001`. */
  name: string;
  up(knex: Knex): Promise<void>;
}

/** Any number will do, as long as every process takes the same: "attest-m" in ASCII. */
const MIGRATION_LOCK = '7022365698054958445';

/**
 * Runs the migrations that have not run yet, in the order given, all in one transaction. Processes that start together
 * wait for each other.
 * @throws Error when two migrations have one name
 */
export async function migrate({ url }: Pick<Database, 'url'>, migrations: readonly Migration[]): Promise<void> {
  const twice = migrations.find((one, index) => migrations.findIndex((other) => other.name === one.name) !== index);
  if (twice) throw new Error(`Two migrations are named ${twice.name}`);
  const knex = openPool({ url, name: 'attest-migrations', limits: LONG_STATEMENTS, max: 1 });
  try {
    await knex.transaction((transaction) => runMissing(transaction, migrations));
  } finally {
    await knex.destroy();
  }
}

async function runMissing(transaction: Knex, migrations: readonly Migration[]): Promise<void> {
  await transaction.raw('select pg_advisory_xact_lock(?::bigint)', [MIGRATION_LOCK]);
  await transaction.raw(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const applied = new Set(await transaction<{ name: string }>('migrations').pluck<string[]>('name'));
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue;
    await migration.up(transaction);
    await transaction('migrations').insert({ name: migration.name });
  }
}
