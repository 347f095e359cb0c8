import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

const identity = { tenant_id: z.string(), goal: z.string(), agent_id: z.string() };

/** A goal of a tenant belongs to an agent from here on. */
export const AgentGoalReserved = defineEvent('AgentGoalReserved', z.object({ ...identity, reserved_at: z.string() }));

/** The goal is free again. */
export const AgentGoalReleased = defineEvent('AgentGoalReleased', z.object({ ...identity, released_at: z.string() }));

/** What can happen to a goal. */
export type AgentGoalEvent = EventOf<typeof AgentGoalReserved> | EventOf<typeof AgentGoalReleased>;

/** Which goal of which tenant, and the agent it is for. */
export interface AgentGoalId {
  tenant_id: string;
  goal: string;
  agent_id: string;
}

/** What can be asked of a goal. `at` is the time, ISO 8601. */
export type AgentGoalCommand =
  /** `instead_of`: an agent that is known to be gone and still holds the goal. */
  | ({ type: 'reserve'; instead_of?: string; at: string } & AgentGoalId)
  | ({ type: 'release'; at: string } & AgentGoalId);

/** Who has the goal, and since when. */
export type AgentGoalState = { status: 'free' } | { status: 'reserved'; agent_id: string; reserved_at: string };

/** The stream of a goal: it makes the goal unique in its tenant. */
export const agentGoalStream = ({ tenant_id, goal }: Pick<AgentGoalId, 'tenant_id' | 'goal'>): string =>
  `agentGoal-${tenant_id}:${goal}`;

/** The rules of goals: one agent at a time. */
export const agentGoal: Decider<AgentGoalState, AgentGoalCommand, AgentGoalEvent> = {
  initial: { status: 'free' },

  decide(command, state) {
    const { tenant_id, goal, agent_id, at } = command;
    switch (command.type) {
      case 'reserve':
        if (state.status === 'reserved' && state.agent_id !== command.instead_of) {
          throw new DomainError('conflict', `The tenant has an agent for the goal ${goal} already`);
        }
        return [{ type: 'AgentGoalReserved', data: { tenant_id, goal, agent_id, reserved_at: at } }];
      case 'release':
        if (state.status === 'free' || state.agent_id !== agent_id) return [];
        return [{ type: 'AgentGoalReleased', data: { tenant_id, goal, agent_id, released_at: at } }];
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case 'AgentGoalReserved':
        return { status: 'reserved', agent_id: event.data.agent_id, reserved_at: event.data.reserved_at };
      case 'AgentGoalReleased':
        return { status: 'free' };
    }
  },
};

/** Said of a goal for which the tenant has no agent. */
export const noAgentFor = (goal: string): DomainError =>
  new DomainError('not_found', `There is no agent for the goal ${goal.slice(0, 64)}`);
