import { describe, it } from 'vitest';
import { agentGoal, type AgentGoalEvent } from '../../../../src/domain/agents/agentGoal.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(agentGoal);
const goal = { tenant_id: 'acme', goal: 'onboarding' };
const at = '2026-03-02T09:00:00.000Z';
const reservedFor = (agent_id: string): AgentGoalEvent => ({
  type: 'AgentGoalReserved',
  data: { ...goal, agent_id, reserved_at: at },
});
const released: AgentGoalEvent = { type: 'AgentGoalReleased', data: { ...goal, agent_id: 'a1', released_at: at } };

describe('the goal of a tenant', () => {
  it('belongs to one agent at a time', () => {
    given()
      .when({ type: 'reserve', ...goal, agent_id: 'a1', at })
      .then(reservedFor('a1'));
    given(reservedFor('a1'))
      .when({ type: 'reserve', ...goal, agent_id: 'a2', at })
      .thenRefused('conflict', /onboarding already/);
  });

  it('is free again once released', () =>
    given(reservedFor('a1'), released)
      .when({ type: 'reserve', ...goal, agent_id: 'a2', at })
      .then(reservedFor('a2')));

  it('is not released by another agent', () =>
    given(reservedFor('a2'))
      .when({ type: 'release', ...goal, agent_id: 'a1', at })
      .thenNothing());

  it('passes on from an agent that is known to be gone, and from no other', () => {
    const takeOver = { type: 'reserve', ...goal, agent_id: 'a2', at, instead_of: 'a1' } as const;
    given(reservedFor('a1')).when(takeOver).then(reservedFor('a2'));
    given(reservedFor('a3'))
      .when(takeOver)
      .thenRefused('conflict', /already/);
  });
});
