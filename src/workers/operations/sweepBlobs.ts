import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import { EventStoreUnavailable, type EventStore } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';

/**
 * How long a file may wait for the event that names it. It is stored at most minutes before that, whatever a request or a worker
 * does; the rest of the day is for processes that stood still, and for clocks.
 */
const UNNAMED_MS = 24 * 3_600_000;

/**
 * Where the files lie that an event of their own subject's stream names. What lies elsewhere is left alone: reports, which no
 * event names, and what another version of the service keeps.
 */
const NAMED_BY_EVENTS = /^(cases|executions|sealed)\//;

/** Up to when files were looked at: what has a name keeps it, so none has to be looked at twice. */
export const blobSweepMigrations: readonly Migration[] = [
  {
    name: 'blob_sweeps_001',
    up: async (knex) => {
      await knex.schema.createTable('blob_sweeps', (table) => {
        table.text('store').primary();
        table.timestamp('looked_at_until').notNullable();
      });
    },
  },
];

/** What sweeping files stands on. */
export interface SweepBlobsDeps {
  blobs: Pick<BlobStore, 'kind' | 'list' | 'subjectOf' | 'delete'>;
  eventStore: Pick<EventStore, 'readStream'>;
  subjectKeys: Pick<SubjectKeys, 'find'>;
  database: Pick<Database, 'knex'>;
  log: Log;
  /** For tests: `UNNAMED_MS`. */
  unnamedMs?: number;
}

/**
 * Deletes the files that nothing names a day after they were stored: their upload was broken off by a crash, or the event
 * that was to name them was refused. The log is asked, not a read model, which may be late; where it cannot be read, where the
 * key of the file is not here or where anything else is not known, the file stays. One that cannot be judged keeps none of
 * the others, and is looked at again the next time. Gives the number of files that were deleted.
 * @throws EventStoreUnavailable the next sweep begins where this one did
 */
export async function sweepBlobs(deps: SweepBlobsDeps, signal: AbortSignal): Promise<number> {
  const { blobs, log, unnamedMs = UNNAMED_MS } = deps;
  const since = await lookedAtUntil(deps);
  let until: Date | undefined;
  let deleted = 0;
  let broken = 0;
  for await (const { as_of, blobs: page } of blobs.list()) {
    until ??= new Date(as_of.getTime() - unnamedMs);
    for (const { key, stored_at } of page) {
      if (signal.aborted) return deleted;
      if (stored_at < since || stored_at >= until) continue;
      try {
        if (await isOrphan(deps, key)) deleted += Number(await blobs.delete(key));
      } catch (error) {
        if (error instanceof EventStoreUnavailable) throw error;
        broken += 1;
        log.error({ err: error, key }, 'whether anything names a file could not be found out');
      }
    }
  }
  if (until && broken === 0) await noteLookedAt(deps, until);
  if (deleted > 0) log.warn({ files: deleted }, 'files that nothing names were deleted');
  return deleted;
}

/** Whether a file can be nobody's. */
async function isOrphan({ blobs, eventStore, subjectKeys }: SweepBlobsDeps, key: string): Promise<boolean> {
  const subject = await blobs.subjectOf(key);
  const sealedUnder = (await subjectKeys.find([subject])).get(subject);
  if (sealedUnder === null) return true; // its subject was erased: nobody can read it
  // Without a key for it here it is that of another installation, or the database is an older copy.
  if (sealedUnder === undefined || !NAMED_BY_EVENTS.test(key)) return false;
  const name = JSON.stringify(key);
  for await (const { data } of eventStore.readStream(subject)) if (JSON.stringify(data).includes(name)) return false;
  return true;
}

async function lookedAtUntil({ database: { knex }, blobs }: SweepBlobsDeps): Promise<Date> {
  const row = await knex<{ store: string; looked_at_until: Date }>('blob_sweeps').where({ store: blobs.kind }).first();
  return row?.looked_at_until ?? new Date(0);
}

const noteLookedAt = ({ database: { knex }, blobs }: SweepBlobsDeps, looked_at_until: Date): Promise<unknown> =>
  knex('blob_sweeps').insert({ store: blobs.kind, looked_at_until }).onConflict('store').merge();
