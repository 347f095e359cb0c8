import { v7 as newId } from 'uuid';
import { captureLink, type CaptureLink, captureLinkStream, isGood } from '../../domain/capture/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import type { AgentDefinition } from '../../domain/agents/index.js';
import type { AgentUsed } from '../../domain/cases/index.js';
import type { Clock } from '../../platform/clock.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { isToken, linkOfToken, newCaptureToken } from './captureToken.js';

/** A link, and its token where it was made just now: nobody can be told it again. */
export interface MadeLink {
  link: CaptureLink;
  token: string | undefined;
}

/** What can be asked of links. */
export interface CaptureCommands {
  /**
   * Makes a link for a case that collects.
   * @param link_id For a retried request the id that it was given before
   * @throws DomainError `not_found`, `conflict` where the case takes no documents, `invalid`
   */
  make(
    context: CommandContext,
    session_id: string,
    input: { ttl_minutes: number; uses: number },
    link_id?: string,
  ): Promise<Committed<MadeLink>>;
  /** Ends a link of a case. @throws DomainError `not_found` */
  end(context: CommandContext, session_id: string, link_id: string): Promise<Committed<CaptureLink>>;
  /** The link of a token, where it is good now; undefined for any other, whatever is wrong with it. */
  find(token: string): Promise<CaptureLink | undefined>;
  /** A link by its id. */
  read(link_id: string): Promise<CaptureLink | undefined>;
  /** What the agent of a case says, as it was when the case was opened. */
  definitionOf(agent: AgentUsed): Promise<AgentDefinition>;
  /** Notes that the page was opened. @throws DomainError `not_found` where the link is not good any more */
  open(context: CommandContext, link_id: string): Promise<Committed<CaptureLink>>;
  /** Notes that the customer agreed to the text of the agent. @throws DomainError `not_found` as above */
  consent(context: CommandContext, link_id: string, consent_version: string): Promise<Committed<CaptureLink>>;
  /** Notes that the customer has sent all that they will for now. @throws DomainError `not_found` as above */
  submit(context: CommandContext, link_id: string): Promise<Committed<CaptureLink>>;
}

/** What the commands of links stand on. */
export interface CaptureCommandsDeps {
  handler: CommandHandler;
  cases: Pick<CaseQueries, 'find'>;
  definitions: AgentDefinitions;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    capture: CaptureCommands;
  }
}

/** Creates the commands of links. */
export function createCaptureCommands({ handler, cases, definitions, clock }: CaptureCommandsDeps): CaptureCommands {
  const isAwaited = async (session_id: string): Promise<boolean> =>
    (await cases.find(session_id))?.status === 'collecting';

  const onLink = async (
    context: CommandContext,
    link_id: string,
    command: { type: 'open' } | { type: 'submit' } | { type: 'consent'; consent_version: string },
  ): Promise<Committed<CaptureLink>> => {
    const stream = captureLinkStream(link_id);
    const known = await handler.load(stream, captureLink);
    if (known.state.status === 'not_made') throw noneWithThisId('link');
    const is_awaited = await isAwaited(known.state.link.session_id);
    const handled = await handler.handle({
      ...{ stream, decider: captureLink, context, known },
      command: { ...command, is_awaited, at: clock().toISOString() },
    });
    if (handled.state.status !== 'made') throw noneWithThisId('link');
    return committed(handled.state.link, handled);
  };

  return {
    make: linkMaker({ handler, cases, clock }),

    async end(context, session_id, link_id) {
      const stream = captureLinkStream(link_id);
      const known = await handler.load(stream, captureLink);
      if (known.state.status === 'not_made' || known.state.link.session_id !== session_id) throw noneWithThisId('link');
      const handled = await handler.handle({
        ...{ stream, decider: captureLink, context, known },
        command: { type: 'end', at: clock().toISOString() },
      });
      if (handled.state.status !== 'made') throw noneWithThisId('link');
      return committed(handled.state.link, handled);
    },

    async find(token) {
      const link_id = linkOfToken(token);
      if (link_id === undefined) return undefined;
      const { state } = await handler.load(captureLinkStream(link_id), captureLink);
      if (state.status === 'not_made' || !isToken(token, state.link.token_hash)) return undefined;
      const { link } = state;
      return isGood(link, await isAwaited(link.session_id), clock().toISOString()) ? link : undefined;
    },

    async read(link_id) {
      const { state } = await handler.load(captureLinkStream(link_id), captureLink);
      return state.status === 'made' ? state.link : undefined;
    },

    definitionOf: async (agent) => definitions(agent),

    open: (context, link_id) => onLink(context, link_id, { type: 'open' }),
    consent: (context, link_id, consent_version) => onLink(context, link_id, { type: 'consent', consent_version }),
    submit: (context, link_id) => onLink(context, link_id, { type: 'submit' }),
  };
}

/** Makes links. */
function linkMaker({
  handler,
  cases,
  clock,
}: Pick<CaptureCommandsDeps, 'handler' | 'cases' | 'clock'>): CaptureCommands['make'] {
  return async (context, session_id, { ttl_minutes, uses }, link_id = newId()) => {
    const theCase = await cases.find(session_id);
    if (!theCase || theCase.tenant_id !== context.tenant_id) throw noneWithThisId('case');
    if (theCase.status !== 'collecting') {
      throw new DomainError('conflict', `The case is ${theCase.status}, so it takes no documents by a link`);
    }
    const { token, hash } = newCaptureToken(link_id);
    const link = {
      link_id,
      session_id,
      tenant_id: context.tenant_id,
      token_hash: hash,
      uses,
      created_by: context.actor,
    };
    const handled = await handler.handle({
      ...{ stream: captureLinkStream(link_id), decider: captureLink, context },
      command: { type: 'make', link, ttl_minutes, at: clock().toISOString() },
    });
    if (handled.state.status !== 'made') throw noneWithThisId('link');
    const made = handled.state.link;
    return committed({ link: made, token: made.token_hash === hash ? token : undefined }, handled);
  };
}
