import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import type { EventOf } from '../../../../src/domain/core/event.js';
import {
  cronOf,
  readGovernanceConfig,
  governanceSet,
  type GovernanceSetEvent,
} from '../../../../src/domain/governance/index.js';
import type { GovernanceSetChanged, GovernanceSetCreated } from '../../../../src/domain/governance/governanceSet.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(governanceSet);
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-03T09:00:00.000Z';
const identity = { governance_id: 'one', tenant_id: 'acme' };
const settings = { name: 'Passports', schedule: 'daily', enabled: true, config: { limit: 10 } };
const set = { ...identity, context_id: 'passport', ...settings };
const created: EventOf<typeof GovernanceSetCreated> = {
  type: 'GovernanceSetCreated',
  data: { ...set, created_at: at },
};
const changedTo = (to: object, scheduled_at = at): EventOf<typeof GovernanceSetChanged> => ({
  type: 'GovernanceSetChanged',
  data: { ...identity, ...settings, ...to, scheduled_at, changed_at: later },
});
const deleted: GovernanceSetEvent = { type: 'GovernanceSetDeleted', data: { ...identity, deleted_at: later } };
const change = (changes: object) => ({ type: 'change' as const, changes, at: later });

describe('a governance set', () => {
  it('is created once, however often its request is repeated', () => {
    given().when({ type: 'create', set, at }).then(created);
    given(created).when({ type: 'create', set, at: later }).thenNothing();
    given(created, deleted).when({ type: 'create', set, at: later }).thenNothing();
  });

  it('keeps what a change leaves out, and is not changed where nothing is different', () => {
    given(created)
      .when(change({ name: 'Others' }))
      .then(changedTo({ name: 'Others' }));
    given(created).when(change({})).thenNothing();
    given(created).when(change(settings)).thenNothing();
    expect(fold(governanceSet, [created, changedTo({ name: 'Others' })])).toMatchObject({
      status: 'kept',
      set: { ...set, name: 'Others', created_at: at, scheduled_at: at },
    });
  });

  it('is changed a thousand times at most: all are read for the next one', () => {
    given(created, ...Array.from({ length: 999 }, () => changedTo({ name: 'Others' })))
      .when(change({ name: 'More' }))
      .thenRefused('rule_broken', /^The governance set was changed 1000 times, and each is kept; make a new one$/);
  });

  it('makes up for no tick of the time in which it was disabled, nor of an earlier schedule', () => {
    const disabled = changedTo({ enabled: false });
    given(created)
      .when(change({ enabled: false }))
      .then(disabled);
    given(created, disabled)
      .when(change({ enabled: true }))
      .then(changedTo({}, later));
    given(created)
      .when(change({ schedule: 'hourly' }))
      .then(changedTo({ schedule: 'hourly' }, later));
  });

  it('is deleted once, and is not there for a change after that', () => {
    given(created).when({ type: 'delete', at: later }).then(deleted);
    given(created, deleted).when({ type: 'delete', at: later }).thenNothing();
    given(created, deleted)
      .when(change({ name: 'x' }))
      .thenRefused('not_found', /no governance set/);
    given()
      .when(change({ name: 'x' }))
      .thenRefused('not_found', /no governance set/);
    given()
      .when({ type: 'delete', at })
      .thenRefused('not_found', /no governance set/);
  });

  it.each([
    [{ name: ' ' }, /`name`/],
    [{ name: 'x'.repeat(201) }, /1 to 200 characters/],
    [{ config: { lookback_days: 3651 } }, /`config\.lookback_days` must be a whole number from 1 to 3650/],
    [{ config: { limit: 0 } }, /`config\.limit` must be a whole number from 1 to 1000000/],
    [{ config: { statuses: [] } }, /must be a list of/],
    [{ config: { goal: 'Not A Goal' } }, /snake_case/],
    [{ config: { more: 'x'.repeat(4_000) } }, /at most 4000 characters/],
  ])('is refused with %j, when it is created and when it is changed', (wrong, sentence) => {
    given()
      .when({ type: 'create', set: { ...set, ...wrong }, at })
      .thenRefused('invalid', sentence);
    given(created).when(change(wrong)).thenRefused('invalid', sentence);
  });
});

it.each(['client_onboarding', '2nd_look', 'a'.repeat(64)])(
  'the goal %s, which an agent can have, can be looked at',
  (goal) => {
    expect(readGovernanceConfig({ goal })).toEqual({ goal });
  },
);

it.each([
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['weekly', '0 0 * * 1'],
  ['monthly', '0 0 1 * *'],
  ['30 6 * * 1-5', '30 6 * * 1-5'],
])('the schedule %s is the cron expression %s', (schedule, expression) => {
  expect(cronOf(schedule)).toBe(expression);
});
