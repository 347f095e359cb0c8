import { v7 as newId } from 'uuid';
import {
  agent,
  agentStream,
  assertGoal,
  type Agent,
  type AgentChanges,
  type AgentCommand,
  type AgentState,
} from '../../domain/agents/agent.js';
import {
  assertMatchFields,
  assertPipeline,
  DEFAULT_PIPELINE,
  readDefinition,
  type AgentDefinitionGiven,
  usedTypes,
} from '../../domain/agents/agentDefinition.js';
import { buildDefinition, type BuiltOtherwise, goalFromName } from '../../domain/agents/buildAgent.js';
import { DomainError, fold } from '../../domain/core/decider.js';
import { type DocumentType, memberTypes } from '../../domain/documentTypes/index.js';
import type { Clock } from '../../platform/clock.js';
import type { KnownTypes } from '../documentTypes/typeReferences.js';
import { assertFieldsOf, assertMeaningful } from './agentReferences.js';
import { createAgentGoals } from './agentGoals.js';
import { pipelineWarnings } from './pipelineWarnings.js';
import { committed, revisionAfter, type CommandHandler } from '../core/commandHandler.js';
import type { AtRevision, CommandContext, Committed } from '../core/context.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';

/** A new agent; what is left out takes its default. */
export interface CreateAgent {
  tenant_id: string;
  goal: string;
  name: string;
  definition?: AgentDefinitionGiven;
  version?: string;
  allow_cloud?: boolean;
  deployed?: boolean;
  /** Id that the agent is to have: creating with it again gives the agent that was created with it. */
  id?: string | undefined;
}

/** An agent to be built from document types that there are. */
export interface BuildAgent {
  tenant_id: string;
  name: string;
  context_ids: readonly string[];
  /** Made of the name when left out. */
  goal?: string;
  /** Found in the schemas when left out. */
  cross_match_fields?: readonly string[];
  pipeline?: readonly string[];
  deploy?: boolean;
  allow_cloud?: boolean;
  /** What the definition is to have in the place of what it would have by itself. */
  otherwise?: BuiltOtherwise;
  /** See `CreateAgent`. */
  id?: string | undefined;
}

/** What came of building. */
export interface BuiltAgent {
  agent: Agent;
  /** The types it was built from. */
  contexts_existing: string[];
  /** Types that were made for it. */
  contexts_created: string[];
}

/**
 * What can be asked of agents. All that take an id refuse an unknown one with `not_found`; with `ifRevision` an agent is changed only where its
 * stream is at one of these.
 */
export interface AgentCommands {
  /** @throws DomainError `conflict` when the tenant has an agent for the goal, `invalid`, also for a definition that cannot mean what it says */
  create(context: CommandContext, input: CreateAgent): Promise<Committed<Agent>>;
  /** Replaces the given parts as wholes, keeping a version of what was before. @throws DomainError `invalid`, `not_found`, `changed` */
  update(
    context: CommandContext,
    id: string,
    changes: AgentChanges,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<AtRevision<Agent>>>;
  /** What an update would make of it, held to all that an update is; nothing is written. @throws DomainError as `update` does */
  draft(id: string, changes: AgentChanges): Promise<Agent>;
  /** Makes name, definition and version those of an earlier version; can be rolled back itself. @throws DomainError `not_found`, `changed` */
  rollBack(
    context: CommandContext,
    id: string,
    versionId: string,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<AtRevision<Agent>>>;
  /** @throws DomainError `not_found`, `changed` */
  deploy(
    context: CommandContext,
    id: string,
    deploy: boolean,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<AtRevision<Agent>>>;
  /** Frees the goal too. @throws DomainError `not_found`, `changed` */
  remove(context: CommandContext, id: string, ifRevision?: readonly bigint[]): Promise<Committed<void>>;
  /**
   * Builds an agent from document types: the tenant's own, else the global ones.
   * @throws DomainError `rule_broken` for a type that there is not, `conflict` when a given goal is taken, `invalid`
   */
  build(context: CommandContext, input: BuildAgent): Promise<Committed<BuiltAgent>>;
  /** What of an agent is perhaps not meant, in sentences; nothing of it is refused. */
  warnings(agent: Pick<Agent, 'tenant_id' | 'definition'>): Promise<string[]>;
}

/** What the commands of agents stand on. */
export interface AgentCommandsDeps {
  handler: CommandHandler;
  clock: Clock;
  documentTypes: KnownTypes;
}

/** How many numbers are tried for a goal that is made of a name. */
const GOALS_TRIED = 100;

declare module '../core/commands.js' {
  interface Commands {
    agents: AgentCommands;
  }
}

/** Creates the commands of agents. */
export function createAgentCommands({ handler, clock, documentTypes }: AgentCommandsDeps): AgentCommands {
  const goals = createAgentGoals({ handler, clock });
  const at = (): string => clock().toISOString();
  const load = (id: string) => handler.load(agentStream(id), agent);

  const change = async (
    context: CommandContext,
    id: string,
    command: AgentCommand,
    ifRevision: readonly bigint[] | undefined,
  ): Promise<Committed<AtRevision<Agent>>> => {
    const stream = agentStream(id);
    const handled = await handler.handle({ stream, decider: agent, command, context, once: true, ifRevision });
    return committed({ ...agentIn(handled.state), revision: revisionAfter(handled) }, handled);
  };

  const createMeant: AgentCommands['create'] = async (givenContext, { tenant_id, goal, name, ...given }) => {
    const context = { ...givenContext, tenant_id };
    const { definition = {}, version = '1', allow_cloud = false, deployed = false } = given;
    const before = given.id === undefined ? undefined : (await load(given.id)).state;
    if (before?.status === 'created') return committed(before.agent);
    const id = given.id ?? newId();
    const configured = { id, tenant_id, goal, name, definition, version, allow_cloud, deployed };
    const command: AgentCommand = { type: 'create', agent: configured, at: at() };
    // Refuses what is not acceptable before a goal is reserved for it.
    agent.decide(command, agent.initial);
    await goals.reserve(context, { tenant_id, goal, agent_id: id });
    const known = { state: agent.initial, revision: 'no_stream' } as const;
    const handled = await handler.handle({ stream: agentStream(id), decider: agent, command, context, known });
    return committed(agentIn(handled.state), handled);
  };

  return {
    async create(context, input) {
      if (input.definition) await assertMeaningful(documentTypes, input.tenant_id, input.definition);
      return createMeant(context, input);
    },
    async update(context, id, changes, ifRevision) {
      if (changes.definition) await assertMeant(documentTypes, (await load(id)).state, changes);
      return change(context, id, { type: 'update', changes, snapshot_id: newId(), at: at() }, ifRevision);
    },
    async draft(id, changes) {
      const { state } = await load(id);
      await assertMeant(documentTypes, state, changes);
      const events = agent.decide({ type: 'update', changes, snapshot_id: newId(), at: at() }, state);
      return agentIn(fold({ ...agent, initial: state }, events));
    },
    rollBack: (context, id, version_id, ifRevision) =>
      change(context, id, { type: 'roll_back', version_id, snapshot_id: newId(), at: at() }, ifRevision),
    deploy: (context, id, deploy, ifRevision) => change(context, id, { type: 'deploy', deploy, at: at() }, ifRevision),

    async remove(context, id, ifRevision) {
      const { state } = await load(id);
      const command: AgentCommand = { type: 'delete', at: at() };
      const deleted = await handler.handle({ stream: agentStream(id), decider: agent, command, context, ifRevision });
      if (state.status === 'created') {
        const { tenant_id, goal } = state.agent;
        await goals.release(context, { tenant_id, goal, agent_id: id });
      }
      return committed(undefined, deleted);
    },

    build: (context, input) => build(documentTypes, createMeant, context, input),
    warnings: (agent) => warningsOf(documentTypes, agent),
  };
}

/** Holds the definition of a change, where it has one, to what it can mean for the agent's tenant. @throws DomainError `invalid` */
async function assertMeant(
  documentTypes: AgentCommandsDeps['documentTypes'],
  state: AgentState,
  { definition }: AgentChanges,
): Promise<void> {
  if (definition && state.status === 'created')
    await assertMeaningful(documentTypes, state.agent.tenant_id, definition);
}

async function warningsOf(
  documentTypes: Pick<DocumentTypeCatalog, 'resolveAll'>,
  agent: Pick<Agent, 'tenant_id' | 'definition'>,
): Promise<string[]> {
  const definition = readDefinition(agent.definition);
  const { pipeline_per_type: steps } = definition;
  const named = Array.isArray(steps) ? [] : Object.keys(steps);
  const types = await documentTypes.resolveAll(agent.tenant_id, [...usedTypes(definition), ...named]);
  return pipelineWarnings(definition, types);
}

/** Builds a definition and creates its agent; what it is made of is there, so that it is not looked up again. */
async function build(
  documentTypes: Pick<DocumentTypeCatalog, 'resolveAll'>,
  create: AgentCommands['create'],
  context: CommandContext,
  { tenant_id, name, goal, deploy = false, allow_cloud = false, otherwise, ...input }: BuildAgent,
): Promise<Committed<BuiltAgent>> {
  const { pipeline = DEFAULT_PIPELINE, cross_match_fields } = input;
  assertPipeline('pipeline', [...pipeline]);
  assertMatchFields('cross_match_fields', cross_match_fields ?? []);
  if (goal !== undefined) assertGoal(goal);
  const types = await findBuildable(documentTypes, tenant_id, [...new Set(input.context_ids)]);
  assertFieldsOf(types, { where: 'cross_match_fields', fields: cross_match_fields ?? [] });
  const definition = buildDefinition(types, { ...otherwise, fields: cross_match_fields, pipeline });
  const asked = { tenant_id, name, definition, deployed: deploy, allow_cloud, id: input.id };
  const built =
    goal === undefined
      ? await createWithFreeGoal(name, (free) => create(context, { ...asked, goal: free }))
      : await create(context, { ...asked, goal });
  const contexts_existing = types.map(({ context_id }) => context_id);
  return { ...built, value: { agent: built.value, contexts_existing, contexts_created: [] } };
}

/**
 * The types that an agent can be built from: the tenant's own, else the global ones, in the order asked for.
 * @throws DomainError `rule_broken` for one that there is not, or that is made of others
 */
export async function findBuildable(
  documentTypes: Pick<DocumentTypeCatalog, 'resolveAll'>,
  tenant_id: string,
  contextIds: readonly string[],
): Promise<DocumentType[]> {
  const found = await documentTypes.resolveAll(tenant_id, contextIds);
  return contextIds.map((context_id) => {
    const type = found.get(context_id);
    if (!type) throw new DomainError('rule_broken', `There is no document type ${context_id.slice(0, 64)}`);
    if (memberTypes(type).length === 0) return type;
    throw new DomainError(
      'rule_broken',
      `The document type ${context_id} is made of other types; name these: ${memberTypes(type).join(', ')}`,
    );
  });
}

/** Appends numbers to a goal that is made of a name until one is free. */
async function createWithFreeGoal(
  name: string,
  createFor: (goal: string) => Promise<Committed<Agent>>,
): Promise<Committed<Agent>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await createFor(goalFromName(name, attempt));
    } catch (error) {
      const taken = error instanceof DomainError && error.reason === 'conflict';
      if (!taken || attempt === GOALS_TRIED) throw error;
    }
  }
}

function agentIn(state: AgentState): Agent {
  if (state.status !== 'created') throw new Error('An agent that is not there has no view');
  return state.agent;
}
