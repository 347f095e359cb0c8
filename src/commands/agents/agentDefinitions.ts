import { LRUCache } from 'lru-cache';
import { agent, agentStream } from '../../domain/agents/agent.js';
import { type AgentDefinition, readDefinition } from '../../domain/agents/index.js';
import type { AgentUsed } from '../../domain/cases/index.js';
import type { CommandHandler } from '../core/commandHandler.js';

/** Definitions kept in memory, most recently used first; one can be 150 KB. */
const MOST_KEPT = 200;

/**
 * Looks up the definition that an agent had at a revision, with its defaults. What was recorded never changes, so it is read
 * once per process; an agent that was deleted since still has it.
 */
export type AgentDefinitions = (used: AgentUsed) => Promise<AgentDefinition>;

/** Creates the look-up, which reads agents' streams. */
export function createAgentDefinitions(handler: Pick<CommandHandler, 'load'>): AgentDefinitions {
  const read = async (id: string, revision: string): Promise<AgentDefinition> => {
    const { state } = await handler.load(agentStream(id), agent, BigInt(revision));
    if (state.status !== 'created') throw new Error(`The agent ${id} was not there at revision ${revision}`);
    return readDefinition(state.agent.definition);
  };
  const kept = new LRUCache<string, Promise<AgentDefinition>>({ max: MOST_KEPT });
  return ({ id, revision }) => {
    const key = `${id}@${revision}`;
    const found = kept.get(key) ?? read(id, revision);
    kept.set(key, found);
    found.catch(() => kept.delete(key)); // what failed is asked again
    return found;
  };
}
