import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  MOST_ENDPOINTS,
  webhookEndpoints,
  type WebhookEndpointEvent,
} from '../../../../src/domain/webhookEndpoints/webhookEndpoints.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(webhookEndpoints);
const at = '2026-03-02T09:00:00.000Z';
const of = { endpoint_id: 'e1', tenant_id: 'acme' };
const settings = { url: 'https://hooks.example.com/t', events: ['case.review'], description: '', enabled: true };
const added: WebhookEndpointEvent = { type: 'WebhookEndpointAdded', data: { ...of, ...settings, added_at: at } };
const paused: WebhookEndpointEvent = {
  type: 'WebhookEndpointPaused',
  data: { ...of, failing_since: at, paused_at: at },
};
const disabled: WebhookEndpointEvent = {
  type: 'WebhookEndpointDisabled',
  data: { ...of, because: 'gone', disabled_at: at },
};
const changed = (more: object, ends_pause = false): WebhookEndpointEvent => ({
  type: 'WebhookEndpointChanged',
  data: { ...of, ...settings, ends_pause, changed_at: at, ...more },
});

describe('the endpoints of a tenant', () => {
  it('are added once under an id, and each type of event once', () => {
    const events = ['case.review', 'case.review'];
    const add = { type: 'add', endpoint: { ...of, ...settings, events }, at } as const;
    given().when(add).then(added);
    given(added).when(add).thenNothing();
  });

  it('are no more than twenty', () => {
    const many = Array.from({ length: MOST_ENDPOINTS }, (_, n): WebhookEndpointEvent => {
      return { type: 'WebhookEndpointAdded', data: { ...of, ...settings, endpoint_id: `o${String(n)}`, added_at: at } };
    });
    given(...many)
      .when({ type: 'add', endpoint: { ...of, ...settings }, at })
      .thenRefused('rule_broken', /at most 20/);
  });

  it('keep what is not changed, and are not changed to what they are', () => {
    const changes = { description: 'mine' };
    given(added).when({ type: 'change', endpoint_id: 'e1', changes, at }).then(changed(changes));
    given(added).when({ type: 'change', endpoint_id: 'e1', changes: settings, at }).thenNothing();
  });

  it('that are paused go on with a new address or where they are enabled, and not for a new description', () => {
    const url = 'https://new.example.com/';
    const change = (changes: object) => ({ type: 'change', endpoint_id: 'e1', changes, at }) as const;
    given(added, paused).when(change({ url })).then(changed({ url }, true));
    given(added, paused)
      .when(change({ enabled: true }))
      .then(changed({}, true));
    const after = fold(webhookEndpoints, [added, paused, changed({ description: 'x' })]);
    expect(after.endpoints[0]?.paused_at).toBe(at);
  });

  it('that do not exist can be neither changed nor removed', () => {
    const refusal = ['not_found', /no webhook endpoint/] as const;
    given()
      .when({ type: 'change', endpoint_id: 'e1', changes: {}, at })
      .thenRefused(...refusal);
    given()
      .when({ type: 'remove', endpoint_id: 'e1', at })
      .thenRefused(...refusal);
  });

  it('are paused, resumed and disabled by the service only where they are not so already, or gone', () => {
    const pause = { type: 'pause', endpoint_id: 'e1', failing_since: at, at } as const;
    const resume = { type: 'resume', endpoint_id: 'e1', at } as const;
    const disable = { type: 'disable', endpoint_id: 'e1', because: 'gone', at } as const;
    given(added).when(pause).then(paused);
    given(added, paused).when(pause).thenNothing();
    given(added).when(resume).thenNothing();
    given(added, paused).when(disable).then(disabled);
    for (const late of [pause, resume, disable]) {
      given().when(late).thenNothing();
      given(added, disabled).when(late).thenNothing();
    }
  });

  it('that were changed since an attempt began are not judged by it: it may have been at another address', () => {
    const now = fold(webhookEndpoints, [added]).endpoints[0]?.updated_at;
    for (const late of [
      { type: 'pause', endpoint_id: 'e1', failing_since: at, at },
      { type: 'disable', endpoint_id: 'e1', because: 'gone', at },
    ] as const) {
      given(added)
        .when({ ...late, sent_to: '2026-03-01T00:00:00.000Z' })
        .thenNothing();
      expect(webhookEndpoints.decide({ ...late, sent_to: now }, fold(webhookEndpoints, [added]))).toHaveLength(1);
    }
  });

  it('that were disabled by the service are as new once they are enabled', () => {
    const { endpoints } = fold(webhookEndpoints, [added, paused, disabled, changed({}, true)]);
    expect(endpoints).toMatchObject([{ enabled: true, disabled_because: null, paused_at: null }]);
  });
});
