// Leads NAME on the database of DATABASE_URL; says when it leads, and when it has lost it.
import { pino } from 'pino';

const { createPostgresDatabase } = await import('../../../dist/platform/database/postgresDatabase.js');
const { createExclusive } = await import('../../../dist/platform/exclusive/exclusive.js');

const log = pino({ level: 'silent' });
const database = createPostgresDatabase({ kind: 'postgres', url: process.env.DATABASE_URL, pool: 2, log });
const lead = async ({ signal, fence }) => {
  process.send({ leads: String(fence) });
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  process.send({ lost: String(fence) });
};
void createExclusive({ database, log }).lead(process.env.NAME, lead, new AbortController().signal);
