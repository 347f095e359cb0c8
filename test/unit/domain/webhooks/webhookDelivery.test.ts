import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  webhookDelivery,
  type AttemptOutcome,
  type WebhookDeliveryCommand,
  type WebhookDeliveryEvent,
} from '../../../../src/domain/webhooks/webhookDelivery.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(webhookDelivery);
const at = '2026-03-02T09:00:15.000Z';

const queued: Extract<WebhookDeliveryEvent, { type: 'WebhookQueued' }> = {
  type: 'WebhookQueued',
  data: {
    delivery_id: 'd1',
    tenant_id: 'acme',
    execution_id: 'd1',
    url: 'https://receiver.example/hook?token=t',
    body: { key: 'webhooks/d1/body', size: 9 },
    queued_at: '2026-03-02T09:00:00.000Z',
  },
};
const down: AttemptOutcome = {
  ...{ response_status: 503, response_excerpt: 'down', error: 'The receiver answered 503', duration_ms: 20 },
};
const ok: AttemptOutcome = { response_status: 204, response_excerpt: '', error: null, duration_ms: 20 };
const record = (outcome: AttemptOutcome): WebhookDeliveryCommand => ({ type: 'record_attempt', outcome, at });
const failedAttempt = (attempt: number, gave_up = false): WebhookDeliveryEvent => ({
  type: 'WebhookAttemptFailed',
  data: { ...down, delivery_id: 'd1', attempt, attempted_at: at, gave_up },
});
const deliveredAt = (attempt: number): WebhookDeliveryEvent => ({
  type: 'WebhookDelivered',
  data: { ...ok, delivery_id: 'd1', attempt, attempted_at: at },
});
const requeued: WebhookDeliveryEvent = { type: 'WebhookRequeued', data: { delivery_id: 'd1', requeued_at: at } };
const erased: WebhookDeliveryEvent = { type: 'WebhookErased', data: { delivery_id: 'd1', erased_at: at } };
const fiveFailures = [1, 2, 3, 4, 5].map((attempt) => failedAttempt(attempt, attempt === 5));

describe('a webhook delivery', () => {
  it('is queued once, however often that is asked for', () => {
    given().when({ type: 'queue', delivery: queued.data }).then(queued);
    given(queued).when({ type: 'queue', delivery: queued.data }).then();
  });

  it('is delivered by the first attempt that the receiver takes', () =>
    given(queued, failedAttempt(1)).when(record(ok)).then(deliveredAt(2)));

  it('waits for the next poll after attempts 1 to 4 failed', () =>
    given(queued, failedAttempt(1), failedAttempt(2), failedAttempt(3)).when(record(down)).then(failedAttempt(4)));

  it('is given up when attempt 5 fails', () =>
    given(queued, ...fiveFailures.slice(0, 4))
      .when(record(down))
      .then(failedAttempt(5, true)));

  it.each([
    ['delivered', [queued, deliveredAt(1)]],
    ['given up', [queued, ...fiveFailures]],
    ['erased', [queued, erased]],
  ])('takes no attempt any more once it is %s', (_end, history) =>
    given(...history)
      .when(record(ok))
      .thenRefused('conflict', /ended already/),
  );
});

describe('retrying a delivery by hand', () => {
  it('puts one that was given up back into the queue', () =>
    given(queued, ...fiveFailures)
      .when({ type: 'requeue', at })
      .then(requeued));

  it('sends one again that was delivered, for a receiver that lost it', () =>
    given(queued, deliveredAt(1)).when({ type: 'requeue', at }).then(requeued));

  it('allows as many attempts as a new delivery has', () =>
    given(queued, ...fiveFailures, requeued)
      .when(record(down))
      .then(failedAttempt(6)));

  it('is refused while the delivery is pending', () =>
    given(queued)
      .when({ type: 'requeue', at })
      .thenRefused('conflict', /pending already/));

  it('is refused for one that was erased, and for one that never was', () => {
    given(queued, erased)
      .when({ type: 'requeue', at })
      .thenRefused('conflict', /erased/);
    given()
      .when({ type: 'requeue', at })
      .thenRefused('not_found', /no delivery/);
  });
});

describe('erasing a delivery', () => {
  it('leaves no address and nothing that the receiver said', () => {
    const state = fold(webhookDelivery, [queued, failedAttempt(1), erased]);
    expect(JSON.stringify(state)).not.toMatch(/receiver\.example|"down"/);
    expect(state).toMatchObject({ status: 'erased', delivery: { status: 'failed', url: null, erased: true } });
  });
});
