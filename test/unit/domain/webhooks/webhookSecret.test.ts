import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import { liveSecrets, webhookSecret, type WebhookSecretEvent } from '../../../../src/domain/webhooks/webhookSecret.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(webhookSecret);
const monday = '2026-03-02T09:00:00.000Z';
const tuesday = '2026-03-03T09:00:00.000Z';
const issued = (secret: string, issued_at: string): WebhookSecretEvent => ({
  type: 'WebhookSecretIssued',
  data: { tenant_id: 'acme', secret, issued_at },
});

describe('the webhook secret of a tenant', () => {
  it('is made on first use and stays', () => {
    const ensure = { type: 'ensure', tenant_id: 'acme', secret: 's1', at: monday } as const;
    given().when(ensure).then(issued('s1', monday));
    given(issued('s1', monday))
      .when({ ...ensure, secret: 's2' })
      .then();
  });

  it('is replaced when it is rotated', () =>
    given(issued('s1', monday))
      .when({ type: 'rotate', tenant_id: 'acme', secret: 's2', at: tuesday })
      .then(issued('s2', tuesday)));

  it('signs beside the one before for a day, then alone', () => {
    const state = fold(webhookSecret, [issued('s1', monday), issued('s2', tuesday)]);
    expect(liveSecrets(state, new Date('2026-03-04T08:59:59.000Z'))).toEqual(['s2', 's1']);
    expect(liveSecrets(state, new Date('2026-03-04T09:00:00.000Z'))).toEqual(['s2']);
  });

  it('never has more than two that sign', () => {
    const state = fold(webhookSecret, [issued('s1', monday), issued('s2', monday), issued('s3', monday)]);
    expect(liveSecrets(state, new Date(monday))).toEqual(['s3', 's2']);
  });
});
