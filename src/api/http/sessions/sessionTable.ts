import type { Migration } from '../../../platform/database/migrate.js';

/** Sessions of browsers. A token is only kept as its SHA-256: whoever reads the table can sign in as nobody. */
export const sessionMigrations: readonly Migration[] = [
  {
    name: 'console_sessions_001',
    up: async (knex) => {
      await knex.schema.createTable('console_sessions', (table) => {
        table.uuid('id').primary();
        table.binary('token_hash').notNullable().unique();
        table.binary('previous_hash').unique().comment('Of the token before it, which is good for a moment longer');
        table.timestamp('rotated_at').notNullable();
        table.text('key_id').notNullable().index();
        table.text('tenant_id').notNullable();
        table.specificType('scopes', 'text[]').notNullable();
        table.text('mode').notNullable();
        table.timestamp('created_at').notNullable();
        table.timestamp('seen_at').notNullable().index();
      });
    },
  },
  {
    name: 'console_sessions_002',
    up: async (knex) => {
      await knex.schema.alterTable('console_sessions', (table) => {
        table.setNullable('key_id');
        table
          .text('subject')
          .comment('Of a person who has signed in with an account of their own: then there is no key');
        table.text('person_name');
        table.index(['subject']);
      });
      await knex.schema.createTable('console_people', (table) => {
        table.text('tenant_id').notNullable();
        table.text('subject').notNullable();
        table.text('name').notNullable();
        table.timestamp('seen_at').notNullable();
        table.primary(['tenant_id', 'subject']);
        table.index(['subject']);
      });
    },
  },
];
