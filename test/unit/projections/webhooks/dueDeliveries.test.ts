import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWebhookDeliveryQueries,
  webhookDeliveriesProjection,
} from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { createStory, projectInto } from '../../../support/rowCosts.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

const queued = (delivery_id: string, tenant_id: string, url: string, second: number) => ({
  type: 'WebhookQueued',
  data: {
    ...{ delivery_id, tenant_id, execution_id: delivery_id, url, body: { key: delivery_id, size: 2 } },
    queued_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  },
});

it('the queue of webhooks is shared by tenants, however many receivers one has, and within a tenant by receivers', async () => {
  const asked = [
    ...Array.from({ length: 20 }, (_, n) => queued(`many-${n}`, 'many', `http://many:${9_000 + n}/`, n)),
    ...Array.from({ length: 3 }, (_, n) => queued(`dead-${n}`, 'two', 'http://dead/', 30 + n)),
    queued('alive', 'two', 'http://alive/', 40),
    queued('single', 'one', 'http://one/', 50),
  ];
  for (const event of asked)
    await projectInto(core.database.knex, webhookDeliveriesProjection, createStory(event.data.delivery_id)(event));
  const due = await createWebhookDeliveryQueries(core.readModels).due(7);
  expect(due.map(({ delivery_id }) => delivery_id)).toEqual([
    ...['many-0', 'dead-0', 'single', 'many-1', 'alive', 'many-2', 'dead-1'],
  ]);
});
