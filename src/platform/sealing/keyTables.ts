import type { Migration } from '../database/migrate.js';

/**
 * The master keys that something in this database hangs on, each with a proof, and the data keys they wrap. A master key
 * that still wraps a data key cannot be deleted: the foreign key sees to it. An erased subject keeps its row
 * without a key, so that it cannot come back.
 */
export const keyMigrations: readonly Migration[] = [
  {
    name: 'keys_001',
    up: async (knex) => {
      await knex.schema.createTable('master_keys', (table) => {
        table.text('key_id').primary();
        table.binary('proof').notNullable().comment('Sealed under the key: shows whether a process has the same one');
        table.boolean('wraps').notNullable().comment('New data keys are wrapped by this one');
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      });
      await knex.raw('create unique index master_keys_one_wraps on master_keys (wraps) where wraps');
      await knex.schema.createTable('subject_keys', (table) => {
        table.text('subject').primary();
        table.text('key_id');
        table.binary('wrapped_key');
        table.text('wrapped_by').references('master_keys.key_id');
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        table.timestamp('erased_at');
        table.jsonb('erasure').comment('Who asked for it; null once all that hangs on it is done');
      });
      await knex.raw('create index on subject_keys (erased_at) where erasure is not null');
    },
  },
];
