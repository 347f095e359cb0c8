import { v7 as newId } from 'uuid';
import {
  assertTakes,
  builder,
  type BuilderCommand,
  type BuilderMode,
  type BuilderSession,
  builderStream,
  type DraftChange,
} from '../../domain/agentBuilder/index.js';
import { agent, agentStream } from '../../domain/agents/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import { type AgentCommands, type BuildAgent, type BuiltAgent, findBuildable } from '../agents/agentCommands.js';
import { committed, committedTogether, type CommandHandler, type Handled } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import type { DefineDocumentType, DocumentTypeCommands } from '../documentTypes/documentTypeCommands.js';
import { type BuilderSuggestion, suggestionsFor } from './builderSuggestions.js';

/** What is asked of a session. */
export type BuilderAction =
  | Exclude<DraftChange, { action: 'create_document_type' }>
  /** The type is made at once, as by `POST /v1/document-types`, and belongs to the session's tenant. */
  | { action: 'create_document_type'; document_type: Omit<DefineDocumentType, 'tenant_id'> }
  | { action: 'next' | 'back' | 'cancel' }
  | { action: 'build'; deploy: boolean }
  /** An action that there is not: refused with those that there are. */
  | { action: 'unknown'; asked: string };

/** What can be asked of the wizard. All that take an id refuse an unknown one with `not_found`. */
export interface AgentBuilderCommands {
  /** @param input `id` for a retried request the one that it was given before */
  start(
    context: CommandContext,
    input: { tenant_id: string; mode: BuilderMode; id?: string | undefined },
  ): Promise<Committed<BuilderSession>>;
  /** The tenant of a session; undefined where there is none. */
  tenantOf(id: string): Promise<string | undefined>;
  /** A session as its stream has it. */
  find(id: string): Promise<BuilderSession>;
  /** What could be done next in a session. Document types are looked for as the read model has them, which can be late. */
  suggest(session: BuilderSession): Promise<BuilderSuggestion[]>;
  /**
   * Does one action.
   * @throws DomainError `conflict` for a session that is over, `rule_broken` for an action that it does not take, and what doing the same by hand throws
   */
  act(context: CommandContext, id: string, action: BuilderAction): Promise<Committed<BuilderSession>>;
}

/** What the commands of the wizard stand on. */
export interface AgentBuilderDeps {
  handler: CommandHandler;
  clock: Clock;
  agents: Pick<AgentCommands, 'build'>;
  documentTypes: Pick<DocumentTypeCommands, 'define'>;
  catalog: Pick<DocumentTypeCatalog, 'resolveAll' | 'list'>;
}

declare module '../core/commands.js' {
  interface Commands {
    agentBuilder: AgentBuilderCommands;
  }
}

/** Creates the commands of the wizard. */
export function createAgentBuilderCommands(deps: AgentBuilderDeps): AgentBuilderCommands {
  const { handler, clock, catalog } = deps;
  const at = (): string => clock().toISOString();
  const find = async (id: string): Promise<BuilderSession> =>
    there((await handler.load(builderStream(id), builder)).state);
  const handle: Handle = (context, id, command, once = true) =>
    handler.handle({ stream: builderStream(id), decider: builder, command, context, once });

  return {
    async start(context, { tenant_id, mode, id = newId() }) {
      const started = await handle(context, id, {
        ...{ type: 'start', session: { builder_id: id, tenant_id, mode } },
        at: at(),
      });
      return committed(there(started.state), started);
    },
    tenantOf: (id) => handler.tenantOf(builderStream(id)),
    find,
    suggest: (session) => suggestionsFor(catalog, session),

    act: (context, id, asked) => act({ ...deps, handle, find }, { context, id, asked }),
  };
}

/** What an action is done with. */
interface Acting extends AgentBuilderDeps {
  handle: Handle;
  find: AgentBuilderCommands['find'];
}

interface Asked<Action> {
  context: CommandContext;
  id: string;
  asked: Action;
}

async function act(deps: Acting, { context, id, asked }: Asked<BuilderAction>): Promise<Committed<BuilderSession>> {
  const at = deps.clock().toISOString();
  switch (asked.action) {
    case 'unknown':
      assertTakes(await deps.find(id), asked.asked, at);
      throw new Error('An action that there is not was taken');
    case 'next':
    case 'back':
    case 'cancel': {
      const moved = await deps.handle(context, id, { type: asked.action, at });
      return committed(there(moved.state), moved);
    }
    case 'add_document_type': {
      const { tenant_id } = await rehearse(deps, id, asked);
      await findBuildable(deps.catalog, tenant_id, [asked.context_id]);
      return change(deps, { context, id, asked });
    }
    case 'create_document_type': {
      const { action, document_type } = asked;
      const made = { action, context_id: document_type.context_id };
      const { tenant_id } = await rehearse(deps, id, made);
      const defined = await deps.documentTypes.define(context, { ...document_type, tenant_id });
      const changed = await change(deps, { context, id, asked: made });
      return committedTogether(changed.value, [changed, defined]);
    }
    case 'build':
      return buildFrom(deps, { context, id, asked });
    default:
      return change(deps, { context, id, asked });
  }
}

async function change(deps: Acting, { context, id, asked }: Asked<DraftChange>): Promise<Committed<BuilderSession>> {
  const command = { type: 'change', change: asked, at: deps.clock().toISOString() } as const;
  const changed = await deps.handle(context, id, command);
  return committed(there(changed.state), changed);
}

/** Refuses what the session would, before anything is done for it elsewhere. */
async function rehearse({ find, clock }: Acting, id: string, asked: DraftChange): Promise<BuilderSession> {
  const session = await find(id);
  builder.decide({ type: 'change', change: asked, at: clock().toISOString() }, session);
  return session;
}

type Handle = (
  context: CommandContext,
  id: string,
  command: BuilderCommand,
  once?: boolean,
) => Promise<Handled<BuilderSession | undefined, { type: string; data: unknown }>>;

/**
 * Builds the agent of a session. Its id is derived from that of the session, and the draft does not change from the first event to the last: wherever a crash
 * breaks it off, asking again finishes it, and never makes a second agent.
 */
async function buildFrom(
  { agents, handler, clock, handle }: Acting,
  { context, id, asked: { deploy } }: Asked<{ deploy: boolean }>,
): Promise<Committed<BuilderSession>> {
  const at = (): string => clock().toISOString();
  const agent_id = derivedId(id, 'agent');
  const command = { type: 'begin_build', deploy, at: at() } as const;
  let begun = await handle(context, id, command);
  let session = there((await handler.load(builderStream(id), builder)).state);
  if (session.agent_id !== null) return committed(session, begun); // a request that is repeated, and was done
  if (!session.building) {
    begun = await handle(context, id, command, false); // one that is repeated, and was refused: as if it was asked anew
    session = there(begun.state);
  }
  let built: Committed<BuiltAgent> | undefined;
  try {
    built = await agents.build(context, buildOf(session, agent_id));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Somebody who built it at the same moment was first.
    if ((await handler.load(agentStream(agent_id), agent)).state.status !== 'created') {
      await handle(context, id, { type: 'refuse_build', detail: error.message, at: at() }, false);
      throw error;
    }
  }
  const finished = await handle(context, id, { type: 'finish_build', agent_id, at: at() }, false);
  const parts = [committed(undefined, begun, finished), ...(built ? [built] : [])];
  return committedTogether(there(finished.state), parts);
}

/** The request to build that a draft stands for. */
function buildOf({ draft, tenant_id, building }: BuilderSession, id: string): BuildAgent {
  const { goal, name, context_ids, pipeline, cross_match, intelligence_level, allow_cloud } = draft;
  const { enabled, match_fields, min_doc_types } = cross_match;
  return {
    ...{ id, tenant_id, name: name ?? goal ?? '', context_ids },
    ...(goal !== null && { goal }),
    ...(pipeline && { pipeline }),
    ...(match_fields && { cross_match_fields: match_fields }),
    ...(allow_cloud !== null && { allow_cloud }),
    deploy: building?.deploy ?? false,
    otherwise: {
      enabled: enabled ?? undefined,
      min_doc_types: min_doc_types ?? undefined,
      intelligence_level: intelligence_level ?? undefined,
    },
  };
}

function there(session: BuilderSession | undefined): BuilderSession {
  if (!session) throw noneWithThisId('builder session');
  return session;
}
