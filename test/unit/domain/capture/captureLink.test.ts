import { describe, expect, it } from 'vitest';
import {
  captureLink,
  type CaptureLinkCommand,
  type CaptureLinkEvent,
  MINUTES_MORE,
  MOST_EXTENSIONS,
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
const submitted: Extract<CaptureLinkEvent, { type: 'CaptureSubmitted' }> = {
  type: 'CaptureSubmitted',
  data: { ...of, submitted_at: ten, documents: 1, tries: 0 },
};
const opened: Extract<CaptureLinkEvent, { type: 'CaptureOpened' }> = {
  type: 'CaptureOpened',
  data: { ...of, opened_at: ten },
};
const ended: CaptureLinkEvent = { type: 'CaptureLinkEnded', data: { ...of, ended_at: ten } };
const make = (more: { uses?: number; ttl_minutes?: number } = {}): CaptureLinkCommand => ({
  ...{ type: 'make', ttl_minutes: more.ttl_minutes ?? 120, at: nine },
  link: { ...of, token_hash: 'ab', uses: more.uses ?? 2, created_by: 'key:1' },
});
const open: CaptureLinkCommand = { type: 'open', is_awaited: true, at: ten };
const submit: CaptureLinkCommand = { type: 'submit', theCase: { documents: 1, tries: 0 }, is_awaited: true, at: ten };
const extend = (at: string): CaptureLinkCommand => ({ type: 'extend', is_awaited: true, at });

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
    const more: CaptureLinkEvent = { type: 'CaptureSubmitted', data: { ...submitted.data, documents: 2 } };
    given(made, submitted)
      .when({ ...submit, theCase: { documents: 2, tries: 0 } })
      .then(more);
    given(made, submitted, more).when(submit).thenRefused('not_found', /link/);
  });

  it('takes what was sent already for sent, and counts no use for it', () => {
    given(made, submitted).when(submit).thenNothing();
    expect(fold(captureLink, [made, submitted])).toMatchObject({ link: { used: 1, sent: { documents: 1, tries: 0 } } });
  });

  it('takes it once more where something was asked for again since, though nothing came: its owner waits for an answer', () => {
    const asked = { documents: 1, tries: 1 };
    given(made, submitted)
      .when({ ...submit, theCase: asked })
      .then({ ...submitted, data: { ...submitted.data, tries: 1 } });
  });

  it('counts nothing for who knew of less than was sent meanwhile', () => {
    const more: CaptureLinkEvent = { ...submitted, data: { ...submitted.data, documents: 2 } };
    given(made, more).when(submit).thenNothing();
  });

  it('knows not how much was sent where its event does not say so, and takes it once more', () => {
    const before: CaptureLinkEvent = { type: 'CaptureSubmitted', data: { ...of, submitted_at: ten } };
    given(made, before).when(submit).then(submitted);
  });

  it('is good for 20 minutes more where its customer is still at it in its last ten', () => {
    const twenty = '2026-03-02T11:20:00.000Z';
    given(made).when(extend('2026-03-02T10:49:59.999Z')).thenNothing();
    const at = '2026-03-02T10:50:00.000Z';
    const extended: CaptureLinkEvent = {
      type: 'CaptureExtended',
      data: { ...of, expires_at: twenty, extended_at: at },
    };
    given(made).when(extend(at)).then(extended);
    given(made, extended).when(extend(at)).thenNothing();
    given(made, extended)
      .when({ ...open, at: eleven })
      .then({ ...opened, data: { ...opened.data, opened_at: eleven } });
    given(made).when(extend(eleven)).thenRefused('not_found', /link/);
  });

  it('is good for a day longer than it was made for at most', () => {
    const extended: CaptureLinkEvent = {
      type: 'CaptureExtended',
      data: { ...of, expires_at: eleven, extended_at: ten },
    };
    const soon = '2026-03-02T10:55:00.000Z';
    given(made, ...Array<CaptureLinkEvent>(MOST_EXTENSIONS).fill(extended))
      .when(extend(soon))
      .thenNothing();
    expect(MOST_EXTENSIONS * MINUTES_MORE).toBe(24 * 60);
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
