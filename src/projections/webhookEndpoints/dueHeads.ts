import type { Knex } from 'knex';
import { PROBE_EVERY_MS } from '../../domain/webhookEndpoints/endpointHealth.js';
import type { DueByTimeAsked, DueDelivery } from '../webhooks/webhookDeliveriesProjection.js';

/** What has been due for longest of what waits for an endpoint. */
export interface DueHead extends DueDelivery {
  /** Whether its endpoint is paused, and this is to be a probe. */
  paused: boolean;
}

/** So many heads are enough for one look. */
const MOST_HEADS = 1_000;

/**
 * The statement: it goes from one endpoint that something waits for to the next by an index, and takes of each what has
 * been due for longest in one more step, so that it does not matter how much waits. It begins at a tenant, or behind it.
 */
const heads = (deliveries: string, endpoints: string, begins: '>' | '>='): string => `
  with recursive asked as (select ?::text as now, ?::text as probed_before, ?::text[] as except_ids), queue as (
    (select tenant_id, endpoint_id from ${deliveries} where status = 'pending' and tenant_id ${begins} ?
      order by tenant_id, endpoint_id limit 1)
    union all
    select next.tenant_id, next.endpoint_id from queue cross join lateral (
      select tenant_id, endpoint_id from ${deliveries}
      where status = 'pending' and (tenant_id, endpoint_id) > (queue.tenant_id, queue.endpoint_id)
      order by tenant_id, endpoint_id limit 1
    ) next
  )
  select head.delivery_id, queue.tenant_id, queue.endpoint_id as receiver, endpoint.paused_at is not null as paused
  from queue
  cross join lateral (
    select delivery_id from ${deliveries}
    where status = 'pending' and tenant_id = queue.tenant_id and endpoint_id = queue.endpoint_id
      and next_attempt_at <= (select now from asked)
      and delivery_id <> all((select except_ids from asked)::text[])
    order by next_attempt_at, delivery_id limit 1
  ) head
  left join lateral (
    select paused_at, last_attempt_at from ${endpoints} where row_key = queue.endpoint_id limit 1
  ) endpoint on true
  where endpoint.paused_at is null or endpoint.last_attempt_at is null
    or endpoint.last_attempt_at <= (select probed_before from asked)
  limit ${MOST_HEADS}`;

/**
 * The heads of all queues of which something is due, by tenant and endpoint, beginning behind a tenant, and where it is left out at the
 * first one; those of paused endpoints where a probe is due.
 */
export async function dueHeads(
  knex: Knex,
  sources: { deliveries: string; endpoints: string },
  { now, except }: Pick<DueByTimeAsked, 'now' | 'except'>,
  behind?: string,
): Promise<DueHead[]> {
  const begins = behind === undefined ? '>=' : '>';
  const probed = new Date(now.getTime() - PROBE_EVERY_MS);
  const { rows } = await knex.raw<{ rows: DueHead[] }>(heads(sources.deliveries, sources.endpoints, begins), [
    ...[now.toISOString(), probed.toISOString(), [...except], behind ?? ''],
  ]);
  return rows;
}
