import type { Knex } from 'knex';
import type { Projection } from '../../src/projections/core/projection.js';
import { rebuild, type RebuildDeps, type RebuildOptions } from '../../src/projections/core/rebuild.js';
import { takeShare, type ShareThreads } from '../../src/projections/core/shares.js';
import { createTableSink, type TableSinkDeps } from '../../src/projections/core/tableSink.js';
import { until } from './until.js';

/** Makes the tables of a projection anew. */
export const rebuildProjection = (
  { eventStore, ...parts }: TableSinkDeps & RebuildDeps,
  projection: Projection,
  options?: RebuildOptions,
) => rebuild({ ...parts, eventStore }, createTableSink({ ...parts, eventStore }, projection), options);

/** Shares of a rebuild as threads take them, but in this one; `loaded` tells how many. */
export function shareThreadsHere(
  parts: TableSinkDeps & RebuildDeps,
  projection: Projection,
  { shares = 3, after = 0 } = {},
): ShareThreads & { loaded: number } {
  const threads: ShareThreads & { loaded: number } = {
    ...{ shares, after, loaded: 0 },
    start(_sink, signal) {
      threads.loaded += 1;
      return Promise.resolve((share, onTaken) =>
        takeShare(parts, createTableSink(parts, projection), share, { onTaken, signal }),
      );
    },
  };
  return threads;
}

/** Resolves when nobody is left who writes what is rebuilt: Postgres ends what was begun by one who is gone. */
export const rebuildersGone = (knex: Knex): Promise<boolean> =>
  until(async () => {
    const { rows } = await knex.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where application_name = 'attest-rebuild' and datname = current_database()`,
    );
    return rows.length === 0 || undefined;
  });
