import type { Knex } from 'knex';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/database.js';
import { deleteLittleByLittle } from '../database/deleteLittleByLittle.js';

/**
 * Work over many: a job goes through a set of items in chunks, which all processes that know its kind share. Where a
 * process dies or stalls, another does its chunk again; what one item breaks does not stop the others.
 */

/** An item that could not be done. */
export interface ItemFailure {
  item: string;
  /** A sentence; holds no personal value. */
  error: string;
}

/** Which chunk of which job, and whether it is tried again. */
export interface ChunkName {
  job_id: string;
  /** From 1. A chunk that is tried again keeps its number and its items. */
  number: number;
  /** It is not: what cannot be done now counts as failed. */
  isLast: boolean;
}

/** A kind of bulk work: how its set is cut, and how a chunk is done. */
export interface BulkKind<Parameters = never> {
  /** Stable; processes that do not have the kind leave its jobs alone. */
  name: string;
  /** Most items of a chunk; one should be done within seconds. */
  chunkItems: number;
  /**
   * The ids that follow `after` (null: from the first), at most `limit`, in an order that does not change. Fewer than `limit` is the end.
   * To throw holds up this job alone: it is asked again later, five times in all, and then the job is `failed`. `NotYet` counts as none of these.
   */
  next(parameters: Parameters, after: string | null, limit: number): Promise<string[]>;
  /**
   * Does these items, and says which could not be done. May be called again with the same items, also while an earlier
   * call for them still runs: doing an item twice must do no harm. Ends early once `signal` is aborted. To throw means
   * that none is known to be done: the chunk is tried again, five times in all.
   */
  work(parameters: Parameters, items: readonly string[], signal: AbortSignal, chunk: ChunkName): Promise<ItemFailure[]>;
  /**
   * Told of the end of a job, whichever way it ended. At least once: again where it throws, takes over a minute, or the process
   * dies meanwhile, with growing pauses until the job is forgotten. A chunk that was begun before a cancel may still be under way.
   */
  ended?(parameters: Parameters, job: BulkJob): Promise<void>;
}

/** A job and how far it is. */
export interface BulkJob {
  id: string;
  kind: string;
  /** `completed`: every item was tried; those that could not be done are counted. `failed`: it ended before, `reason` says why. */
  state: 'running' | 'completed' | 'failed';
  reason: string | null;
  items_done: number;
  items_failed: number;
  /** How many items there are in all; null until all of them were read. */
  total: number | null;
  created_at: Date;
  finished_at: Date | null;
}

/** Starts, shows and cancels jobs. */
export interface BulkJobs {
  /**
   * Starts a job. `parameters` are JSON, and hold no personal value. Gives its id.
   * @param id Chosen by the caller: however often a job of one id is started, there is one
   */
  start<Parameters>(kind: Pick<BulkKind<Parameters>, 'name'>, parameters: Parameters, id?: string): Promise<string>;
  find(id: string): Promise<BulkJob | undefined>;
  /** Those of a kind that have not ended, the oldest first. */
  running(kind: string): Promise<BulkJob[]>;
  /** The items of a job that could not be done, by id. */
  failures(id: string, limit: number): Promise<ItemFailure[]>;
  /** Ends a running job as `failed` with the reason `cancelled`: no chunk of it is begun any more. False where it had ended already. */
  cancel(id: string): Promise<boolean>;
}

/** Where workers hear of new jobs. */
export const BULK_CHANNEL = 'bulk_work';

/** A job as its row has it. */
export type BulkJobRow = Omit<BulkJob, 'items_done' | 'items_failed' | 'total'> & {
  items_done: string;
  items_failed: string;
  total: string | null;
};

const COLUMNS = ['id', 'kind', 'state', 'reason', 'items_done', 'items_failed', 'created_at', 'finished_at'] as const;

/** The columns that make a `BulkJobRow`, of the table `bulk_jobs`. */
export const jobColumns = (knex: Knex): (string | Knex.Raw)[] => [
  ...COLUMNS.map((column) => `bulk_jobs.${column}`),
  knex.raw(
    `case when bulk_jobs.cut then bulk_jobs.items_done + bulk_jobs.items_failed + coalesce(
       (select sum(cardinality(items)) from bulk_chunks where job_id = bulk_jobs.id), 0) end as total`,
  ),
];

/** Jobs in the database. */
export function createBulkJobs({ knex }: Pick<Database, 'knex'>): BulkJobs {
  const jobs = (): Knex.QueryBuilder<BulkJobRow, BulkJobRow[]> =>
    knex<BulkJobRow>('bulk_jobs').select(jobColumns(knex) as never);
  return {
    async start(kind, parameters, id = newId()) {
      await knex.transaction(async (transaction) => {
        const row = { id, kind: kind.name, parameters: JSON.stringify(parameters) };
        await transaction('bulk_jobs').insert(row).onConflict('id').ignore();
        await transaction.raw('select pg_notify(?, ?)', [BULK_CHANNEL, id]);
      });
      return id;
    },

    async find(id) {
      const [row] = await jobs().where({ id });
      return row && jobOf(row);
    },

    async running(kind) {
      return (await jobs().where({ kind, state: 'running' }).orderBy('created_at')).map(jobOf);
    },

    failures: (id, limit) =>
      knex<ItemFailure & { job_id: string }>('bulk_failures')
        .where({ job_id: id })
        .orderBy('item')
        .limit(limit)
        .select('item', 'error'),

    cancel: (id) =>
      knex.transaction(async (transaction) => {
        const ended = { state: 'failed', reason: 'cancelled', finished_at: transaction.fn.now() };
        const count = await transaction('bulk_jobs').where({ id, state: 'running' }).update(ended);
        if (count === 0) return false;
        await transaction('bulk_chunks').where({ job_id: id }).delete();
        await transaction.raw('select pg_notify(?, ?)', [BULK_CHANNEL, id]);
        return true;
      }),
  };
}

const KEPT_FOR = '28 days';

/** Forgets jobs that ended four weeks ago, and which of their items could not be done. */
export async function forgetEndedJobs({ knex }: Pick<Database, 'knex'>): Promise<void> {
  const ended = `state <> 'running' and finished_at < now() - ?::interval`;
  const bindings = [KEPT_FOR];
  const of = `job_id in (select id from bulk_jobs where ${ended})`;
  await deleteLittleByLittle(knex, { table: 'bulk_failures', where: of, bindings });
  const alone = `not exists (select from bulk_failures where job_id = bulk_jobs.id)`;
  await deleteLittleByLittle(knex, { table: 'bulk_jobs', where: `${ended} and ${alone}`, bindings });
}

/** What a row says of its job. */
export const jobOf = ({ items_done, items_failed, total, ...row }: BulkJobRow): BulkJob => ({
  ...row,
  items_done: Number(items_done),
  items_failed: Number(items_failed),
  total: total === null ? null : Number(total),
});
