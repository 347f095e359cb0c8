import {
  applyToWebhookDelivery,
  type DELIVERY_STATUSES,
  type WebhookDelivery,
  type WebhookDeliveryEvent,
  webhookDeliveryStream,
} from '../../domain/webhooks/webhookDelivery.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';
import { countUnfinished, type Unfinished } from '../core/unfinished.js';

const webhookDeliveriesTable = declareTable<WebhookDelivery, WebhookDeliveryEvent>({
  name: 'webhook_deliveries',
  columns: {
    delivery_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    execution_id: 'text not null',
    url: 'text',
    status: 'text not null',
    attempts: 'json not null',
    body: 'json not null',
    queued_at: 'text collate "C" not null',
    ended_at: 'text collate "C"',
    erased: 'boolean not null',
  },
  indexes: [
    '(tenant_id, queued_at desc, delivery_id desc)',
    '(queued_at desc, delivery_id desc)',
    '(tenant_id, status, queued_at desc, delivery_id desc)',
    '(status, queued_at desc, delivery_id desc)',
    '(execution_id, queued_at desc, delivery_id desc)',
  ],
  stream: webhookDeliveryStream,
  keys: (event) => [event.data.delivery_id],
  on: {
    WebhookQueued: applyToWebhookDelivery,
    WebhookDelivered: applyToWebhookDelivery,
    WebhookAttemptFailed: applyToWebhookDelivery,
    WebhookRequeued: applyToWebhookDelivery,
    WebhookErased: applyToWebhookDelivery,
  },
});

/** Webhook deliveries with their attempts. */
export const webhookDeliveriesProjection = declareProjection({
  name: 'webhook_deliveries',
  version: 1,
  tables: [webhookDeliveriesTable],
});

/** Which deliveries to list. */
export interface WebhookDeliveryFilter {
  /** Every tenant's when left out. */
  tenant_id?: string;
  status?: (typeof DELIVERY_STATUSES)[number];
  execution_id?: string;
  limit: number;
}

/** Numbers of deliveries, and how long the delivered ones took from being queued, on average, in milliseconds. */
export interface WebhookStatistics {
  total: number;
  delivered: number;
  failed: number;
  pending: number;
  avg_delivery_ms: number;
}

/** A delivery as lists have it: without where its body lies. */
export type ListedDelivery = Omit<WebhookDelivery, 'body' | 'erased'>;

/** Reads webhook deliveries. */
export interface WebhookDeliveryQueries {
  find(delivery_id: string, maySee?: MaySee): Promise<WebhookDelivery | undefined>;
  /** Which of these deliveries were ever queued. */
  queued(delivery_ids: readonly string[]): Promise<Set<string>>;
  /** Newest first, by time and then id. */
  list(filter: WebhookDeliveryFilter): Promise<ListedDelivery[]>;
  /**
   * Pending deliveries by their ids, each with how many attempts it had: the tenants take turns, within a tenant its receivers, and of a
   * receiver the oldest comes first. A receiver is the scheme, host and port that is sent to, so that one that is dead or slow does not
   * fill the queue for the others, and a tenant that has many of them not for other tenants.
   */
  due(limit: number): Promise<{ delivery_id: string; attempts: number }[]>;
  /** Deliveries that are pending. */
  unfinished(): Promise<Unfinished>;
  /** Of deliveries queued at or after `since`; of every tenant when `tenant_id` is left out. */
  statistics(filter: { tenant_id?: string; since: Date }): Promise<WebhookStatistics>;
}

const LISTED = [
  ...(['delivery_id', 'tenant_id', 'execution_id', 'url', 'status', 'attempts', 'queued_at', 'ended_at'] as const),
];

declare module '../core/queries.js' {
  interface Queries {
    webhookDeliveries: WebhookDeliveryQueries;
  }
}

/** Creates the queries of webhook deliveries. */
export function createWebhookDeliveryQueries(readModels: ReadModels): WebhookDeliveryQueries {
  const deliveries = readModels.of(webhookDeliveriesProjection, webhookDeliveriesTable);
  const { knex } = readModels;
  return {
    find: deliveries.find,

    async queued(delivery_ids) {
      const known = await deliveries.listOnly(['delivery_id'], (query) => query.whereIn('delivery_id', delivery_ids));
      return new Set(known.map(({ delivery_id }) => delivery_id));
    },

    list: ({ tenant_id, status, execution_id, limit }) =>
      deliveries.listOnly(LISTED, (query) => {
        query.orderByRaw('queued_at desc, delivery_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        if (status !== undefined) query.where({ status });
        return execution_id === undefined ? query : query.where({ execution_id });
      }),

    async due(limit) {
      const { rows: due } = await knex.raw<{ rows: { delivery_id: string; attempts: number }[] }>(
        `select delivery_id, attempts from (
           select *, row_number() over (
             partition by tenant_id order by turn_of_receiver, queued_at, delivery_id
           ) as turn_of_tenant
           from (
             select tenant_id, delivery_id, queued_at, json_array_length(attempts) as attempts, row_number() over (
               partition by tenant_id, substring(url from '^[^/]+//[^/]+') order by queued_at, delivery_id
             ) as turn_of_receiver
             from ${await deliveries.source()} where status = 'pending'
           ) by_receiver
         ) pending order by turn_of_tenant, queued_at limit ?`,
        [limit],
      );
      return due;
    },

    unfinished: async () =>
      countUnfinished(knex, await deliveries.source(), { condition: `status = 'pending'`, since: 'queued_at' }),

    async statistics({ tenant_id, since }) {
      const query = knex(knex.raw(await deliveries.source()))
        .where('queued_at', '>=', since.toISOString())
        .select(
          knex.raw('count(*)::int as total'),
          ...(['delivered', 'failed', 'pending'] as const).map((status) =>
            knex.raw(`count(*) filter (where status = '${status}')::int as ${status}`),
          ),
          knex.raw(
            `coalesce(round(avg(extract(epoch from ended_at::timestamptz - queued_at::timestamptz) * 1000)
               filter (where status = 'delivered')), 0)::float as avg_delivery_ms`,
          ),
        );
      if (tenant_id !== undefined) query.where({ tenant_id });
      const [statistics] = await query.then((found: WebhookStatistics[]) => found);
      return statistics ?? { total: 0, delivered: 0, failed: 0, pending: 0, avg_delivery_ms: 0 };
    },
  };
}
