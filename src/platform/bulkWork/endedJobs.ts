import type { Knex } from 'knex';
import type { Log } from '../log.js';
import { jobColumns, jobOf, type BulkJobRow, type BulkKind } from './bulkWork.js';
import type { ChunkTiming } from './chunks.js';

/** A kind that has not answered by then is told again later. */
const ANSWERS_WITHIN_MS = 60_000;
/** In seconds: the longest pause between two attempts to tell. */
const LONGEST_PAUSE = 600;

/** What telling stands on. */
export interface EndedJobsDeps {
  knex: Knex;
  kinds: readonly BulkKind[];
  timing: ChunkTiming;
  log: Log;
}

/**
 * Tells the kind of one job that ended, if there is one that its kind wants to hear of and was not told. True where there was.
 * Of two processes one tells; where it dies the other does so after `holdSeconds`.
 */
export async function tellOfEnd({ knex, kinds, timing, log }: EndedJobsDeps): Promise<boolean> {
  const listening = kinds.filter(({ ended }) => ended).map(({ name }) => name);
  if (listening.length === 0) return false;
  const claimed = await claim(knex, listening, Math.max(timing.holdSeconds, ANSWERS_WITHIN_MS / 1000));
  if (!claimed) return false;
  const { parameters, tell_attempts, ...row } = claimed;
  const kind = kinds.find(({ name }) => name === row.kind);
  try {
    await answered(kind?.ended?.(parameters, jobOf(row)));
    await knex('bulk_jobs').where({ id: row.id }).update({ told: true });
  } catch (error) {
    log.warn(
      { err: error, job_id: row.id, kind: row.kind },
      'the end of a job could not be told, and will be told again',
    );
    const pause = Math.min(timing.retrySeconds * 2 ** tell_attempts, LONGEST_PAUSE);
    await knex('bulk_jobs')
      .where({ id: row.id, tell_attempts })
      .update({ tell_after: knex.raw(`now() + ? * interval '1 second'`, [pause]) });
  }
  return true;
}

type Claimed = BulkJobRow & { parameters: never; tell_attempts: number };

async function claim(knex: Knex, kinds: readonly string[], holdSeconds: number): Promise<Claimed | undefined> {
  const held = { tell_after: knex.raw(`now() + ? * interval '1 second'`, [holdSeconds]) };
  const next = knex('bulk_jobs')
    .whereNot({ state: 'running' })
    .where({ told: false })
    .where('tell_after', '<=', knex.fn.now())
    .whereIn('kind', kinds)
    .orderBy('tell_after')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const claimed = (await knex('bulk_jobs')
    .whereIn('id', next.select('id'))
    .update({ ...held, tell_attempts: knex.raw('tell_attempts + 1') })
    .returning([...jobColumns(knex), 'bulk_jobs.parameters', 'bulk_jobs.tell_attempts'] as never)) as Claimed[];
  return claimed[0];
}

async function answered(answer: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not answer within a minute')), ANSWERS_WITHIN_MS).unref();
  });
  try {
    await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
