import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testDatabase.js';

/** The program that makes the tables: a process of its own, since it loads the whole service. */
const MIGRATE = fileURLToPath(new URL('./migrateDatabase.mjs', import.meta.url));

/** The database of a run, known by its folder of leftovers, that has the tables of the service and nothing else. */
export const templateOf = (leftovers: string): string =>
  `template_${basename(leftovers).replace(/\W/g, '_').toLowerCase()}`;

/**
 * A database in which the tables of the built service are there, as after a start that was stopped before it wrote anything. To make them
 * takes two seconds of a processor, to copy them a fraction of one: they are made once a run.
 */
export const createMigratedDatabase = async (): Promise<TestDatabase> =>
  createTestDatabase({ template: await provideTemplate(inject('postgresUrl'), templateOf(inject('leftovers'))) });

/** Of workers that ask at the same time one makes it and the others wait; a database that got no tables is not left under its name. */
async function provideTemplate(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const half = `${name}_half`;
      await client.query(`drop database if exists ${half} with (force)`);
      await client.query(`create database ${half}`);
      const url = new URL(server);
      url.pathname = `/${half}`;
      await promisify(execFile)(process.execPath, [MIGRATE, url.href]);
      await client.query(`alter database ${half} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}
