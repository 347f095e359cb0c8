import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { BulkKind, ItemFailure } from './bulkWork.js';
import { NotYet } from './notYet.js';

/** A chunk that this process holds. */
export interface HeldChunk {
  job_id: string;
  number: number;
  items: string[];
  attempts: number;
  kind: string;
  parameters: never;
  /** Whoever takes the chunk later has another one: what the earlier holder says of it counts no more. */
  held_by: string;
}

/** A chunk is tried this often, also one whose processes die of it; and so is reading the next items of a job. */
export const MOST_ATTEMPTS = 5;

/** In seconds. */
export interface ChunkTiming {
  /** A chunk is anyone's again this long after its holder was last heard of. */
  holdSeconds: number;
  /** The second attempt begins this long after the first, and each later one as much later again; at reading the next items each waits four times longer. */
  retrySeconds: number;
}

/** How chunks are taken, held, and given back. */
export interface Chunks {
  /** A chunk to do: one that is free, else a new one. Undefined where there is nothing to do for now. */
  take(): Promise<HeldChunk | undefined>;
  /** Goes on holding it. False where it is no longer this holder's: it took too long, or the job was cancelled. */
  renew(chunk: HeldChunk): Promise<boolean>;
  /** Counts what came of it, unless it is another's by now. */
  finish(chunk: HeldChunk, failures: readonly ItemFailure[]): Promise<void>;
  /** Gives it back after an attempt that failed; after the last one all its items are failures. */
  fail(chunk: HeldChunk, error: string): Promise<void>;
  /** Gives it back untried. */
  release(chunk: HeldChunk): Promise<void>;
}

/**
 * Chunks of jobs of these kinds, held for `holdSeconds` at a time. Times are those of the database.
 * @param unread Told of a job whose next items could not be read, which is put off
 */
export function createChunks(
  knex: Knex,
  kinds: readonly BulkKind[],
  timing: ChunkTiming,
  unread: (job: { id: string; kind: string }, error: unknown) => void = () => undefined,
): Chunks {
  const { holdSeconds, retrySeconds } = timing;
  const names = kinds.map(({ name }) => name);
  const mine = ({ job_id, number, held_by }: HeldChunk) => ({ job_id, number, held_by });
  const later = (seconds: number) => knex.raw(`now() + ? * interval '1 second'`, [seconds]);
  const putOff: PutOff = async (job, error) => {
    unread(job, error);
    await readLater(knex, job, error, retrySeconds);
  };

  const finish: Chunks['finish'] = (chunk, failures) =>
    knex.transaction(async (transaction) => {
      const gone = await transaction('bulk_chunks').where(mine(chunk)).delete();
      if (gone === 0) return;
      const { job_id, items } = chunk;
      const rows = failures.map(({ item, error }) => ({ job_id, item, error }));
      if (rows.length > 0) await transaction('bulk_failures').insert(rows).onConflict().ignore();
      // Locks the job: of two that finish its last chunks at the same time, the second sees what the first did.
      await transaction('bulk_jobs')
        .where({ id: job_id })
        .increment({ items_done: items.length - rows.length, items_failed: rows.length });
      await endWhereDone(transaction, job_id);
    });

  return {
    finish,

    async take() {
      do {
        for (
          let chunk = await takeFree(knex, names, holdSeconds);
          chunk;
          chunk = await takeFree(knex, names, holdSeconds)
        ) {
          if (chunk.attempts <= MOST_ATTEMPTS) return chunk;
          await finish(chunk, allFailed(chunk, 'The process that had it ended before it was done, again and again'));
        }
      } while (await cutNext(knex, kinds, putOff));
      return undefined;
    },

    async renew(chunk) {
      return (
        (await knex('bulk_chunks')
          .where(mine(chunk))
          .update({ free_at: later(holdSeconds) })) > 0
      );
    },

    async fail(chunk, error) {
      if (chunk.attempts >= MOST_ATTEMPTS) return finish(chunk, allFailed(chunk, error));
      const free_at = later(retrySeconds * chunk.attempts);
      await knex('bulk_chunks').where(mine(chunk)).update({ held_by: null, free_at });
    },

    async release(chunk) {
      const untried = { held_by: null, free_at: knex.fn.now(), attempts: chunk.attempts - 1 };
      await knex('bulk_chunks').where(mine(chunk)).update(untried);
    },
  };
}

/** Takes the free chunk of the job that has waited longest. */
async function takeFree(knex: Knex, names: readonly string[], holdSeconds: number): Promise<HeldChunk | undefined> {
  const held_by = randomUUID();
  const { rows } = await knex.raw<{ rows: HeldChunk[] }>(
    `update bulk_chunks as chunk
     set held_by = ?, free_at = now() + ? * interval '1 second', attempts = chunk.attempts + 1
     from bulk_jobs as job
     where job.id = chunk.job_id and (chunk.job_id, chunk.number) = (
       select free.job_id, free.number from bulk_chunks as free join bulk_jobs as of on of.id = free.job_id
       where of.state = 'running' and of.kind = any(?) and free.free_at <= now()
       order by of.taken_at, free.number limit 1 for update of free skip locked)
     returning chunk.job_id, chunk.number, chunk.items, chunk.attempts, chunk.held_by, job.kind, job.parameters`,
    [held_by, holdSeconds, [...names]],
  );
  const [chunk] = rows;
  if (chunk) await knex('bulk_jobs').where({ id: chunk.job_id }).update({ taken_at: knex.fn.now() });
  return chunk;
}

const allFailed = ({ items }: HeldChunk, error: string): ItemFailure[] => items.map((item) => ({ item, error }));

/** A job that is not cut to its end. */
interface Uncut {
  id: string;
  kind: string;
  parameters: never;
  cursor: string | null;
  cut_failures: number;
  /** Whether it has waited as long as a job may for what cannot be told yet. */
  waited: boolean;
}

type PutOff = (job: Uncut, error: unknown) => Promise<void>;

/**
 * Cuts the next chunk of the job that has waited longest. The set is read without a lock; of two processes that read the
 * same, the cursor lets one go on. False where there is no such job.
 */
async function cutNext(knex: Knex, kinds: readonly BulkKind[], putOff: PutOff): Promise<boolean> {
  const names = kinds.map(({ name }) => name);
  const uncut = knex<Uncut & { state: string; cut: boolean; taken_at: Date; cut_after: Date }>('bulk_jobs')
    .where({ state: 'running', cut: false })
    .where('cut_after', '<=', knex.fn.now());
  const waited = knex.raw(`created_at < now() - interval '1 day' as waited`);
  const job = await uncut.whereIn('kind', names).orderBy('taken_at').first<Uncut | undefined>('*', waited);
  const kind = kinds.find(({ name }) => name === job?.kind);
  if (!job || !kind) return false;
  let items: string[];
  try {
    items = await kind.next(job.parameters, job.cursor, kind.chunkItems);
  } catch (error) {
    await putOff(job, error);
    return true;
  }
  await knex.transaction(async (transaction) => {
    const { rows } = await transaction.raw<{ rows: { number: number }[] }>(
      `update bulk_jobs set cursor = ?, cut = ?, chunks = chunks + ?, taken_at = now(), cut_failures = 0
       where id = ? and state = 'running' and not cut and cursor is not distinct from ? returning chunks as number`,
      [items.at(-1) ?? job.cursor, items.length < kind.chunkItems, items.length > 0 ? 1 : 0, job.id, job.cursor],
    );
    const [cut] = rows;
    if (!cut) return;
    const chunk = { job_id: job.id, number: cut.number, items, free_at: transaction.fn.now() };
    if (items.length > 0) await transaction('bulk_chunks').insert(chunk);
    await endWhereDone(transaction, job.id);
  });
  return true;
}

/** Reads its next items later, or ends it where that failed too often. Whoever read the same meanwhile counts alone. */
async function readLater(knex: Knex, job: Uncut, error: unknown, retrySeconds: number): Promise<void> {
  const { id, cursor, cut_failures, waited } = job;
  const isYetToCome = error instanceof NotYet && !waited;
  const failures = isYetToCome ? cut_failures : cut_failures + 1;
  const same = { id, state: 'running', cut: false, cursor, cut_failures };
  if (failures >= MOST_ATTEMPTS) {
    const why = error instanceof Error ? error.message : 'unknown error';
    const failed = { state: 'failed', reason: `What is to be done cannot be read: ${why}`, finished_at: knex.fn.now() };
    await knex.transaction(async (transaction) => {
      const count = await transaction('bulk_jobs').where(same).update(failed);
      if (count > 0) await transaction('bulk_chunks').where({ job_id: id }).delete();
    });
    return;
  }
  const cut_after = knex.raw(`now() + ? * interval '1 second'`, [retrySeconds * (isYetToCome ? 2 : 4 ** cut_failures)]);
  await knex('bulk_jobs').where(same).update({ cut_failures: failures, cut_after });
}

const endWhereDone = (transaction: Knex, id: string): Promise<unknown> =>
  transaction.raw(
    `update bulk_jobs set state = 'completed', finished_at = now()
     where id = ? and state = 'running' and cut and not exists (select from bulk_chunks where job_id = ?)`,
    [id, id],
  );
