import {
  applyToEndpointDelivery,
  endpointDeliveryStream,
  type EndpointDelivery,
  type EndpointDeliveryEvent,
} from '../../domain/webhookEndpoints/endpointDelivery.js';
import { declareProjection, declareTable, ROW_KEY } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';
import type { DueByTimeAsked, DueDelivery } from '../webhooks/webhookDeliveriesProjection.js';
import { dueHeads, type DueHead } from './dueHeads.js';
import { webhookEndpointsProjection, webhookEndpointsTable } from './webhookEndpointsProjection.js';

const endpointDeliveriesTable = declareTable<EndpointDelivery, EndpointDeliveryEvent>({
  name: 'endpoint_deliveries',
  columns: {
    delivery_id: 'text collate "C" not null',
    endpoint_id: 'text collate "C" not null',
    tenant_id: 'text collate "C" not null',
    event_type: 'text not null',
    about: 'json',
    happened_at: 'text not null',
    status: 'text not null',
    attempts: 'json not null',
    next_attempt_at: 'text collate "C"',
    queued_at: 'text collate "C" not null',
    ended_at: 'text',
  },
  indexes: [
    '(endpoint_id, queued_at desc, delivery_id desc)',
    '(endpoint_id, status, queued_at desc, delivery_id desc)',
    `(tenant_id, endpoint_id, next_attempt_at, delivery_id) where status = 'pending'`,
  ],
  stream: endpointDeliveryStream,
  keys: (event) => [event.data.delivery_id],
  on: {
    EndpointDeliveryQueued: applyToEndpointDelivery,
    EndpointDelivered: applyToEndpointDelivery,
    EndpointAttemptFailed: applyToEndpointDelivery,
    EndpointDeliveryRequeued: applyToEndpointDelivery,
    EndpointDeliveryDropped: applyToEndpointDelivery,
  },
});

/** What endpoints are told, with the attempts. It holds nothing of what is told. */
export const endpointDeliveriesProjection = declareProjection({
  ...{ name: 'endpoint_deliveries', version: 1, tables: [endpointDeliveriesTable] },
});

/** Which deliveries to list. */
export interface EndpointDeliveryFilter {
  endpoint_id: string;
  status?: EndpointDelivery['status'] | undefined;
  limit: number;
}

/** Reads what endpoints are told. */
export interface EndpointDeliveryQueries {
  find(delivery_id: string, maySee?: MaySee): Promise<EndpointDelivery | undefined>;
  /** Newest first, by time and then id. */
  list(filter: EndpointDeliveryFilter): Promise<EndpointDelivery[]>;
  /**
   * Deliveries whose time has come, one of each tenant at most, beginning behind the tenant and the endpoint of the last turns. Of an
   * endpoint the one that has been due for longest, where no more than `MOST_AT_ONCE` are in hand; of one that is paused a
   * single one, and only where it was left alone for a while. What is read goes by the number of endpoints that something waits for.
   */
  due(asked: DueByTimeAsked): Promise<DueDelivery[]>;
  /** Which of these are due as far as the read model shows. */
  dueAmong(delivery_ids: readonly string[]): Promise<Set<string>>;
}

/** Most that one endpoint is sent at a time by one worker: one that is slow keeps as many places, and no others of its tenant. */
export const MOST_AT_ONCE = 4;

declare module '../core/queries.js' {
  interface Queries {
    endpointDeliveries: EndpointDeliveryQueries;
  }
}

/** Creates the queries of what endpoints are told. */
export function createEndpointDeliveryQueries(readModels: ReadModels): EndpointDeliveryQueries {
  const deliveries = readModels.of(endpointDeliveriesProjection, endpointDeliveriesTable);
  const endpoints = readModels.of(webhookEndpointsProjection, webhookEndpointsTable);
  const { knex } = readModels;
  return {
    find: deliveries.find,

    list: ({ endpoint_id, status, limit }) =>
      deliveries.list((query) => {
        query.where({ endpoint_id }).orderByRaw('queued_at desc, delivery_id desc').limit(limit);
        return status === undefined ? query : query.where({ status });
      }),

    async due(asked) {
      const sources = { deliveries: await deliveries.source(), endpoints: await endpoints.source() };
      const { tenant } = asked.turns;
      const behind = await dueHeads(knex, sources, asked, tenant);
      const found = inTurn(behind, asked);
      if (found.length === asked.limit) return found;
      const first = (await dueHeads(knex, sources, asked)).filter(({ tenant_id }) => tenant_id <= tenant);
      return inTurn([...first, ...behind], asked);
    },

    async dueAmong(delivery_ids) {
      const found = await deliveries.listOnly(['delivery_id'], (query) =>
        query.where({ status: 'pending' }).whereIn(ROW_KEY, delivery_ids),
      );
      return new Set(found.map(({ delivery_id }) => delivery_id));
    },
  };
}

/** Those whose turn it is, of the heads of all queues, which come by tenant and endpoint. */
function inTurn(
  heads: readonly DueHead[],
  { limit, turns: { tenant, receivers }, full, inHand }: DueByTimeAsked,
): DueDelivery[] {
  const isFree = ({ receiver, paused }: DueHead): boolean => (inHand.get(receiver) ?? 0) < (paused ? 1 : MOST_AT_ONCE);
  const free = heads.filter((head) => !full.includes(head.tenant_id) && isFree(head));
  const tenants = [...new Set(free.map(({ tenant_id }) => tenant_id))];
  const behind = [...tenants.filter((one) => one > tenant), ...tenants.filter((one) => one <= tenant)];
  return behind.slice(0, limit).map((tenant_id) => {
    const own = free.filter((head) => head.tenant_id === tenant_id);
    const last = receivers.get(tenant_id) ?? '';
    const { delivery_id, receiver } = own.find((head) => head.receiver > last) ?? own[0]!;
    return { delivery_id, tenant_id, receiver };
  });
}
