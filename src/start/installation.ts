import { v7 as newId } from 'uuid';
import { createCommandHandler } from '../commands/core/commandHandler.js';
import { DomainError } from '../domain/core/decider.js';
import { installation, INSTALLATION_STREAM } from '../domain/operations/index.js';
import type { Config } from '../platform/config.js';
import { clusterFolder } from '../platform/database/embedded/cluster.js';
import type { Migration } from '../platform/database/migrate.js';
import { EventStoreDenied } from '../platform/eventStore/eventStore.js';
import { StartError } from '../platform/startError.js';
import type { Stores } from './stores.js';

/** One row: which installation this database is of, and whether its log has said so. */
export const installationMigrations: readonly Migration[] = [
  {
    name: 'installation_001',
    up: (knex) =>
      knex.schema.createTable('installation', (table) => {
        table.boolean('is_only').primary().defaultTo(true);
        table.uuid('id').notNullable();
        table.boolean('founded').notNullable().defaultTo(false);
        table.check('is_only');
      }),
  },
];

/**
 * Makes sure that database and event store belong together: what is in the one was made of what is in the other. The first
 * start of both makes it so. The row comes first and says what the log is going to say, so that a crash in between, or
 * another process that starts at the same time, comes to the same.
 * @throws StartError where one of them belongs to another installation
 */
export async function proveInstallation({
  database,
  clock,
  eventStore,
  codec,
}: Pick<Stores, 'database' | 'clock' | 'eventStore' | 'codec'>): Promise<void> {
  const { knex } = database;
  await knex('installation').insert({ id: newId() }).onConflict('is_only').ignore();
  const [own] = await knex<{ id: string; founded: boolean }>('installation').select('id', 'founded');
  if (!own) throw new Error('The row of installation was deleted');
  const handler = createCommandHandler({ eventStore, codec, clock });
  const known = await handler.load(INSTALLATION_STREAM, installation);
  if (own.founded && known.state.status === 'not_founded') throw new StartError(EMPTY_LOG);
  const command = { type: 'found', installation_id: own.id, at: clock().toISOString() } as const;
  const context = { tenant_id: '', actor: 'system', correlation_id: own.id, causation_id: own.id };
  try {
    await handler.handle({ stream: INSTALLATION_STREAM, decider: installation, command, context, known });
  } catch (error) {
    if (error instanceof DomainError) throw new StartError(own.founded ? OTHER_LOG : FOREIGN_LOG);
    if (error instanceof EventStoreDenied) throw new StartError(`EVENTSTORE_URL: ${error.message}.`);
    throw error;
  }
  if (!own.founded) await knex('installation').update({ founded: true });
}

/**
 * Makes sure that a data folder holds an installation, as far as a database of its own can tell.
 * @throws StartError where it holds none
 */
export async function requireDataFolder({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl !== undefined || (await clusterFolder(dataDir)) !== undefined) return;
  throw new StartError(`There is no installation in ${dataDir}: set DATA_DIR (or DATABASE_URL) as the service has it.`);
}

/**
 * Makes sure that a database is of an installation, before anything is made in it.
 * @throws StartError where it is of none
 */
export async function requireInstallation({ knex }: Pick<Stores['database'], 'knex'>): Promise<void> {
  if (await knex.schema.hasTable('installation')) return;
  throw new StartError(
    'There is no installation in the database that DATABASE_URL names: set it as the service has it.',
  );
}

const EMPTY_LOG =
  'The event store is not the one that the data in this database was made from: it has none of its events. Correct EVENTSTORE_URL, restore the event store, or start with a new database (DATABASE_URL, DATA_DIR).';

const OTHER_LOG =
  'The event store belongs to another installation than the database: correct EVENTSTORE_URL or DATABASE_URL, so that both are of one installation.';

const FOREIGN_LOG =
  'The database is new, and the event store belongs to another installation, whose keys are not here: correct DATABASE_URL (or DATA_DIR) to the database of that installation, or EVENTSTORE_URL to an event store of your own.';
