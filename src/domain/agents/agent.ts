import { z } from 'zod';
import { assertUsableDefinition, type AgentDefinitionGiven } from './agentDefinition.js';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { assertRoomForChange } from '../core/keptChanges.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';

/** An agent as the API shows it: the configuration of one verification goal. */
export interface Agent {
  id: string;
  tenant_id: string;
  /** snake_case, unique in its tenant. */
  goal: string;
  name: string;
  version: string;
  definition: AgentDefinitionGiven;
  /** A language model of a cloud may be asked about its documents. */
  allow_cloud: boolean;
  /** Only a deployed agent takes new cases and runs. */
  deployed: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
}

/** An agent as it was before a change: what a rollback restores. */
export interface AgentVersion {
  id: string;
  agent_id: string;
  tenant_id: string;
  version: string;
  name: string;
  definition: AgentDefinitionGiven;
  /** Why the snapshot was taken. */
  note: string;
  /** ISO 8601 */
  created_at: string;
}

const definition = z.record(z.string(), z.json()) satisfies z.ZodType<AgentDefinitionGiven>;

const identity = { agent_id: z.string(), tenant_id: z.string(), goal: z.string() };

const restorable = { name: z.string(), version: z.string(), definition };

const snapshot = z.object({ id: z.string(), ...restorable, note: z.string() });

/** An agent came to be. */
export const AgentCreated = defineEvent(
  'AgentCreated',
  z.object({
    ...identity,
    ...restorable,
    allow_cloud: z.boolean(),
    deployed: z.boolean(),
    created_at: z.string(),
  }),
);

/** The agent was changed: all of it as it is now, and what it was before. */
export const AgentUpdated = defineEvent(
  'AgentUpdated',
  z.object({
    ...identity,
    ...restorable,
    allow_cloud: z.boolean(),
    deployed: z.boolean(),
    snapshot,
    updated_at: z.string(),
  }),
);

/** Name, definition and version are those of an earlier version again; what was before is kept as one too. */
export const AgentRolledBack = defineEvent(
  'AgentRolledBack',
  z.object({ ...identity, ...restorable, version_id: z.string(), snapshot, rolled_back_at: z.string() }),
);

/** The agent takes cases and runs from here on. */
export const AgentDeployed = defineEvent('AgentDeployed', z.object({ ...identity, deployed_at: z.string() }));

/** The agent takes no new cases and runs any more. */
export const AgentUndeployed = defineEvent('AgentUndeployed', z.object({ ...identity, undeployed_at: z.string() }));

/** The agent is no longer there, or never will be: its creation was broken off. */
export const AgentDeleted = defineEvent('AgentDeleted', z.object({ ...identity, deleted_at: z.string() }));

/** What can happen to an agent. */
export type AgentEvent =
  | EventOf<typeof AgentCreated>
  | EventOf<typeof AgentUpdated>
  | EventOf<typeof AgentRolledBack>
  | EventOf<typeof AgentDeployed>
  | EventOf<typeof AgentUndeployed>
  | EventOf<typeof AgentDeleted>;

/** What can be changed of an agent; what is left out stays, the version too. */
export type AgentChanges = Partial<Pick<Agent, 'name' | 'version' | 'definition' | 'allow_cloud' | 'deployed'>>;

/** What can be asked of an agent. `at` is the time, ISO 8601; `snapshot_id` is the id that a version taken on the way gets. */
export type AgentCommand =
  | { type: 'create'; agent: Omit<Agent, 'created_at' | 'updated_at'>; at: string }
  | { type: 'update'; changes: AgentChanges; snapshot_id: string; at: string }
  | { type: 'roll_back'; version_id: string; snapshot_id: string; at: string }
  | { type: 'deploy'; deploy: boolean; at: string }
  | { type: 'delete'; at: string }
  /** Keeps an agent whose creation was broken off from ever being created. */
  | { type: 'give_up'; agent_id: string; tenant_id: string; goal: string; at: string };

/** What has become of an agent. */
export type AgentState =
  { status: 'absent' } | { status: 'created'; agent: Agent; versions: readonly AgentVersion[] } | { status: 'deleted' };

/** The stream of an agent. */
export const agentStream = (agentId: string): string => `agent-${agentId}`;

/** The rules of agents. That a goal is taken once in a tenant is the business of `agentGoal`. */
export const agent: Decider<AgentState, AgentCommand, AgentEvent> = {
  initial: { status: 'absent' },
  trialsApart: 'until_meant',

  decide(command, state) {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'update':
        return update(command, existing(state));
      case 'roll_back':
        return rollBack(command, existing(state));
      case 'deploy': {
        const { agent } = existing(state);
        if (agent.deployed === command.deploy) return [];
        return command.deploy
          ? [{ type: 'AgentDeployed', data: { ...identityOf(agent), deployed_at: command.at } }]
          : [{ type: 'AgentUndeployed', data: { ...identityOf(agent), undeployed_at: command.at } }];
      }
      case 'delete':
        return [{ type: 'AgentDeleted', data: { ...identityOf(existing(state).agent), deleted_at: command.at } }];
      case 'give_up': {
        const { agent_id, tenant_id, goal, at } = command;
        if (state.status === 'created') throw new DomainError('conflict', taken(goal));
        if (state.status === 'deleted') return [];
        return [{ type: 'AgentDeleted', data: { agent_id, tenant_id, goal, deleted_at: at } }];
      }
    }
  },

  evolve(state, event) {
    const before = state.status === 'created' ? state : undefined;
    const after = applyToAgent(before?.agent, event);
    if (!after) return event.type === 'AgentDeleted' ? { status: 'deleted' } : state;
    const version = versionIn(event);
    return { status: 'created', agent: after, versions: [...(before?.versions ?? []), ...(version ? [version] : [])] };
  },
};

/** What an event makes of an agent; undefined where there is none (any more). Shared with the read model. */
export function applyToAgent(before: Agent | undefined, event: AgentEvent): Agent | undefined {
  switch (event.type) {
    case 'AgentCreated': {
      const { agent_id, tenant_id, goal, name, version, definition, allow_cloud, deployed, created_at } = event.data;
      const given = { name, version, definition, allow_cloud, deployed };
      return { id: agent_id, tenant_id, goal, ...given, created_at, updated_at: created_at };
    }
    case 'AgentUpdated': {
      const { name, version, definition, allow_cloud, deployed, updated_at } = event.data;
      return before && { ...before, name, version, definition, allow_cloud, deployed, updated_at };
    }
    case 'AgentRolledBack': {
      const { name, version, definition, rolled_back_at } = event.data;
      return before && { ...before, name, version, definition, updated_at: rolled_back_at };
    }
    case 'AgentDeployed':
      return before && { ...before, deployed: true, updated_at: event.data.deployed_at };
    case 'AgentUndeployed':
      return before && { ...before, deployed: false, updated_at: event.data.undeployed_at };
    case 'AgentDeleted':
      return undefined;
  }
}

/** The version that an event kept, if it kept one. Shared with the read model. */
export function versionIn(event: AgentEvent): AgentVersion | undefined {
  if (event.type !== 'AgentUpdated' && event.type !== 'AgentRolledBack') return undefined;
  const { agent_id, tenant_id, snapshot } = event.data;
  const created_at = event.type === 'AgentUpdated' ? event.data.updated_at : event.data.rolled_back_at;
  return { ...snapshot, agent_id, tenant_id, created_at };
}

const GOAL = /^(?=.{1,64}$)[a-z0-9]+(_[a-z0-9]+)*$/;

/** Whether a text has the form of a goal. */
export const isGoal = (text: string): boolean => GOAL.test(text);

/** Holds a goal to its form. @throws DomainError `invalid` */
export function assertGoal(goal: string): void {
  if (isGoal(goal)) return;
  throw new DomainError(
    'invalid',
    'goal must be snake_case: 1 to 64 lower-case letters and digits, words joined by underscores',
  );
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,31}$/;

function assertUsable({ name, version, definition }: Pick<Agent, 'name' | 'version' | 'definition'>): void {
  if (!isShortText(name, 200)) {
    throw new DomainError('invalid', 'name must be 1 to 200 characters that are not all blank');
  }
  if (!VERSION.test(version)) {
    throw new DomainError('invalid', 'version must be 1 to 32 letters, digits, dots, dashes, such as 1 or 1.2');
  }
  assertUsableDefinition(definition);
}

type Created = Extract<AgentState, { status: 'created' }>;
type Command<Type extends AgentCommand['type']> = Extract<AgentCommand, { type: Type }>;

function create({ agent, at }: Command<'create'>, state: AgentState): AgentEvent[] {
  if (state.status !== 'absent') throw new DomainError('conflict', taken(agent.goal));
  assertTenantId(agent.tenant_id);
  assertGoal(agent.goal);
  assertUsable(agent);
  const { name, version, definition, allow_cloud, deployed } = agent;
  const given = { name, version, definition, allow_cloud, deployed };
  return [{ type: 'AgentCreated', data: { ...identityOf(agent), ...given, created_at: at } }];
}

function update({ changes, snapshot_id, at }: Command<'update'>, { agent, versions }: Created): AgentEvent[] {
  assertRoomForChange(versions, 'The agent');
  const { name, version, definition, allow_cloud, deployed } = agent;
  const after = {
    name: changes.name ?? name,
    version: changes.version ?? version,
    definition: changes.definition ?? definition,
    allow_cloud: changes.allow_cloud ?? allow_cloud,
    deployed: changes.deployed ?? deployed,
  };
  assertUsable(after);
  const snapshot = snapshotOf(agent, snapshot_id, 'Before an update');
  return [{ type: 'AgentUpdated', data: { ...identityOf(agent), ...after, snapshot, updated_at: at } }];
}

function rollBack(command: Command<'roll_back'>, { agent, versions }: Created): AgentEvent[] {
  const { version_id, snapshot_id, at } = command;
  assertRoomForChange(versions, 'The agent');
  const target = versions.find(({ id }) => id === version_id);
  if (!target) throw noneWithThisId('version of the agent');
  const { name, version, definition } = target;
  const snapshot = snapshotOf(agent, snapshot_id, `Before a rollback to version ${version}`);
  const restored = { name, version, definition, version_id };
  return [{ type: 'AgentRolledBack', data: { ...identityOf(agent), ...restored, snapshot, rolled_back_at: at } }];
}

function existing(state: AgentState): Created {
  if (state.status === 'created') return state;
  throw noneWithThisId('agent');
}

const snapshotOf = ({ name, version, definition }: Agent, id: string, note: string) => ({
  ...{ id, name, version, definition, note },
});

const identityOf = ({ id, tenant_id, goal }: Pick<Agent, 'id' | 'tenant_id' | 'goal'>) => ({
  ...{ agent_id: id, tenant_id, goal },
});

const taken = (goal: string): string => `The tenant has an agent for the goal ${goal} already`;
