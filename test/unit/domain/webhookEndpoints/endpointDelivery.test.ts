import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  endpointDelivery,
  type EndpointDeliveryEvent,
  type EndpointOutcome,
} from '../../../../src/domain/webhookEndpoints/endpointDelivery.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(endpointDelivery);
const at = '2026-03-02T09:00:00.000Z';
const of = { delivery_id: 'd1', endpoint_id: 'e1' };
const queued: Extract<EndpointDeliveryEvent, { type: 'EndpointDeliveryQueued' }> = {
  type: 'EndpointDeliveryQueued',
  data: {
    ...{ ...of, tenant_id: 'acme', event_type: 'case.review', happened_at: at, queued_at: at },
    about: { session_id: 's1', revision: 3 },
  },
};
const ping: EndpointDeliveryEvent = { ...queued, data: { ...queued.data, event_type: 'ping', about: null } };
const down: EndpointOutcome = { response_status: 503, error: 'down', duration_ms: 5, retry_after_s: null };
const failed = (attempt: number, next_attempt_at: string | null = at): EndpointDeliveryEvent => ({
  type: 'EndpointAttemptFailed',
  data: { ...of, attempt, response_status: 503, error: 'down', duration_ms: 5, attempted_at: at, next_attempt_at },
});
const record = (outcome: Partial<EndpointOutcome> = {}, jitter = 0.5) =>
  ({ type: 'record_attempt', outcome: { ...down, ...outcome }, jitter, at }) as const;
const failures = (count: number) => Array.from({ length: count }, (_, n) => failed(n + 1));
const after = (seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();

describe('what an endpoint is told', () => {
  it('is queued once, however often that is asked for', () => {
    given().when({ type: 'queue', delivery: queued.data }).then(queued);
    given(queued).when({ type: 'queue', delivery: queued.data }).thenNothing();
  });

  it.each([5, 60, 300, 1_800, 7_200, 18_000, 36_000].map((pause, n) => [n + 1, pause] as const))(
    'is tried again, after attempt %i, in %i seconds',
    (attempt, pause) =>
      given(queued, ...failures(attempt - 1))
        .when(record())
        .then(failed(attempt, after(pause))),
  );

  it('is given up after the eighth attempt', () =>
    given(queued, ...failures(7))
      .when(record())
      .then(failed(8, null)));

  it('is tried a tenth sooner or later, at random', () => {
    given(queued)
      .when(record({}, 0))
      .then(failed(1, after(4.5)));
    given(queued)
      .when(record({}, 1))
      .then(failed(1, after(5.5)));
  });

  it('is left alone for as long as the receiver asks, up to ten hours, and never for less than planned', () => {
    given(queued)
      .when(record({ retry_after_s: 90 }))
      .then(failed(1, after(90)));
    given(queued)
      .when(record({ retry_after_s: 999_999 }))
      .then(failed(1, after(36_000)));
    given(queued, failed(1))
      .when(record({ retry_after_s: 1 }))
      .then(failed(2, after(60)));
  });

  it('is not tried again where the receiver is gone for good, nor is a ping', () => {
    const [gone] = endpointDelivery.decide(record({ response_status: 410 }), fold(endpointDelivery, [queued]));
    expect(gone?.data).toMatchObject({ response_status: 410, next_attempt_at: null });
    given(ping).when(record()).then(failed(1, null));
  });

  it('begins anew when somebody asks, once it has ended', () => {
    const requeued: EndpointDeliveryEvent = { type: 'EndpointDeliveryRequeued', data: { ...of, requeued_at: at } };
    given(queued)
      .when({ type: 'requeue', at })
      .thenRefused('conflict', /pending already/);
    given(queued, failed(1, null)).when({ type: 'requeue', at }).then(requeued);
    given(queued, ...failures(7), failed(8, null), requeued)
      .when(record())
      .then(failed(9, after(5)));
  });

  it('is dropped while it waits, and not once it has ended', () => {
    const dropped: EndpointDeliveryEvent = { type: 'EndpointDeliveryDropped', data: { ...of, dropped_at: at } };
    given(queued).when({ type: 'drop', at }).then(dropped);
    given(queued, dropped).when({ type: 'drop', at }).thenNothing();
    given(queued, dropped)
      .when(record())
      .thenRefused('conflict', /ended already/);
  });
});
