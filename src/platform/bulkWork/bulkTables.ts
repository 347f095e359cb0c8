import type { Migration } from '../database/migrate.js';

/** Jobs, their chunks that are not done yet, and the items that could not be done. */
export const bulkWorkMigrations: readonly Migration[] = [
  {
    name: 'bulk_work_001',
    up: async (knex) => {
      await knex.schema.createTable('bulk_jobs', (table) => {
        table.uuid('id').primary();
        table.text('kind').notNullable();
        table.jsonb('parameters').notNullable();
        table.text('state').notNullable().defaultTo('running').comment('running, completed or failed');
        table.text('reason').comment('Why it failed');
        table.text('cursor').comment('The last item that is in a chunk; null at the beginning');
        table.boolean('cut').notNullable().defaultTo(false).comment('Every item is in a chunk, or was');
        table.integer('chunks').notNullable().defaultTo(0);
        table.bigInteger('items_done').notNullable().defaultTo(0);
        table.bigInteger('items_failed').notNullable().defaultTo(0);
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        table.timestamp('taken_at').notNullable().defaultTo(knex.fn.now()).comment('When a chunk of it was last taken');
        table.timestamp('finished_at');
      });
      await knex.raw(`create index bulk_jobs_running on bulk_jobs (taken_at) where state = 'running'`);
      await knex.raw(`create index bulk_jobs_ended on bulk_jobs (finished_at) where state <> 'running'`);
      await knex.schema.createTable('bulk_chunks', (table) => {
        table.uuid('job_id').references('bulk_jobs.id');
        table.integer('number');
        table.specificType('items', 'text[]').notNullable();
        table.integer('attempts').notNullable().defaultTo(0);
        table.uuid('held_by');
        table.timestamp('free_at').notNullable().comment('From then on anyone may take it');
        table.primary(['job_id', 'number']);
      });
      await knex.schema.createTable('bulk_failures', (table) => {
        table.uuid('job_id').references('bulk_jobs.id');
        table.text('item');
        table.text('error').notNullable();
        table.primary(['job_id', 'item']);
      });
    },
  },
  {
    name: 'bulk_work_002',
    up: (knex) =>
      knex.schema.alterTable('bulk_jobs', (table) => {
        table
          .integer('cut_failures')
          .notNullable()
          .defaultTo(0)
          .comment('How often in a row its next items could not be read');
        table
          .timestamp('cut_after')
          .notNullable()
          .defaultTo(knex.fn.now())
          .comment('Its next items are not read before');
      }),
  },
  {
    name: 'bulk_work_003',
    up: async (knex) => {
      await knex.schema.alterTable('bulk_jobs', (table) => {
        table.boolean('told').notNullable().defaultTo(false).comment('Its kind was told of its end');
        table.integer('tell_attempts').notNullable().defaultTo(0);
        table.timestamp('tell_after').notNullable().defaultTo(knex.fn.now()).comment('Its kind is not told before');
      });
      await knex.raw(
        `create index bulk_jobs_untold on bulk_jobs (kind, tell_after) where state <> 'running' and not told`,
      );
    },
  },
];
