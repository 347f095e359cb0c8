import {
  applyToWebhookDelivery,
  type DELIVERY_STATUSES,
  type WebhookDelivery,
  type WebhookDeliveryEvent,
  webhookDeliveryStream,
} from '../../domain/webhooks/webhookDelivery.js';
import type { Mode } from '../../domain/core/mode.js';
import { declareProjection, declareTable, type Fold, ROW_KEY } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';
import { countUnfinished, type Unfinished } from '../core/unfinished.js';

/**
 * The scheme, host and port that is sent to, as far as an index may be long. An index that has it as its part serves statements
 * that say the same.
 */
const RECEIVER = `coalesce(left(substring(url from '^[^/]+//[^/]+'), 255), '')`;

/** A delivery as the queue has it. */
interface DeliveryRow extends WebhookDelivery {
  /** ISO 8601; null before the first. */
  last_attempt_at: string | null;
  /** Whether it is of something that is meant; null in a table of a version that did not say. */
  mode: Mode | null;
}

const applyToRow: Fold<DeliveryRow, WebhookDeliveryEvent> = (before, event) => {
  const after = applyToWebhookDelivery(before, event);
  const last_attempt_at = after?.attempts.at(-1)?.attempted_at ?? null;
  return after && { ...after, last_attempt_at, mode: event.metadata.mode };
};

const webhookDeliveriesTable = declareTable<DeliveryRow, WebhookDeliveryEvent>({
  name: 'webhook_deliveries',
  columns: {
    delivery_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    execution_id: 'text not null',
    url: 'text',
    status: 'text not null',
    attempts: 'json not null',
    last_attempt_at: 'text collate "C"',
    mode: 'text',
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
    `(tenant_id, (${RECEIVER}), queued_at, delivery_id) where status = 'pending'`,
  ],
  stream: webhookDeliveryStream,
  keys: (event) => [event.data.delivery_id],
  on: {
    WebhookQueued: applyToRow,
    WebhookDelivered: applyToRow,
    WebhookAttemptFailed: applyToRow,
    WebhookRequeued: applyToRow,
    WebhookErased: applyToRow,
  },
});

/** Webhook deliveries with their attempts. */
export const webhookDeliveriesProjection = declareProjection({
  name: 'webhook_deliveries',
  version: 2,
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

/** A delivery as lists have it: without where its body lies. */
export type ListedDelivery = Omit<WebhookDelivery, 'body' | 'erased'>;

/** Whose turns were the last. */
export interface WebhookTurns {
  /** The tenant that had the last one; `''` before the first. */
  tenant: string;
  /** Of each tenant the receiver that had the last one. */
  receivers: ReadonlyMap<string, string>;
}

/** From a moment on, and up to before another one. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

/** What of the queue is asked for. */
export interface DueAsked {
  limit: number;
  turns: WebhookTurns;
  /** Deliveries are left out whose last attempt was then. */
  notTriedIn: TimeSpan;
  /** Deliveries that are left out besides. */
  except: readonly string[];
  /** Tenants that are left out. */
  full: readonly string[];
}

/** The same of a queue where each delivery has a time of its own. */
export interface DueByTimeAsked extends DueAsked {
  now: Date;
  /** How many deliveries are in hand, by receiver. */
  inHand: ReadonlyMap<string, number>;
}

/** A delivery that is due. */
export interface DueDelivery {
  delivery_id: string;
  tenant_id: string;
  /** Where it goes: scheme, host and port. */
  receiver: string;
}

/** Reads webhook deliveries. */
export interface WebhookDeliveryQueries {
  find(delivery_id: string, maySee?: MaySee): Promise<WebhookDelivery | undefined>;
  /** Which of these deliveries were ever queued. */
  queued(delivery_ids: readonly string[]): Promise<Set<string>>;
  /** Newest first, by time and then id. */
  list(filter: WebhookDeliveryFilter): Promise<ListedDelivery[]>;
  /**
   * Pending deliveries, in the order of turns: of each tenant one at most, beginning with the tenant behind the one that had the
   * last turn; of the tenant's receivers that is next which is behind the one that had its last, and of a receiver the oldest
   * delivery. So one receiver that is dead or slow does not fill the queue for others, and a tenant that has many of them not for
   * other tenants. What is read goes by the number of tenants that are passed over, and of deliveries that are left out, and never
   * by how much waits.
   */
  due(asked: DueAsked): Promise<DueDelivery[]>;
  /** Which of these deliveries are due as far as the read model shows. */
  dueAmong(delivery_ids: readonly string[], notTriedIn: TimeSpan): Promise<Set<string>>;
  /** Deliveries that are pending. */
  unfinished(): Promise<Unfinished>;
}

const LISTED = [
  ...(['delivery_id', 'tenant_id', 'execution_id', 'url', 'status', 'attempts', 'queued_at', 'ended_at'] as const),
];

/** That an attempt was not in a span of time, or that there was none. */
const notTriedIn = (from: string, until: string): string =>
  `(last_attempt_at < ${from} or last_attempt_at >= ${until}) is not false`;

/**
 * The statement behind `due`. Each step goes to the next tenant by name, in a second round (`lap`) from the first one to the one
 * that the first round began behind, and takes the oldest of the next receiver in one step of an index; Postgres takes no more
 * steps than are asked for.
 */
function dueByTurns(source: string): string {
  const pending = `from ${source} where status = 'pending'`;
  const isLeft = `delivery_id <> all((select except_ids from asked)::text[])
      and ${notTriedIn('(select tried_from from asked)', '(select tried_until from asked)')}`;
  const oldest = (lap: number, condition: string): string =>
    `(select delivery_id, ${RECEIVER} as receiver, ${lap} as lap ${pending} and tenant_id = next.tenant_id ${condition}
      and ${isLeft} order by tenant_id, ${RECEIVER}, queued_at, delivery_id limit 1)`;
  return `with recursive asked as (
      select ?::text[] as except_ids, ?::text as tried_from, ?::text as tried_until
    ), turn as (
      select ?::text as tenant_id, 0 as lap, null::text collate "C" as delivery_id, null::text as receiver
      union all
      select next.tenant_id, next.lap, found.delivery_id, found.receiver
      from turn
      cross join lateral (
        select * from (
          (select tenant_id, turn.lap ${pending} and tenant_id > turn.tenant_id order by tenant_id limit 1)
          union all
          (select tenant_id, 1 ${pending} and turn.lap = 0 order by tenant_id limit 1)
        ) ahead order by lap limit 1
      ) next
      left join lateral (
        select * from (
          ${oldest(0, `and ${RECEIVER} > (?::json ->> next.tenant_id)`)} union all ${oldest(1, '')}
        ) either order by lap limit 1
      ) found on next.tenant_id <> all(?::text[])
      where next.lap = 0 or next.tenant_id <= ?
    )
    select delivery_id, tenant_id, receiver from turn where delivery_id is not null limit ?`;
}

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
      const known = await deliveries.listOnly(['delivery_id'], (query) => query.whereIn(ROW_KEY, delivery_ids));
      return new Set(known.map(({ delivery_id }) => delivery_id));
    },

    list: ({ tenant_id, status, execution_id, limit }) =>
      deliveries.listOnly(LISTED, (query) => {
        query.orderByRaw('queued_at desc, delivery_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        if (status !== undefined) query.where({ status });
        return execution_id === undefined ? query : query.where({ execution_id });
      }),

    async due({ limit, turns: { tenant, receivers }, except, notTriedIn: { from, until }, full }) {
      const { rows } = await knex.raw<{ rows: DueDelivery[] }>(dueByTurns(await deliveries.source()), [
        ...[[...except], from.toISOString(), until.toISOString()],
        ...[tenant, JSON.stringify(Object.fromEntries(receivers)), [...full], tenant, limit],
      ]);
      return rows;
    },

    async dueAmong(delivery_ids, { from, until }) {
      const found = await deliveries.listOnly(['delivery_id'], (query) =>
        query
          .where({ status: 'pending' })
          .whereRaw(`${ROW_KEY} = any(?::text[])`, [[...delivery_ids]])
          .whereRaw(notTriedIn('?', '?'), [from.toISOString(), until.toISOString()]),
      );
      return new Set(found.map(({ delivery_id }) => delivery_id));
    },

    unfinished: async () =>
      countUnfinished(knex, await deliveries.source(), { condition: `status = 'pending'`, since: 'queued_at' }),
  };
}
