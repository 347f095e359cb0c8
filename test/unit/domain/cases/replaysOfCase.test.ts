import { describe, expect, it } from 'vitest';
import { replaysOfCase } from '../../../../src/domain/cases/replaysOfCase.js';
import { nine, session_id, ten } from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

describe('the replays of a case', () => {
  const { given: givenReplays } = storiesOf(replaysOfCase);
  const plan = (replay_id: string) => ({ type: 'plan', session_id, replay_id, at: nine }) as const;
  const planned = (replay_id: string) =>
    ({ type: 'CaseReplayPlanned', data: { session_id, replay_id, planned_at: nine } }) as const;
  const close = { type: 'close', session_id, at: ten } as const;
  const closed = { type: 'CaseReplaysClosed', data: { session_id, closed_at: ten } } as const;

  it('are planned once each', () => {
    givenReplays().when(plan('r1')).then(planned('r1'));
    givenReplays(planned('r1')).when(plan('r2')).then(planned('r2'));
    givenReplays(planned('r1')).when(plan('r1')).thenNothing();
  });

  it('are a hundred at most: each is erased with the case', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => planned(`r${index}`));
    givenReplays(...hundred)
      .when(plan('one more'))
      .thenRefused('rule_broken', /at most 100/);
    givenReplays(...hundred)
      .when(plan('r7'))
      .thenNothing();
  });

  it('get no other once the case is erased, and lose none of theirs', () => {
    givenReplays(planned('r1')).when(close).then(closed);
    givenReplays(closed).when(close).thenNothing();
    givenReplays(planned('r1'), closed)
      .when(plan('r2'))
      .thenRefused('conflict', /erased/);
    givenReplays(planned('r1'), closed).when(plan('r1')).thenNothing();
    const state = [planned('r1'), closed].reduce(replaysOfCase.evolve, replaysOfCase.initial);
    expect(state).toEqual({ replay_ids: ['r1'], closed: true });
  });
});
