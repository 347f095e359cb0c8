import { describe, expect, it } from 'vitest';
import {
  assertRoomByLink,
  captureLink,
  type CaptureLinkCommand,
  type CaptureLinkEvent,
  MOST_OPENINGS,
} from '../../../../src/domain/capture/captureLink.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(captureLink);
const nine = '2026-03-02T09:00:00.000Z';
const ten = '2026-03-02T10:00:00.000Z';
const eleven = '2026-03-02T11:00:00.000Z';
const of = { link_id: 'l1', session_id: 's1', tenant_id: 'acme' };
const made: CaptureLinkEvent = {
  type: 'CaptureLinkMade',
  data: { ...of, token_hash: 'ab', expires_at: eleven, uses: 2, created_by: 'key:1', created_at: nine },
};
const submitted: CaptureLinkEvent = { type: 'CaptureSubmitted', data: { ...of, submitted_at: ten } };
const opened: CaptureLinkEvent = { type: 'CaptureOpened', data: { ...of, opened_at: ten } };
const ended: CaptureLinkEvent = { type: 'CaptureLinkEnded', data: { ...of, ended_at: ten } };
const make = (more: { uses?: number; ttl_minutes?: number } = {}): CaptureLinkCommand => ({
  ...{ type: 'make', ttl_minutes: more.ttl_minutes ?? 120, at: nine },
  link: { ...of, token_hash: 'ab', uses: more.uses ?? 2, created_by: 'key:1' },
});
const open: CaptureLinkCommand = { type: 'open', is_awaited: true, at: ten };
const submit: CaptureLinkCommand = { type: 'submit', is_awaited: true, at: ten };

it('lets a customer fill half of the room of a case at most', () => {
  expect(() => assertRoomByLink(99)).not.toThrow();
  expect(() => assertRoomByLink(100)).toThrow('With a link a case takes at most 100 documents');
});

describe('a link for a customer', () => {
  it('is made once, for a time and for submissions', () => {
    given().when(make()).then(made);
    given(made).when(make()).thenNothing();
    for (const ttl_minutes of [0, 1.5, 43_201])
      given()
        .when(make({ ttl_minutes }))
        .thenRefused('invalid', /`ttl_minutes`/);
    for (const uses of [0, -1, 101])
      given()
        .when(make({ uses }))
        .thenRefused('invalid', /`uses`/);
  });

  it('takes as many submissions as it was made for', () => {
    given(made).when(submit).then(submitted);
    given(made, submitted).when(submit).then(submitted);
    given(made, submitted, submitted).when(submit).thenRefused('not_found', /link/);
  });

  it.each([
    ['its time is over', [made], { ...open, at: eleven }],
    ['its case takes nothing more', [made], { ...open, is_awaited: false }],
    ['somebody ended it', [made, ended], open],
    ['its uses are over', [made, submitted, submitted], open],
    ['it was never made', [], open],
  ] as [string, CaptureLinkEvent[], CaptureLinkCommand][])(
    'is as if there were none once %s',
    (_, history, command) => {
      given(...history)
        .when(command)
        .thenRefused('not_found', /There is no link/);
    },
  );

  it('is ended once', () => {
    given(made).when({ type: 'end', at: ten }).then(ended);
    given(made, ended).when({ type: 'end', at: eleven }).thenNothing();
  });

  it('notes that its page was opened, but not for ever', () => {
    given(made).when(open).then(opened);
    given(made, ...Array<CaptureLinkEvent>(MOST_OPENINGS).fill(opened))
      .when(open)
      .thenNothing();
  });

  it('keeps to which text the customer agreed, and when', () => {
    const consent: CaptureLinkCommand = { type: 'consent', consent_version: '2', is_awaited: true, at: ten };
    const consented: CaptureLinkEvent = {
      type: 'CaptureConsented',
      data: { ...of, consent_version: '2', consented_at: ten },
    };
    given(made).when(consent).then(consented);
    given(made, consented).when(consent).thenNothing();
    expect(fold(captureLink, [made, consented])).toMatchObject({ link: { consent: { version: '2', at: ten } } });
  });
});
