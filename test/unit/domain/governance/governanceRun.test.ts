import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import { assertRunning, governanceRun, type GovernanceRunEvent } from '../../../../src/domain/governance/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(governanceRun);
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-02T09:05:00.000Z';
const identity = { run_id: 'run', governance_id: 'set', tenant_id: 'acme' };
const run = {
  ...{ ...identity, context_id: 'passport', config: {}, tick: null, started_at: at },
  trigger: 'manual' as const,
};
const begun: GovernanceRunEvent = { type: 'GovernanceRunBegun', data: run };
const counted = {
  ...{ total_docs: 3, passed: 2, failed: 1, error_count: 0 },
  summary: { newly_failed: 1, newly_passed: 0, decisions_differing: 1, failed_by_field: { name: 1 } },
};
const end = (error: string | null) => ({ type: 'end' as const, outcome: { ...counted, error }, at: later });
const ended = (status: 'completed' | 'failed', error: string | null): GovernanceRunEvent => ({
  type: 'GovernanceRunEnded',
  data: { ...identity, status, ...counted, error, completed_at: later },
});

describe('a governance run', () => {
  it('begins once, whoever finds its tick and however often', () => {
    given().when({ type: 'begin', run }).then(begun);
    given(begun).when({ type: 'begin', run }).thenNothing();
    given(begun, ended('completed', null)).when({ type: 'begin', run }).thenNothing();
  });

  it('has completed where all was looked at, and failed where it broke off or was cancelled', () => {
    given(begun).when(end(null)).then(ended('completed', null));
    given(begun).when(end('cancelled')).then(ended('failed', 'cancelled'));
  });

  it('says with its end that it found drift, where anything that is demanded is not so', () => {
    const alarm = { field: null, measure: 'valid' as const, is: 0.8, limit: 0.9 };
    const driftWith = (alarms: (typeof alarm)[]) => ({
      ...{ since: at, documents: { now: 60, before: 60 }, valid: { now: 0.8, before: 0.9 }, fields: [], alarms },
    });
    const endWith = (alarms: (typeof alarm)[]) => {
      const summary = { ...counted.summary, drift: driftWith(alarms) };
      const over = {
        type: 'GovernanceRunEnded',
        data: { ...ended('completed', null).data, summary },
      } as GovernanceRunEvent;
      return { command: { ...end(null), outcome: { ...counted, summary, error: null } }, over };
    };
    const drifted: GovernanceRunEvent = {
      type: 'GovernanceDrifted',
      data: { ...identity, alarms: 1, found_at: later },
    };
    const [bad, good] = [endWith([alarm]), endWith([])];
    given(begun).when(bad.command).then(bad.over, drifted);
    given(begun).when(good.command).then(good.over);
    given(begun, bad.over, drifted).when(bad.command).thenNothing();
  });

  it('ends once: what ended it first counts', () => {
    given(begun, ended('failed', 'cancelled')).when(end(null)).thenNothing();
    given(begun, ended('completed', null)).when(end('cancelled')).thenNothing();
    given()
      .when(end(null))
      .thenRefused('not_found', /no governance run/);
  });

  it('counts nothing while it goes on, and what it found once it has ended', () => {
    const going = fold(governanceRun, [begun]);
    expect(going).toMatchObject({ run: { status: 'running', total_docs: 0, summary: null, completed_at: null } });
    const over = fold(governanceRun, [begun, ended('completed', null)]);
    expect(over).toEqual({
      status: 'begun',
      run: { ...run, status: 'completed', ...counted, error: null, completed_at: later },
    });
  });

  it('is cancelled only while it goes on', () => {
    expect(() => assertRunning({ status: 'running' })).not.toThrow();
    for (const status of ['completed', 'failed'] as const) {
      expect(() => assertRunning({ status })).toThrow('The governance run has ended, so it cannot be cancelled');
    }
  });
});
