import { expect, it } from 'vitest';
import { toPosition, type RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { happeningRoutes, ofTenantsWithEndpoints } from '../../../../src/workers/webhookEndpoints/happeningWork.js';

const event = (type: string, tenant_id: string, data: RecordedEvent['data'] = {}): RecordedEvent => ({
  ...{ id: 'e1', type, data: { session_id: 's1', ...data }, stream: 'case-s1', revision: 4n, position: toPosition(9n) },
  recorded_at: '2026-03-02T09:00:00.000Z',
  metadata: {
    ...{ tenant_id, actor: 'key:1', correlation_id: 'r', causation_id: 'r', mode: 'live', schema_version: 1 },
    occurred_at: '2026-03-02T08:59:59.000Z',
  },
});

it('what happens in a case is put on the bus where its tenant has endpoints, by ids alone', async () => {
  const asked: string[] = [];
  const eventStore = {
    lastRevision: (stream: string) => {
      asked.push(stream);
      return Promise.resolve(stream === 'webhookEndpoints-acme' ? 0n : undefined);
    },
  };
  const isPicked = ofTenantsWithEndpoints.create(eventStore);
  expect(await isPicked(event('CaseCompleted', 'acme'))).toBe(true);
  expect(await isPicked(event('CaseCompleted', 'other'))).toBe(false);
  expect(await isPicked(event('WebhookEndpointAdded', 'other'))).toBe(false);
  expect(await isPicked(event('CaseExpired', 'other'))).toBe(true);
  expect(asked).toEqual(['webhookEndpoints-acme', 'webhookEndpoints-other']);

  const route = happeningRoutes.get('CaseCompleted');
  if (!route || !('topic' in route)) expect.unreachable();
  expect(route.payload(event('CaseCompleted', 'acme', { status: 'review', result: { $sealed: 'x' } }))).toEqual({
    ...{ event_id: 'e1', event_type: 'case.review', session_id: 's1', revision: 4, position: '9' },
    happened_at: '2026-03-02T08:59:59.000Z',
  });
});
