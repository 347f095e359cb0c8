import pg from 'pg';
import { StartError } from '../startError.js';
import { SHORT_STATEMENTS, connectionOptions } from './connectionOptions.js';

/**
 * Makes sure that the Postgres of `DATABASE_URL` answers.
 * @throws StartError that names the address, never the password
 */
export async function checkGivenPostgres(url: string): Promise<void> {
  const client = clientFor(url);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(
      `DATABASE_URL: Postgres at ${client.host}:${client.port} ${why(error)}: correct DATABASE_URL, or leave it out to use the embedded Postgres.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientFor(url: string): pg.Client {
  try {
    const client = new pg.Client(connectionOptions(url, 'attest', SHORT_STATEMENTS));
    return client.on('error', () => undefined); // it is closed at once
  } catch {
    throw new StartError(
      'DATABASE_URL is no valid address; it looks like postgres://user:password@host:5432/database.',
    );
  }
}

function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  switch (code) {
    case '28P01':
    case '28000':
      return 'refuses the user or the password';
    case '3D000':
      return 'has no database of that name';
    default:
      return code ? `cannot be reached (${code})` : 'cannot be reached';
  }
}
