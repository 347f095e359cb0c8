import { v7 as newId } from 'uuid';
import type { Case } from '../../domain/cases/case.js';
import type { CaseNote } from '../../domain/cases/caseNote.js';
import type { RequestedDocument } from '../../domain/cases/documentRequests.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import type { CaseQueries, WaitingCase, WaitingFilter } from '../../projections/cases/caseQueries.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import { caseIn, type CaseHandler } from './caseHandler.js';

/** What is written down about a case. */
export interface AddNote {
  text: string;
  /** Who writes, as the caller says. */
  actor?: string | null | undefined;
  /** Id that the note is to have: saying it again writes nothing twice. */
  note_id?: string | undefined;
}

/** What is asked for again. */
export interface RequestDocuments {
  items: readonly RequestedDocument[];
  /** Who asks, as the caller says. */
  actor?: string | null | undefined;
}

/** What people do with cases before they decide. */
export interface CaseReview {
  /** Asks somebody to look at a case, or with null nobody any more. @throws DomainError `not_found`, `conflict` for an erased one */
  assign(context: CommandContext, session_id: string, assignee: string | null): Promise<Committed<Case>>;
  /**
   * Gives `actor` the case that has been in review for longest among those that nobody looks at; undefined where there is none. The
   * same case is never given to two, and trials are given to trials alone.
   * @throws DomainError `conflict` where others take all of them at the same time
   */
  takeNext(
    context: CommandContext,
    filter: Omit<WaitingFilter, 'mode'>,
    actor: string,
  ): Promise<Committed<Case | undefined>>;
  /** @throws DomainError `not_found`, `conflict` for an erased case, `rule_broken` for one that is full of notes */
  addNote(context: CommandContext, session_id: string, note: AddNote): Promise<Committed<CaseNote>>;
  /** @throws DomainError `not_found`, `conflict` unless it is in review, `invalid` for a type of which the agent knows nothing */
  requestDocuments(context: CommandContext, session_id: string, input: RequestDocuments): Promise<Committed<Case>>;
}

/** What reviewing stands on. */
export interface CaseReviewDeps {
  cases: CaseHandler;
  definitions: AgentDefinitions;
  queries: Pick<CaseQueries, 'waiting'>;
  clock: Clock;
}

/** Cases that are looked for in one go. */
const LOOKED_AT = 20;

/** How often more of them are looked for: only cases that others took a moment ago are passed over. */
const MOST_LOOKS = 25;

/** Creates what people do with cases before they decide. */
export function createCaseReview({ cases, definitions, queries, clock }: CaseReviewDeps): CaseReview {
  const now = (): string => clock().toISOString();
  const assign = async (context: CommandContext, session_id: string, assignee: string | null, take: boolean) => {
    const assigned = await cases.handle(context, session_id, { type: 'assign', assignee, take, at: now() });
    return committed(caseIn(assigned.state), assigned);
  };
  /** Undefined where somebody was faster, or it is no longer in review: read models are late. */
  const take = (context: CommandContext, { session_id, tenant_id }: WaitingCase, actor: string) =>
    assign({ ...context, tenant_id }, session_id, actor, true).catch((error: unknown) => {
      if (error instanceof DomainError && error.reason === 'conflict') return undefined;
      throw error;
    });

  return {
    assign: (context, session_id, assignee) => assign(context, session_id, assignee, false),

    async takeNext(context, filter, actor) {
      const wanted: WaitingFilter = { ...filter, mode: context.mode ?? 'live' };
      let after: WaitingCase | undefined;
      for (let look = 0; look < MOST_LOOKS; look += 1) {
        const waiting = await queries.waiting(wanted, LOOKED_AT, after);
        if (waiting.length === 0) return committed(undefined);
        for (const one of waiting) {
          const taken = await take(context, one, actor);
          if (taken) return taken;
        }
        after = waiting.at(-1);
      }
      throw new DomainError('conflict', 'Others take cases at the same time; try again');
    },

    async addNote(context, session_id, { text, actor = null, note_id = newId() }) {
      const command = { type: 'add_note', note: { note_id, text, actor }, by: context.actor, at: now() } as const;
      const noted = await cases.handle(context, session_id, command);
      const note = (caseIn(noted.state).notes ?? []).find(({ id }) => id === note_id);
      if (!note) throw new Error('The note that was written is not in its case');
      return committed(note, noted);
    },

    async requestDocuments(context, session_id, { items, actor = null }) {
      const known = await cases.load(session_id);
      const agent = await definitions(caseIn(known.state).agent);
      const message_id = context.command_id === undefined ? newId() : derivedId(context.command_id, 'request');
      const command = {
        type: 'request_documents',
        agent,
        items,
        message_id,
        actor,
        by: context.actor,
        at: now(),
      } as const;
      const requested = await cases.handle(context, session_id, command, known);
      return committed(caseIn(requested.state), requested);
    },
  };
}
