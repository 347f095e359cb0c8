import { BlobNotFound, type BlobPage, type BlobStore } from '../../platform/blobs/blobStore.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import { EventStoreUnavailable, type EventStore } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import { readCheckpoints } from '../../projections/core/checkpoints.js';

/**
 * How long a file may wait for the event that names it. It is stored at most minutes before that, whatever a request or a worker
 * does; the rest of the day is for processes that stood still, and for clocks.
 */
const UNNAMED_MS = 24 * 3_600_000;

/**
 * Where the files lie that an event of their own subject's stream names. What lies elsewhere is left alone: reports, which no
 * event names, and what another version of the service keeps.
 */
const NAMED_BY_EVENTS = /^(cases|executions|examples|faces|sealed)\//;

/** Kept reports are named after their subject, and nobody's once that was erased. */
const REPORT_OF = /^reports\/([^/]+)\//;

/** Where there are more of them than this, something is amiss with all: the next sweep begins where this one did. */
const MOST_UNJUDGED = 10_000;

/**
 * Files that are looked at before it is noted how far that is. For each so many all of them are listed once, in which time a
 * tenth as many could be opened in S3.
 */
const AT_ONCE = 50_000;

/** Files of which is found out whose they are before any is judged: those of one subject cost one read of its stream. */
const OPENED_AT_ONCE = 100;

/**
 * Up to when files were looked at, as what has a name keeps it and none has to be looked at twice, and those of them that could
 * not be judged.
 */
export const blobSweepMigrations: readonly Migration[] = [
  {
    name: 'blob_sweeps_001',
    up: async (knex) => {
      await knex.schema.createTable('blob_sweeps', (table) => {
        table.text('store').primary();
        table.timestamp('looked_at_until').notNullable();
      });
      await knex.schema.createTable('blobs_unjudged', (table) => {
        table.text('store').notNullable();
        table.text('key').notNullable();
        table.primary(['store', 'key']);
      });
    },
  },
];

type BlobListed = BlobPage['blobs'][number];

/** What sweeping files stands on. */
export interface SweepBlobsDeps {
  blobs: Pick<BlobStore, 'kind' | 'list' | 'removeBrokenOff' | 'subjectOf' | 'delete'>;
  eventStore: Pick<EventStore, 'readStream' | 'end'>;
  subjectKeys: Pick<SubjectKeys, 'find'>;
  database: Pick<Database, 'knex'>;
  log: Log;
  /** For tests: `UNNAMED_MS`. */
  unnamedMs?: number;
  /** For tests: `AT_ONCE`. */
  atOnce?: number;
}

/**
 * Deletes the files that nothing names a day after they were stored: their upload was broken off by a crash, or the event
 * that was to name them was refused. The log is asked, not a read model, which may be late; where it cannot be read, where the
 * key of the file is not here or where anything else is not known, the file stays. One that cannot be judged keeps none of
 * the others, and is looked at again the next time, alone. What is not of a kind that an event names is not opened. Goes from
 * the oldest to the newest, and notes how far it is: one that is broken off is gone on with. Where the log has lost its end
 * nothing is deleted, and what is stored by then never is. What uploads left that were broken off as long ago is removed too.
 * Gives the number of files that were deleted.
 * @throws EventStoreUnavailable the next sweep begins where this one was
 */
export async function sweepBlobs(deps: SweepBlobsDeps, signal: AbortSignal): Promise<number> {
  await removeBrokenOff(deps, signal);
  if (await hasLostItsEnd(deps)) {
    deps.log.error(
      'the event store ends before what read models have taken from it: files of events that it lost are kept',
    );
    await spare(deps);
    return 0;
  }
  const before = await readProgress(deps);
  const unjudged = new Set<string>();
  let deleted = 0;
  for (let from = before; ;) {
    const { files, until, more } = await oldestDue(deps, from);
    for (let at = 0; at < files.length && !signal.aborted; at += OPENED_AT_ONCE) {
      deleted += await judge(deps, files.slice(at, at + OPENED_AT_ONCE), unjudged, signal);
    }
    if (signal.aborted) break;
    if (unjudged.size <= MOST_UNJUDGED) await noteProgress(deps, { until, unjudged });
    if (!more) break;
    from = { until, unjudged: new Set() };
  }
  if (deleted > 0) deps.log.warn({ files: deleted }, 'files that nothing names were deleted');
  return deleted;
}

/** Nothing names what was never stored as a whole, whatever the log says. What goes wrong with it holds up no file. */
async function removeBrokenOff(
  { blobs, log, unnamedMs = UNNAMED_MS }: SweepBlobsDeps,
  stopping: AbortSignal,
): Promise<void> {
  const isOurs = (key: string): boolean => NAMED_BY_EVENTS.test(key) || REPORT_OF.test(key);
  try {
    const uploads = await blobs.removeBrokenOff({ olderThanMs: unnamedMs, isOurs, stopping });
    if (uploads > 0) log.warn({ uploads }, 'what uploads had left that were broken off was removed');
  } catch (error) {
    log.error({ err: error }, 'what uploads left that were broken off could not be removed');
  }
}

/** Whether a read model has seen more of the log than there is: it was put back to an earlier state than the database. */
async function hasLostItsEnd({ database, eventStore }: SweepBlobsDeps): Promise<boolean> {
  // First what was seen, as the log grows all the time.
  const seen = (await readCheckpoints(database.knex)).map(({ position }) => position ?? 0n);
  const end: bigint = (await eventStore.end()) ?? 0n;
  return seen.some((position) => position > end);
}

/** Leaves alone from now on what is stored: the events that name it may yet come back. */
async function spare({ database: { knex }, blobs: { kind: store } }: SweepBlobsDeps): Promise<void> {
  await knex('blob_sweeps').insert({ store, looked_at_until: knex.fn.now() }).onConflict('store').merge();
}

/**
 * The files that are to be looked at, in the order in which they were stored; where there are many, the oldest of them, and
 * `more` is true. All that was stored before `until` are among them, or were looked at before.
 */
async function oldestDue(
  { blobs, unnamedMs = UNNAMED_MS, atOnce = AT_ONCE }: SweepBlobsDeps,
  { until: from, unjudged }: Progress,
): Promise<{ files: readonly BlobListed[]; until: Date; more: boolean }> {
  let files: BlobListed[] = [];
  let until: Date | undefined;
  let more = false;
  for await (const { asOf, blobs: page } of blobs.list()) {
    const before = (until ??= new Date(asOf.getTime() - unnamedMs));
    const old = page.filter(({ storedAt }) => storedAt < before);
    files.push(...old.filter(({ key, storedAt }) => storedAt >= from || unjudged.has(key)));
    if (files.length <= 2 * atOnce) continue;
    ({ files, until } = keepOldest(files, atOnce, before));
    more ||= until < before;
  }
  const kept = keepOldest(files, atOnce, until ?? from);
  return { ...kept, more: more || kept.files.length < files.length };
}

/** So many of the oldest files, and all others of the same time; `until` is when the first of those that are left out was stored. */
function keepOldest(files: BlobListed[], most: number, until: Date): { files: BlobListed[]; until: Date } {
  const sorted = files.sort((one, other) => one.storedAt.getTime() - other.storedAt.getTime());
  const newest = sorted[most - 1]?.storedAt;
  const out = newest ? sorted.findIndex(({ storedAt }) => storedAt > newest) : -1;
  return out < 0 ? { files: sorted, until } : { files: sorted.slice(0, out), until: sorted[out]!.storedAt };
}

/** Deletes those of some files that nothing names; how many there were. */
async function judge(
  deps: SweepBlobsDeps,
  files: readonly BlobListed[],
  unjudged: Set<string>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const [subject, keys] of await bySubject(deps, files, unjudged)) {
    if (signal.aborted) break;
    deleted += await unlessBroken(deps, keys, unjudged, () => deleteOrphans(deps, subject, keys));
  }
  return deleted;
}

/** The files of each subject, of those that can be somebody's. */
async function bySubject(
  deps: SweepBlobsDeps,
  files: readonly { key: string }[],
  unjudged: Set<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { key } of files) {
    await unlessBroken(deps, [key], unjudged, async () => {
      const subject = await subjectOf(deps, key);
      if (subject !== undefined) found.set(subject, [...(found.get(subject) ?? []), key]);
      return 0;
    });
  }
  return found;
}

/** Whose a file is; undefined for one that is left alone, which may be another program's. */
async function subjectOf({ blobs }: SweepBlobsDeps, key: string): Promise<string | undefined> {
  return NAMED_BY_EVENTS.test(key) ? blobs.subjectOf(key) : REPORT_OF.exec(key)?.[1];
}

/** Deletes those files of a subject that can be nobody's; how many there were. */
async function deleteOrphans(deps: SweepBlobsDeps, subject: string, keys: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const key of await orphansAmong(deps, subject, keys)) deleted += Number(await deps.blobs.delete(key));
  return deleted;
}

async function orphansAmong(
  { eventStore, subjectKeys }: SweepBlobsDeps,
  subject: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const sealedUnder = (await subjectKeys.find([subject])).get(subject);
  if (sealedUnder === null) return keys; // its subject was erased: nobody can read them
  // Without a key for it here it is that of another installation, or the database is an older copy.
  if (sealedUnder === undefined) return [];
  const unnamed = new Set(keys.filter((key) => NAMED_BY_EVENTS.test(key)));
  if (unnamed.size === 0) return [];
  for await (const { data } of eventStore.readStream(subject)) {
    const text = JSON.stringify(data);
    for (const key of unnamed) if (text.includes(JSON.stringify(key))) unnamed.delete(key);
    if (unnamed.size === 0) break;
  }
  return [...unnamed];
}

/** Notes the files of which something goes wrong; one that was deleted meanwhile is none of them. */
async function unlessBroken(
  { log }: SweepBlobsDeps,
  keys: readonly string[],
  unjudged: Set<string>,
  judge: () => Promise<number>,
): Promise<number> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof EventStoreUnavailable) throw error;
    if (error instanceof BlobNotFound) return 0;
    for (const key of keys) unjudged.add(key);
    log.error({ err: error, keys }, 'whether anything names these files could not be found out');
    return 0;
  }
}

/** How far sweeps have come. */
interface Progress {
  /** All that was stored before was looked at. */
  until: Date;
  /** Keys of those that could not be judged then. */
  unjudged: ReadonlySet<string>;
}

async function readProgress({ database: { knex }, blobs: { kind: store } }: SweepBlobsDeps): Promise<Progress> {
  const row = await knex<{ store: string; looked_at_until: Date }>('blob_sweeps').where({ store }).first();
  const unjudged = await knex<{ store: string; key: string }>('blobs_unjudged').where({ store }).select('key');
  return { until: row?.looked_at_until ?? new Date(0), unjudged: new Set(unjudged.map(({ key }) => key)) };
}

async function noteProgress(
  { database: { knex }, blobs: { kind: store } }: SweepBlobsDeps,
  { until, unjudged }: Progress,
): Promise<void> {
  const rows = [...unjudged].map((key) => ({ store, key }));
  await knex.transaction(async (transaction) => {
    await transaction('blobs_unjudged').where({ store }).delete();
    await transaction.batchInsert('blobs_unjudged', rows);
    await transaction('blob_sweeps').insert({ store, looked_at_until: until }).onConflict('store').merge();
  });
}
