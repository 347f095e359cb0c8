import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { asError } from '../asError.js';
import { asTheService } from '../database/onBehalfOf.js';
import type { EncodedEvent } from './append.js';
import {
  EventStoreUnavailable,
  WrongExpectedRevision,
  toPosition,
  type AppendResult,
  type ExpectedRevision,
} from './eventStore.js';

/** One append, encoded. */
export interface PostgresAppend {
  stream: string;
  events: EncodedEvent[];
  expected: ExpectedRevision;
}

/** Runs a statement. @throws EventStoreUnavailable, or what Postgres has against the statement */
export type Query = <Row>(sql: string, bindings: readonly Knex.RawBinding[]) => Promise<Row[]>;

interface AppendRow {
  appended: boolean;
  last_revision: string | null;
  last_position: string | null;
}

/** Bounds what one statement carries: appends of 1 MiB each would be 16 MiB. */
const MAX_BATCH = 16;

/**
 * Appends of this process that wait at the same time go into one statement. All appends wait for one lock, which is
 * held until the commit has reached the disk; so the busier it gets, the less that costs each of them. They are written as the
 * service: one statement is for several tenants, and the next one waits for it.
 */
export function createPostgresAppends(query: Query): (append: PostgresAppend) => Promise<AppendResult> {
  let lastBatch: Promise<unknown> = Promise.resolve();
  const writeBatch = (appends: readonly PostgresAppend[]): Promise<(AppendResult | Error)[]> => {
    const batch = asTheService(() => write(query, appends));
    lastBatch = batch.catch(() => undefined);
    return batch;
  };
  const batchScheduleFn = (dispatch: () => void): void => void setImmediate(() => void lastBatch.then(dispatch));
  const loader = new DataLoader(writeBatch, { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn });
  return (append) => loader.load(append);
}

/** One transaction for all; each has its own outcome. */
async function write(query: Query, appends: readonly PostgresAppend[]): Promise<(AppendResult | Error)[]> {
  try {
    const rows = await query<AppendRow>(
      `select done.appended, done.last_revision, done.last_position from (values ${appends.map(() => '(?::int, ?, ?::bigint, ?::uuid[], ?::text[], ?::json[], ?::json[])').join(', ')})
         as a (n, stream, expected, ids, types, payloads, contexts)
       cross join lateral append_events(a.stream, a.expected, a.ids, a.types, a.payloads, a.contexts) as done
       order by a.n`,
      appends.flatMap(bindings),
    );
    return appends.map((append, n) => outcome(append, rows[n]));
  } catch (error) {
    if (appends.length === 1 || error instanceof EventStoreUnavailable) throw error;
    // What Postgres refuses of one, a NUL in a name for example, must not fail the others.
    const alone = appends.map((append) => write(query, [append]).catch((reason: unknown) => [asError(reason)]));
    return (await Promise.all(alone)).flat();
  }
}

const bindings = ({ stream, expected, events }: PostgresAppend, n: number): Knex.RawBinding[] => [
  n,
  stream,
  expected === 'no_stream' ? '-1' : expected.toString(),
  events.map((event) => event.id),
  events.map((event) => event.type),
  events.map((event) => event.data),
  events.map((event) => event.metadata),
];

function outcome({ stream, expected }: PostgresAppend, row: AppendRow | undefined): AppendResult | Error {
  if (!row) return new Error('append_events returned too few rows');
  const revision = row.last_revision === null ? undefined : BigInt(row.last_revision);
  if (!row.appended || revision === undefined || row.last_position === null) {
    return new WrongExpectedRevision(stream, expected, revision);
  }
  return { revision, position: toPosition(row.last_position) };
}
