import { v7 as newId } from 'uuid';
import { captureLink, type CaptureLink, captureLinkStream, isGood, type SentCase } from '../../domain/capture/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
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
   * @throws DomainError `not_found`, `forbidden` for a trial where the case is meant, `conflict` where the case takes no documents, `invalid`
   */
  make(
    context: CommandContext,
    session_id: string,
    input: { ttl_minutes: number; uses: number },
    link_id?: string,
  ): Promise<Committed<MadeLink>>;
  /** Ends a link of a case. @throws DomainError `not_found`, `forbidden` as above */
  end(context: CommandContext, session_id: string, link_id: string): Promise<Committed<CaptureLink>>;
  /** The link of a token, where it is good now; undefined for any other, whatever is wrong with it. */
  find(token: string): Promise<CaptureLink | undefined>;
  /** A link by its id, where it is good now. @throws DomainError `not_found` */
  good(link_id: string): Promise<CaptureLink>;
  /**
   * Whether the link of a token took a submission with this id, whatever has become of it since.
   * @param made the id of the submission, by that of the link
   */
  wasSent(token: string, made: (link_id: string) => string | undefined): Promise<boolean>;
  /** A link by its id. */
  read(link_id: string): Promise<CaptureLink | undefined>;
  /** What the agent of a case says, as it was when the case was opened. */
  definitionOf(agent: AgentUsed): Promise<AgentDefinition>;
  /** Notes that the page was opened. @throws DomainError `not_found` where the link is not good any more */
  open(context: CommandContext, link_id: string): Promise<Committed<CaptureLink>>;
  /** Notes that the customer agreed to the text of the agent. @throws DomainError `not_found` as above */
  consent(context: CommandContext, link_id: string, consent_version: string): Promise<Committed<CaptureLink>>;
  /**
   * Notes that the customer has sent all that they will for now. What was sent already is not sent again.
   * @param theCase how far the case is
   * @throws DomainError `not_found` as above
   */
  submit(context: CommandContext, link_id: string, theCase: SentCase): Promise<Committed<CaptureLink>>;
  /** Gives a customer who is still at it more time, where little is left. @throws DomainError `not_found` as above */
  extend(context: CommandContext, link_id: string): Promise<Committed<CaptureLink>>;
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
    command:
      | { type: 'open' | 'extend' }
      | { type: 'submit'; theCase: SentCase }
      | { type: 'consent'; consent_version: string },
  ): Promise<Committed<CaptureLink>> => {
    const stream = captureLinkStream(link_id);
    const known = await handler.load(stream, captureLink);
    if (known.state.status === 'not_made') throw noneWithThisId('link');
    const is_awaited = await isAwaited(known.state.link.session_id);
    const handled = await handler.handle({
      ...{ stream, decider: captureLink, context, known },
      command: { ...command, is_awaited, at: clock().toISOString() },
      once: command.type === 'submit',
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
      assertOwnWorld(context, (await cases.find(session_id))?.mode ?? 'live');
      const handled = await handler.handle({
        ...{ stream, decider: captureLink, context, known },
        command: { type: 'end', at: clock().toISOString() },
      });
      if (handled.state.status !== 'made') throw noneWithThisId('link');
      return committed(handled.state.link, handled);
    },

    ...linkReader({ handler, isAwaited, clock }),
    definitionOf: async (agent) => definitions(agent),

    open: (context, link_id) => onLink(context, link_id, { type: 'open' }),
    consent: (context, link_id, consent_version) => onLink(context, link_id, { type: 'consent', consent_version }),
    submit: (context, link_id, theCase) => onLink(context, link_id, { type: 'submit', theCase }),
    extend: (context, link_id) => onLink(context, link_id, { type: 'extend' }),
  };
}

/** Looks links up. */
function linkReader({
  handler,
  isAwaited,
  clock,
}: Pick<CaptureCommandsDeps, 'handler' | 'clock'> & { isAwaited: (session_id: string) => Promise<boolean> }): Pick<
  CaptureCommands,
  'find' | 'good' | 'wasSent' | 'read'
> {
  const read: CaptureCommands['read'] = async (link_id) => {
    const { state } = await handler.load(captureLinkStream(link_id), captureLink);
    return state.status === 'made' ? state.link : undefined;
  };
  /** The link of a token, whatever has become of it. */
  const linkOf = async (token: string): Promise<CaptureLink | undefined> => {
    const link_id = linkOfToken(token);
    const link = link_id === undefined ? undefined : await read(link_id);
    return link && isToken(token, link.token_hash) ? link : undefined;
  };
  const isGoodNow = async (link: CaptureLink): Promise<boolean> =>
    isGood(link, await isAwaited(link.session_id), clock().toISOString());
  return {
    read,

    async find(token) {
      const link = await linkOf(token);
      return link && (await isGoodNow(link)) ? link : undefined;
    },

    async good(link_id) {
      const link = await read(link_id);
      if (!link || !(await isGoodNow(link))) throw noneWithThisId('link');
      return link;
    },

    async wasSent(token, made) {
      const link = await linkOf(token);
      const command_id = link && made(link.link_id);
      if (!command_id) return false;
      const { link_id, tenant_id, created_by: actor } = link;
      const context = { tenant_id, actor, command_id, correlation_id: command_id, causation_id: command_id };
      // Of a case that is not awaited it does nothing but find what was done before.
      const command = {
        type: 'submit',
        theCase: { documents: 0, tries: 0 },
        is_awaited: false,
        at: clock().toISOString(),
      } as const;
      return handler
        .handle({ stream: captureLinkStream(link_id), decider: captureLink, context, command, once: true })
        .then(() => true)
        .catch(notFound);
    },
  };
}

/** @throws what is no `not_found` */
function notFound(error: unknown): false {
  if (error instanceof DomainError && error.reason === 'not_found') return false;
  throw error;
}

const standing = (status: string): string => (status === 'review' ? 'in review' : status);

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
      throw new DomainError('conflict', `The case is ${standing(theCase.status)}, so it takes no documents by a link`);
    }
    assertOwnWorld(context, theCase.mode ?? 'live');
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
