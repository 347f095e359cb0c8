/** Rows of as many tenants, and as many again of one tenant, `big`. */
export const ROWS_OF_EACH = 5_000;

/** What work is at first, what it comes to seldom, and mostly. */
const STATUSES: Readonly<Record<string, readonly [string, string, string]>> = {
  webhook_deliveries: ['pending', 'failed', 'delivered'],
  endpoint_deliveries: ['pending', 'failed', 'delivered'],
  parked_work: ['parked', 'dropped', 'retried'],
  cases: ['collecting', 'review', 'completed'],
  searched_documents: ['pending', 'failed', 'done'],
};

/**
 * SQL for what stands in a column of row `n`: most things have ended, as they do after a while.
 * @param type the column's, as the table declares it
 */
export function valueOf(table: string, column: string, type: string): string {
  if (column === 'tenant_id') return `case when n <= ${ROWS_OF_EACH} then 'x' || n else 'big' end`;
  if (column === 'status') {
    const [soon, seldom, mostly] = STATUSES[table] ?? ['running', 'failed', 'completed'];
    return `case n % 500 when 0 then '${soon}' when 1 then '${seldom}' else '${mostly}' end`;
  }
  // Nobody runs pipelines any more, and all replays but some are compared.
  if (table === 'executions' && column === 'context_id')
    return `case when n % 500 = 7 then 'x' || n else 'agent:x' end`;
  if (table === 'cases' && column === 'replay_of') return `case when n % 2 = 0 then 'x' || n end`;
  if (table === 'cases' && column === 'comparison') return `case when n % 500 <> 0 then '{}'::json end`;
  // Hardly anything is of one type or for one reason, and no two have the same number.
  if (column === 'facets') {
    const seldom = `jsonb_build_array(case when n % 500 = 3 then 'seldom' else 'mostly' end)`;
    const metadata = `jsonb_build_object('order', n::text)`;
    return `jsonb_build_object('document_type', ${seldom}, 'reason', ${seldom}, 'metadata', ${metadata})`;
  }
  // Nearly all say the same.
  if (table === 'searched_documents' && ['text', 'document_type'].includes(column))
    return `case when n % 500 = 3 then 'seldom' else 'mostly' end`;
  if (column === 'terms') return `jsonb_build_array(case when n % 500 = 3 then '=seldom' else '=mostly' end)`;
  if (column === 'at') return valueOf(table, 'created_at', type);
  if (column === 'unread') return `case when n % 500 in (0, 1) then 1 else 0 end`;
  if (column === 'url') return `'https://receiver.example/' || n`;
  // Most agents keep for good, or not yet for long enough.
  if (column === 'retained_until')
    return `case n % 500 when 0 then '2026-01-01T00:00:00Z' when 1 then '2027-01-01T00:00:00Z' end`;
  if (column.endsWith('_at'))
    return `to_char(timestamp '2026-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  if (type.startsWith('json')) return column === 'attempts' ? `'[]'` : `'{}'`;
  if (type.startsWith('boolean')) return 'n % 500 = 0';
  return type.startsWith('text') ? `'x' || n` : 'n';
}
