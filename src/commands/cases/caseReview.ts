import { v7 as newId } from 'uuid';
import type { Case } from '../../domain/cases/case.js';
import type { CaseNote } from '../../domain/cases/caseNote.js';
import type { RequestedDocument } from '../../domain/cases/documentRequests.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import { caseIn } from './caseHandler.js';
import { createTakeNext, type TakeNext, type TakeNextDeps } from './takeNext.js';

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
  takeNext: TakeNext;
  /** @throws DomainError `not_found`, `conflict` for an erased case, `rule_broken` for one that is full of notes */
  addNote(context: CommandContext, session_id: string, note: AddNote): Promise<Committed<CaseNote>>;
  /** @throws DomainError `not_found`, `conflict` unless it is in review, `invalid` for a type of which the agent knows nothing */
  requestDocuments(context: CommandContext, session_id: string, input: RequestDocuments): Promise<Committed<Case>>;
}

/** What reviewing stands on. */
export interface CaseReviewDeps extends TakeNextDeps {
  definitions: AgentDefinitions;
}

/** Creates what people do with cases before they decide. */
export function createCaseReview(deps: CaseReviewDeps): CaseReview {
  const { cases, definitions, clock } = deps;
  const now = (): string => clock().toISOString();

  return {
    async assign(context, session_id, assignee) {
      const command = { type: 'assign', assignee, take: false, at: now() } as const;
      const assigned = await cases.handle(context, session_id, command);
      return committed(caseIn(assigned.state), assigned);
    },

    takeNext: createTakeNext(deps),

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
