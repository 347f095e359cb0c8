import type { Knex } from 'knex';
import { tableName } from '../../src/projections/core/projection.js';
import { executionsProjection, executionsTable } from '../../src/projections/executions/executionsProjection.js';
import { TENANTS } from '../chaos/tenants.js';
import { UNREADABLE } from './refusals.js';
import type { Explanation } from './rowsExplained.js';

/** What explains the rows of a database: its events, and what was asked. */
export async function explanationOf(
  knex: Knex,
  asked: Pick<Explanation, 'keyedRequests' | 'requestsPerMinute'>,
): Promise<Explanation> {
  const types = await knex.raw<{ rows: { type: string; count: number }[] }>(
    'select type, count(*)::int as count from events group by type',
  );
  const { rows } = await knex.raw<{ rows: { streams: number }[] }>(
    'select count(distinct stream)::int as streams from events',
  );
  return {
    ...asked,
    streams: rows[0]!.streams,
    events: Object.fromEntries(types.rows.map((one) => [one.type, one.count])),
  };
}

/** Runs of the load, in which nothing is broken, that did not end well, as sentences. */
export async function failedRuns(knex: Knex): Promise<string[]> {
  const failed = await knex(tableName(executionsProjection, executionsTable))
    .whereIn('tenant_id', [...TENANTS])
    .whereNot({ status: 'completed' })
    .whereRaw('input_filename is distinct from ?', [UNREADABLE])
    .select<{ execution_id: string; status: string; error: string | null }[]>('execution_id', 'status', 'error');
  return failed.map(({ execution_id, status, error }) => `the run ${execution_id} is ${status}: ${String(error)}`);
}
