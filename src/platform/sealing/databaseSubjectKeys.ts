import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import { openBytes, sealBytes } from './sealValue.js';
import { SubjectErased, type SubjectKeys } from './subjectKeys.js';

/** The table of wrapped keys. An erased subject keeps its row without a key, so that it cannot come back. */
export const subjectKeyMigrations: readonly Migration[] = [
  {
    name: 'subject_keys_001',
    up: (knex) =>
      knex.schema.createTable('subject_keys', (table) => {
        table.text('subject').primary();
        table.binary('wrapped_key');
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        table.timestamp('erased_at');
      }),
  },
];

interface Row {
  subject: string;
  wrapped_key: Buffer | null;
}

const KEY_BYTES = 32;
const CHANNEL = 'subject_erased';
const CACHED_KEYS = 1000;

/**
 * Subject keys in the database. `find` asks the table every time, so an erasure counts from its commit on in every
 * process. `obtain` remembers keys, and forgets them when any process erases: what is sealed in between by a key that
 * no longer exists can be read by no one.
 */
export function createSubjectKeys(deps: { database: Database; masterKey: Buffer }): SubjectKeys {
  const { knex } = deps.database;
  const cache = new Map<string, Buffer>();
  let listening: Promise<unknown> | undefined;

  // Keys are only remembered while erasures are heard of.
  const listen = (): Promise<unknown> =>
    (listening ??= deps.database
      .listen(CHANNEL, (subject) => (subject === undefined ? cache.clear() : cache.delete(subject)))
      .catch((error: unknown) => {
        listening = undefined;
        throw error;
      }));

  const unwrap = (row: Row): Buffer | null =>
    row.wrapped_key && openBytes(deps.masterKey, wrapping(row.subject), row.wrapped_key);

  return {
    async obtain(subject) {
      const cached = recall(cache, subject);
      if (cached) return cached;
      await listen();
      const fresh = sealBytes(deps.masterKey, wrapping(subject), randomBytes(KEY_BYTES));
      const key = unwrap(await insertOrRead(knex, { subject, wrapped_key: fresh }));
      if (!key) throw new SubjectErased(subject);
      remember(cache, subject, key);
      return key;
    },

    async find(subjects) {
      const rows = await knex<Row>('subject_keys').whereIn('subject', [...new Set(subjects)]);
      return new Map(
        rows.flatMap((row) => {
          const key = unwrap(row);
          return key ? [[row.subject, key] as const] : [];
        }),
      );
    },

    async erase(subject) {
      cache.delete(subject);
      return knex.transaction(async (transaction) => {
        const before = await insertOrRead(transaction, { subject, wrapped_key: null });
        await transaction<Row & { erased_at: Date }>('subject_keys')
          .where({ subject })
          .whereNull('erased_at')
          .update({ wrapped_key: null, erased_at: transaction.fn.now() });
        await transaction.raw('select pg_notify(?, ?)', [CHANNEL, subject]);
        return before.wrapped_key !== null;
      });
    },
  };
}

const wrapping = (subject: string): string => `subject key of ${subject}`;

/** The row of the subject, inserted where there was none. Locks it until the end of the transaction. */
async function insertOrRead(knex: Knex, row: Row): Promise<Row> {
  const [inserted] = await knex<Row>('subject_keys').insert(row).onConflict('subject').ignore().returning('*');
  if (inserted) return inserted;
  const found = await knex<Row>('subject_keys').where({ subject: row.subject }).forUpdate().first();
  if (!found) throw new Error('A row of subject_keys was deleted; keys are erased, rows are not');
  return found;
}

function recall(cache: Map<string, Buffer>, subject: string): Buffer | undefined {
  const key = cache.get(subject);
  if (key) remember(cache, subject, key);
  return key;
}

// A Map iterates in order of insertion: the first key is the one that was used longest ago.
function remember(cache: Map<string, Buffer>, subject: string, key: Buffer): void {
  cache.delete(subject);
  cache.set(subject, key);
  const oldest = cache.keys().next().value;
  if (cache.size > CACHED_KEYS && oldest !== undefined) cache.delete(oldest);
}
