import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own for one suite, on the throw-away server that the run's global set-up started. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** How a database is made. */
export interface TestDatabaseOptions {
  /** Language in whose order texts stand in it (ICU), as in databases that others set up; without it, that of their bytes. */
  language?: string;
  /** The database that it is a copy of; without it, it is empty. */
  template?: string;
}

/** Creates a database, empty unless it is a copy; `drop` removes it, open connections included. */
export async function createTestDatabase({ language, template }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const as = language ? inOrderOf(language) : template ? ` template ${template}` : '';
  await onServer(server, `create database ${name}${as}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(server, name) };
}

/** Removes a database of that server, where it is there, open connections included. */
export const dropDatabase = (server: string, name: string): Promise<void> =>
  onServer(server, `drop database if exists ${name} with (force)`);

const inOrderOf = (language: string): string =>
  ` template template0 encoding 'UTF8' locale_provider icu icu_locale '${language}' locale 'C'`;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
