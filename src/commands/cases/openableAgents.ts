import { type AgentDefinition, noAgentFor, readDefinition, usedTypes } from '../../domain/agents/index.js';
import { caseAgentOf, type CaseAgent } from '../../domain/cases/caseAgent.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Mode } from '../../domain/core/mode.js';
import { MAY_BE_CHANGED_BY_TESTS } from '../../domain/core/ownWorld.js';
import { type DocumentEngine, understandsScenes } from '../../engines/documents/documentEngine.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { AgentDirectory, KnownAgent } from '../agents/agentDirectory.js';
import { createUntilMoved } from '../core/untilMoved.js';
import { usableTypes } from '../documents/agentDocuments.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';

/** An agent that cases can be opened for, as a case keeps it and with its definition. */
export interface OpenableAgent {
  agent: CaseAgent;
  definition: AgentDefinition;
}

/** Agents that cases can be opened for, as the last events of the agents and of the types they ask for left them. */
export interface OpenableAgents {
  /** @throws DomainError `rule_broken` for one that is not deployed or cannot work, or of a trial for a case that is none */
  check(found: KnownAgent, mode: Mode | undefined): Promise<OpenableAgent>;
  /** The tenant's agent for a goal, for a case of a mode. @throws DomainError `not_found` where there is none, and as `check` does */
  ofGoal(tenant_id: string, goal: string, mode: Mode | undefined): Promise<CaseAgent>;
}

/** What finding them stands on. */
export interface OpenableAgentsDeps {
  eventStore: Pick<EventStore, 'lastRevision'>;
  agents: AgentDirectory;
  documentTypes: DocumentTypeCatalog;
  engine: Pick<DocumentEngine, 'understandsScenes'>;
}

/**
 * What a test key made serves trials alone, until a live key changes it: otherwise who holds a test key would decide on cases that are meant.
 * @throws DomainError `rule_broken`, also for an agent that is not deployed
 */
export function assertDeployedFor({ goal, deployed, trial }: KnownAgent, mode: Mode | undefined): void {
  if (!deployed) throw new DomainError('rule_broken', `The agent ${goal} is not deployed`);
  if (trial && mode !== 'test') throw new DomainError('rule_broken', `The agent ${goal} ${MAY_BE_CHANGED_BY_TESTS}`);
}

/** Creates what finds them. */
export function createOpenableAgents({
  eventStore,
  agents,
  documentTypes,
  engine,
}: OpenableAgentsDeps): OpenableAgents {
  const untilMoved = createUntilMoved<CaseAgent>(eventStore);

  const check: OpenableAgents['check'] = async (found, mode) => {
    assertDeployedFor(found, mode);
    const definition = readDefinition(found.definition);
    const scenes = understandsScenes(engine, found.allow_cloud);
    const types = await usableTypes(documentTypes, { ...found, mode, scenes }, usedTypes(definition));
    return { agent: caseAgentOf({ ...found, revision: String(found.revision) }, definition, types), definition };
  };

  return {
    check,
    ofGoal: (tenant_id, goal, mode) =>
      untilMoved(JSON.stringify([tenant_id, goal, mode]), async () => {
        const found = await agents.findByGoal(tenant_id, goal);
        if (!found) throw noAgentFor(goal);
        const { agent, definition } = await check(found, mode);
        const types = documentTypes.streamsOf(found.tenant_id, usedTypes(definition));
        return { made: agent, of: [...agents.streamsOf({ tenant_id, goal, id: found.id }), ...types] };
      }),
  };
}
