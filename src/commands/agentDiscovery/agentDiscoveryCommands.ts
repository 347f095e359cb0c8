import { v7 as newId } from 'uuid';
import {
  type AgentDiscovery,
  type AgentDiscoveryCommand,
  agentDiscovery,
  agentDiscoveryStream,
  type DiscoveryPlan,
  nameOfTypes,
  typesOfSamples,
} from '../../domain/agentDiscovery/index.js';
import { assertMatchFields, assertPipeline } from '../../domain/agents/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentCommands, BuildAgent, BuiltAgent } from '../agents/agentCommands.js';
import { committed, committedTogether, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import type { DocumentTypeCommands } from '../documentTypes/documentTypeCommands.js';
import { type DocumentTypeDiscovery, takenBy } from '../documentTypes/documentTypeDiscovery.js';

/** An agent that is to be made from samples. */
export interface DiscoverAgent {
  tenant_id: string;
  samples: readonly Uint8Array[];
  /** Made of what the types are called when left out. */
  name?: string | undefined;
  cross_match_fields?: string[] | undefined;
  pipeline?: string[] | undefined;
  deploy?: boolean | undefined;
  /** Whether a language model of a cloud may be shown the samples; it may not where it is left out. */
  allows_cloud?: boolean | undefined;
  /** For a retried request the id that it was given before. */
  id?: string | undefined;
}

/** Makes agents from samples, with the document types that they lack: all of it or nothing, also where a process dies over it. */
export interface AgentDiscoveryCommands {
  /**
   * Finds out what the samples are, makes the types that there are not, and builds the agent.
   * @throws DomainError `invalid` for a sample that cannot be read, `conflict` where somebody made a type of the same name meanwhile
   * @throws EngineUnavailable when no engine can be had; nothing is made then
   */
  discover(context: CommandContext, input: DiscoverAgent): Promise<Committed<BuiltAgent>>;
  /** Finishes what was begun, or takes back what was abandoned. Harmless when it is repeated, also beside others. */
  goOn(context: CommandContext, discovery_id: string): Promise<void>;
  /** Gives up what was begun: what was made of it is taken back. */
  giveUp(context: CommandContext, discovery_id: string): Promise<Committed<void>>;
}

/** What the commands of discoveries stand on. */
export interface AgentDiscoveryDeps {
  handler: CommandHandler;
  clock: Clock;
  agents: Pick<AgentCommands, 'build'>;
  documentTypes: Pick<DocumentTypeCommands, 'define' | 'remove'>;
  catalog: Pick<DocumentTypeCatalog, 'list'>;
  discovery: Pick<DocumentTypeDiscovery, 'propose'>;
}

declare module '../core/commands.js' {
  interface Commands {
    agentDiscovery: AgentDiscoveryCommands;
  }
}

/** Creates the commands of discoveries. */
export function createAgentDiscoveryCommands(deps: AgentDiscoveryDeps): AgentDiscoveryCommands {
  return {
    async discover(context, { id = newId(), ...input }) {
      const state = (await find(deps, id)) ?? (await begin(deps, context, id, input));
      return carryOut(deps, context, state);
    },

    async goOn(context, discovery_id) {
      const discovery = await find(deps, discovery_id);
      if (!discovery) throw noneWithThisId('discovery');
      if (discovery.state === 'finished' || discovery.state === 'undone') return;
      // Who asked is told why; here nobody asks.
      await carryOut(deps, context, discovery).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
    },

    async giveUp(context, discovery_id) {
      const discovery = await find(deps, discovery_id);
      if (discovery?.state !== 'begun') return committed(undefined);
      const { made } = await makeTypes(deps, context, discovery);
      return takeBack(deps, context, discovery, { detail: GIVEN_UP, made });
    },
  };
}

const GIVEN_UP = 'It failed again and again and was given up; send the samples again';

const find = async ({ handler }: AgentDiscoveryDeps, id: string): Promise<AgentDiscovery | undefined> =>
  (await handler.load(agentDiscoveryStream(id), agentDiscovery)).state;

async function begin(
  deps: AgentDiscoveryDeps,
  context: CommandContext,
  id: string,
  input: Omit<DiscoverAgent, 'id'>,
): Promise<AgentDiscovery> {
  assertPipeline('pipeline', input.pipeline ?? []);
  assertMatchFields('cross_match_fields', input.cross_match_fields ?? []);
  const plan = await planFor(deps, context, id, input);
  const { actor, correlation_id, mode } = context;
  const asked_by = { actor, correlation_id, ...(mode && { mode }) };
  const discovery = { discovery_id: id, tenant_id: input.tenant_id, asked_by, plan };
  const { state } = await handle(deps, context, discovery, { type: 'begin', discovery, at: now(deps) });
  if (!state) throw noneWithThisId('discovery');
  return state;
}

async function planFor(
  { catalog, discovery }: AgentDiscoveryDeps,
  context: CommandContext,
  id: string,
  { tenant_id, samples, allows_cloud, name, cross_match_fields, pipeline, deploy = false }: Omit<DiscoverAgent, 'id'>,
): Promise<DiscoveryPlan> {
  const { value } = await discovery.propose(context, { tenant_id, samples, allows_cloud });
  const { proposals, types: known } = value;
  const isOwn = await takenBy(catalog, tenant_id);
  const seen = new Set(known.map(({ context_id }) => context_id));
  const found = typesOfSamples(proposals, known, (contextId) => isOwn(contextId) || seen.has(contextId));
  const { contexts_existing, types } = found;
  return {
    ...{ agent_id: derivedId(id, 'agent'), contexts_existing, types, deploy },
    name: name ?? nameOfTypes(found.display_names),
    ...(cross_match_fields && { cross_match_fields }),
    ...(pipeline && { pipeline }),
  };
}

/** Makes what is planned, in its order: each part is made once, however many go on with it and however often. */
async function carryOut(
  deps: AgentDiscoveryDeps,
  context: CommandContext,
  discovery: AgentDiscovery,
): Promise<Committed<BuiltAgent>> {
  const { plan, refusal } = discovery;
  if (refusal) return refuse(deps, context, discovery, refusal);
  const { made, parts, fault } = await makeTypes(deps, context, discovery);
  if (fault) return refuse(deps, context, discovery, { detail: fault.message, made }, fault);
  let built: Committed<BuiltAgent>;
  try {
    built = await deps.agents.build(itsOwn(context, discovery), buildOf(discovery));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuse(deps, context, discovery, { detail: error.message, made }, error);
  }
  const finished = await handle(deps, context, discovery, { type: 'finish', at: now(deps) });
  const value = { ...built.value, contexts_existing: plan.contexts_existing, contexts_created: made };
  return committedTogether(value, [...parts, built, finished]);
}

/** Makes the types one after the other, up to the first that is refused. */
async function makeTypes(
  { documentTypes }: AgentDiscoveryDeps,
  context: CommandContext,
  discovery: AgentDiscovery,
): Promise<{ made: string[]; parts: Committed<unknown>[]; fault?: DomainError }> {
  const made: string[] = [];
  const parts: Committed<unknown>[] = [];
  for (const type of discovery.plan.types) {
    try {
      const { tenant_id } = discovery;
      parts.push(await documentTypes.define(itsOwn(context, discovery), { ...type, tenant_id }));
      made.push(type.context_id);
    } catch (error) {
      if (error instanceof DomainError) return { made, parts, fault: error };
      throw error;
    }
  }
  return { made, parts };
}

/** Takes back what was made, and says why. */
async function refuse(
  deps: AgentDiscoveryDeps,
  context: CommandContext,
  discovery: AgentDiscovery,
  refusal: { detail: string; made: string[] },
  fault = new DomainError('conflict', refusal.detail),
): Promise<never> {
  await takeBack(deps, context, discovery, refusal);
  throw fault;
}

async function takeBack(
  deps: AgentDiscoveryDeps,
  context: CommandContext,
  discovery: AgentDiscovery,
  refusal: { detail: string; made: string[] },
): Promise<Committed<void>> {
  const abandoned = await handle(deps, context, discovery, { type: 'abandon', ...refusal, at: now(deps) });
  const { state } = abandoned;
  if (state?.state !== 'abandoned') return abandoned; // somebody else finished it, or took it back
  // Under a command of its own: that of the discovery has made them.
  const command_id = derivedId(discovery.discovery_id, 'taken back');
  const { tenant_id } = discovery;
  for (const context_id of state.refusal?.made ?? []) {
    await deps.documentTypes.remove({ ...context, tenant_id, command_id }, { tenant_id, context_id }).catch(unlessGone);
  }
  const undone = await handle(deps, context, discovery, { type: 'undo', at: now(deps) });
  return committedTogether(undefined, [abandoned, undone]);
}

/** Somebody removed it by hand. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error;
};

/** The context of what is made of a discovery: whoever makes it again finds that it is made. */
const itsOwn = ({ causation_id }: CommandContext, discovery: AgentDiscovery): CommandContext => {
  const { discovery_id, tenant_id, asked_by } = discovery;
  const { actor, correlation_id, mode } = asked_by;
  return { ...{ tenant_id, actor, correlation_id, causation_id, command_id: discovery_id }, ...(mode && { mode }) };
};

const handle = async (
  { handler }: AgentDiscoveryDeps,
  context: CommandContext,
  { discovery_id }: Pick<AgentDiscovery, 'discovery_id'>,
  command: AgentDiscoveryCommand,
) => {
  const stream = agentDiscoveryStream(discovery_id);
  const handled = await handler.handle({ stream, decider: agentDiscovery, command, context });
  return { ...committed(undefined, handled), state: handled.state };
};

const now = ({ clock }: Pick<AgentDiscoveryDeps, 'clock'>): string => clock().toISOString();

const namesOf = ({ types }: DiscoveryPlan): string[] => types.map(({ context_id }) => context_id);

const buildOf = ({ plan, tenant_id }: AgentDiscovery): BuildAgent => ({
  ...{ tenant_id, id: plan.agent_id, name: plan.name, deploy: plan.deploy },
  context_ids: [...plan.contexts_existing, ...namesOf(plan)],
  ...(plan.cross_match_fields && { cross_match_fields: plan.cross_match_fields }),
  ...(plan.pipeline && { pipeline: plan.pipeline }),
});
