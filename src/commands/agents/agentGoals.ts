import { agent, agentStream } from '../../domain/agents/agent.js';
import { agentGoal, agentGoalStream, type AgentGoalCommand, type AgentGoalId } from '../../domain/agents/agentGoal.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';

/** Keeps every goal to one agent of its tenant. */
export interface AgentGoals {
  /** Reserves a goal for an agent that is about to be created. @throws DomainError `conflict` when another agent has it */
  reserve(context: CommandContext, id: AgentGoalId): Promise<void>;
  /** Frees the goal of an agent that was deleted; nothing where another agent has it. */
  release(context: CommandContext, id: AgentGoalId): Promise<void>;
}

/** After this long an agent that is not there yet is taken for one whose creation was broken off. Creating takes milliseconds. */
const BROKEN_OFF_AFTER_MS = 60_000;

/** Creates what keeps goals. */
export function createAgentGoals({ handler, clock }: { handler: CommandHandler; clock: Clock }): AgentGoals {
  const handle = async (context: CommandContext, id: AgentGoalId, command: AgentGoalCommand): Promise<void> => {
    await handler.handle({ stream: agentGoalStream(id), decider: agentGoal, command, context });
  };

  /** A process that died between the two streams left a goal with an agent that is gone, or never came to be: which one, if so. */
  const goneHolder = async (context: CommandContext, { tenant_id, goal }: AgentGoalId): Promise<string | undefined> => {
    const { state } = await handler.load(agentGoalStream({ tenant_id, goal }), agentGoal);
    if (state.status === 'free') return undefined;
    const stream = agentStream(state.agent_id);
    const holder = await handler.load(stream, agent);
    if (holder.state.status === 'deleted') return state.agent_id;
    const at = clock();
    const age = at.getTime() - Date.parse(state.reserved_at);
    if (holder.state.status === 'created' || age < BROKEN_OFF_AFTER_MS) return undefined;
    const command = { type: 'give_up', agent_id: state.agent_id, tenant_id, goal, at: at.toISOString() } as const;
    await handler.handle({ stream, decider: agent, command, context });
    return state.agent_id;
  };

  return {
    async reserve(context, id) {
      // Its own reservation stands in no one's way: it may be the one of a request that was cut off.
      const command = { type: 'reserve', ...id, instead_of: id.agent_id, at: clock().toISOString() } as const;
      try {
        await handle(context, id, command);
      } catch (error) {
        if (!(error instanceof DomainError && error.reason === 'conflict')) throw error;
        const instead_of = await goneHolder(context, id);
        if (instead_of === undefined) throw error;
        await handle(context, id, { ...command, instead_of });
      }
    },

    release: (context, id) => handle(context, id, { type: 'release', ...id, at: clock().toISOString() }),
  };
}
