import type { WebhookDeliveryEvent } from '../../domain/webhooks/index.js';
import { declareProjection, declareTable, type Addition, type Fold } from '../core/projection.js';
import { declareTally, lessOf } from '../core/tally.js';
import { durationSums } from './durations.js';
import { BY_DAY, dayOf, forBoth, OF_DAY, type OfDay } from './figures.js';

/** Figures of deliveries, by day. */
export const webhookFiguresTally = declareTally<OfDay>({ name: 'webhook_figures', by: OF_DAY, indexes: [BY_DAY] });

/** What a delivery counts as. It holds nothing of anybody, and stays when the delivery is erased. */
interface DeliveryStanding {
  tenant_id: string;
  day: string;
  status: 'pending' | 'delivered' | 'failed';
  /** ISO 8601 */
  queued_at: string;
  /** From being queued to being delivered; null until then. */
  took_ms: number | null;
}

function standing(row: DeliveryStanding | undefined): Addition<OfDay>[] {
  if (!row) return [];
  const { tenant_id, day, status, took_ms } = row;
  const sums = {
    deliveries: { total: 1, [status]: 1 },
    ...(took_ms !== null && durationSums('delivery', took_ms)),
  };
  return [{ by: { tenant_id, day }, sums }];
}

type Happened<Type extends WebhookDeliveryEvent['type']> = Extract<WebhookDeliveryEvent, { type: Type }>;

/** What becomes of a row that there is. */
const after =
  <Event extends WebhookDeliveryEvent>(
    changes: (data: Event['data'], row: DeliveryStanding) => Partial<DeliveryStanding>,
  ): Fold<DeliveryStanding, Event> =>
  (row, event) =>
    row && { ...row, ...changes(event.data, row) };

/** Where each delivery stands, as far as it is counted. */
const deliveryStandingsTable = declareTable<DeliveryStanding, WebhookDeliveryEvent>({
  name: 'webhook_standings',
  columns: {
    tenant_id: 'text not null',
    day: 'text collate "C" not null',
    status: 'text not null',
    queued_at: 'text collate "C" not null',
    took_ms: 'double precision',
  },
  indexes: [],
  ofOneStream: true,
  tallied: {
    tally: webhookFiguresTally,
    adds: (before, now) => forBoth([...standing(before).map(lessOf), ...standing(now)]),
  },
  keys: (event) => [event.data.delivery_id],
  on: {
    // A test counts in no figure: it has no row.
    WebhookQueued: (_row, { data: { tenant_id, queued_at }, metadata }) =>
      metadata.mode === 'test'
        ? undefined
        : { ...{ tenant_id, day: dayOf(queued_at), status: 'pending', queued_at }, took_ms: null },
    WebhookDelivered: after<Happened<'WebhookDelivered'>>(({ attempted_at }, { queued_at }) => ({
      status: 'delivered',
      took_ms: Math.max(0, Date.parse(attempted_at) - Date.parse(queued_at)),
    })),
    WebhookAttemptFailed: after<Happened<'WebhookAttemptFailed'>>(({ gave_up }) =>
      gave_up ? { status: 'failed' } : {},
    ),
    WebhookRequeued: after<Happened<'WebhookRequeued'>>(() => ({ status: 'pending', took_ms: null })),
    // What is erased while it waits is not sent any more.
    WebhookErased: after<Happened<'WebhookErased'>>((_data, { status }) =>
      status === 'pending' ? { status: 'failed' } : {},
    ),
  },
});

/** Figures of deliveries, and where each delivery stands for them. */
export const webhookFiguresProjection = declareProjection({
  name: 'webhook_figures',
  version: 1,
  tables: [deliveryStandingsTable, webhookFiguresTally],
});
