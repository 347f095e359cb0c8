import type { Case } from './case.js';
import type { CaseCommand, CaseState } from './caseCommand.js';
import type { CaseDocument } from './caseDocument.js';
import type { CaseEvent } from './caseEvents.js';
import { MOST_NOTES } from './caseNote.js';
import { endOf, inReview, kept, of } from './caseStanding.js';
import { requestWords } from './requestWords.js';
import { usedTypes } from '../agents/index.js';
import { quote } from '../core/quote.js';
import { DomainError } from '../core/decider.js';
import { isBlank } from '../core/text.js';
import { UNKNOWN_TYPE } from '../documents/index.js';

type Command<Type extends CaseCommand['type']> = Extract<CaseCommand, { type: Type }>;

/** Most times that documents of one case are asked for again. */
export const MOST_TRIES = 100;

/** From this level on an agent talks. */
export const TALKING_LEVEL = 2;

/** Asks somebody to look at a case, or nobody any more; does nothing where that is so already. */
export function assign({ assignee, take, at }: Command<'assign'>, state: CaseState): CaseEvent[] {
  const so = 'it cannot be assigned';
  const theCase = take ? inReview(state, { so, only: 'can be taken' }) : kept(state, so);
  if (take && theCase.assignee !== null) throw new DomainError('conflict', 'The case was taken by somebody else');
  if (theCase.assignee === assignee) return [];
  return [{ type: 'CaseAssigned', data: { ...of(theCase), assignee, assigned_at: at } }];
}

/** Writes something down about a case; once for each id. */
export function addNote({ note, by, at }: Command<'add_note'>, state: CaseState): CaseEvent[] {
  const theCase = kept(state, 'it takes no more notes');
  const notes = theCase.notes ?? [];
  if (notes.some(({ id }) => id === note.note_id)) return [];
  if (notes.length >= MOST_NOTES) throw new DomainError('rule_broken', `A case holds at most ${MOST_NOTES} notes`);
  return [{ type: 'CaseNoteAdded', data: { ...of(theCase), ...note, noted_by: by, noted_at: at } }];
}

/** Approves or denies a case in review. */
export function decideReview(
  { decision, reason, actor = null, by, require_reason = false, at }: Command<'decide'>,
  state: CaseState,
): CaseEvent[] {
  const theCase = inReview(state, { so: 'it cannot be decided', only: 'can be decided' });
  if (require_reason && (reason === null || isBlank(reason))) {
    throw new DomainError('invalid', `The field \`reason\` is missing: the agent ${theCase.goal} asks for one`);
  }
  const said = actor === null ? {} : { actor };
  const data = { ...endOf(theCase, at), decision, reason, ...said, decided_by: by, decided_at: at };
  return [{ type: 'CaseDecided', data: { ...data, status: decision === 'approve' ? 'completed' : 'denied' } }];
}

/** Asks for documents again: the case collects again, and an agent that talks says so. */
export function requestDocuments(
  { agent, items, message_id, actor, by, at }: Command<'request_documents'>,
  state: CaseState,
): CaseEvent[] {
  const theCase = inReview(state, { so: 'no documents can be asked for', only: 'can ask for documents' });
  if ((theCase.requests?.tries ?? 0) >= MOST_TRIES) {
    throw new DomainError('rule_broken', `Documents of a case can be asked for again ${MOST_TRIES} times at most`);
  }
  assertTypesOfCase(theCase, usedTypes(agent), items);
  const asked = new Set(items.map(({ document_type }) => document_type));
  const events: CaseEvent[] = [
    {
      type: 'DocumentsRequested',
      data: {
        ...of(theCase),
        items: items.map(({ document_type, code }) => ({ document_type, code })),
        texts: items.map(({ text }) => text),
        doc_ids: theCase.documents.filter((one) => asked.has(meantAs(one))).map(({ doc_id }) => doc_id),
        ...{ actor, requested_by: by, requested_at: at },
      },
    },
  ];
  if (theCase.agent.intelligence_level < TALKING_LEVEL) return events;
  const said = {
    message_id,
    content: requestWords(items, theCase.language ?? undefined, theCase.agent.type_names),
    metadata: { intent: 'request' },
  };
  const message_index = theCase.messages.length;
  return [...events, { type: 'MessageSent', data: { ...of(theCase), ...said, message_index, sent_at: at } }];
}

/** What a document is, or was meant to be. */
const meantAs = ({ document_type, expected_type }: CaseDocument): string => document_type || (expected_type ?? '');

/**
 * @throws DomainError `invalid` for a type that the agent has no use for and that no document of the case is of, and for none: nothing that
 *   comes would be what is awaited
 */
function assertTypesOfCase(
  { documents }: Case,
  wanted: readonly string[],
  items: Command<'request_documents'>['items'],
): void {
  const known = new Set([...wanted, ...documents.map(({ document_type }) => document_type)]);
  const isOdd = (type: string): boolean =>
    type === '' || type === UNKNOWN_TYPE || (wanted.length > 0 && !known.has(type));
  const odd = items.findIndex(({ document_type }) => isOdd(document_type));
  if (odd < 0) return;
  const named = wanted.length > 0 ? `; it asks for ${[...new Set(wanted)].join(', ')}` : '';
  throw new DomainError(
    'invalid',
    `The field \`items.${odd}.document_type\` names ${quote(items[odd]!.document_type)}, which the agent does not ask for${named}`,
  );
}
