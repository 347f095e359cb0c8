import { applyToCase, isUnread, type Case } from './case.js';
import type { CaseAgent } from './caseAgent.js';
import type { CaseCommand, CaseState, ReceivedDocument } from './caseCommand.js';
import { asRead, type CaseDocument, toRecorded } from './caseDocument.js';
import type { CaseEvent, DOCUMENT_FAILURES } from './caseEvents.js';
import { percentOf, reasonCodesOf } from './caseFigures.js';
import { compareReplay } from './caseReplay.js';
import { isAskedFile, speaking } from './documentRequests.js';
import { collecting, endOf, of, opened } from './caseStanding.js';
import { correct } from './corrections.js';
import { comparableDocuments } from './judgedDocument.js';
import { judgeDocuments } from './judgeDocuments.js';
import { addNote, assign, decideReview, requestDocuments, TALKING_LEVEL } from './review.js';
import { sideWanted } from './sides.js';
import type { Side } from './sideWords.js';
import { noteWatchlistHit } from './noteWatchlistHit.js';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { isToNote, type ModelAsked, modelAskedIn } from '../documents/index.js';

/** Most documents of one case. */
export const MOST_DOCUMENTS = 200;

/** Most messages of one case, those of the agent with them: they are read with it. */
export const MOST_MESSAGES = 1_000;

/** A message, and what the agent answers. */
const IN_ONE_TURN = 2;

type Command<Type extends CaseCommand['type']> = Extract<CaseCommand, { type: Type }>;

/** The rules of cases. */
export const caseRules: Decider<CaseState, CaseCommand, CaseEvent> = {
  trialsApart: true,
  initial: { status: 'not_opened' },

  decide(command, state) {
    switch (command.type) {
      case 'open':
        return open(command, state);
      case 'receive_document':
        return receiveDocument(command, state);
      case 'finish_document':
        return finishDocument(command, opened(state));
      case 'note_shown':
        return noteShown(command, opened(state));
      case 'complete':
        return complete(command, state);
      case 'decide':
        return decideReview(command, state);
      case 'assign':
        return assign(command, state);
      case 'add_note':
        return addNote(command, state);
      case 'request_documents':
        return requestDocuments(command, state);
      case 'correct':
        return correct(command, state);
      case 'note_watchlist_hit':
        return noteWatchlistHit(command, state);
      case 'expire':
        return expire(command, state);
      case 'converse':
        return converse(command, state);
      case 'compare_replay':
        return compare(command, opened(state));
      case 'erase':
        return erase(command, state);
    }
  },

  evolve(state, event) {
    const after = applyToCase(state.status === 'not_opened' ? undefined : state.case, event);
    if (!after) return state;
    return { status: after.erased ? 'erased' : after.status, case: after };
  },
};

/**
 * The case as it is, if it takes a message with that many documents now.
 * @throws DomainError `not_found`, `rule_broken` for an agent that does not talk, too many messages or too many documents, `conflict`
 */
export function takingMessage(state: CaseState, documents: number): Case {
  const { agent } = opened(state);
  if (!talks(agent)) {
    throw new DomainError(
      'rule_broken',
      `The agent ${agent.goal} takes no messages: its intelligence_level is below ${TALKING_LEVEL}`,
    );
  }
  const theCase = collecting(state, 'it takes no more messages');
  if (theCase.messages.length + IN_ONE_TURN > MOST_MESSAGES) {
    throw new DomainError('rule_broken', `A case holds at most ${MOST_MESSAGES} messages`);
  }
  if (theCase.documents.length + documents > MOST_DOCUMENTS) throw tooManyDocuments();
  return theCase;
}

/** Whether an agent talks with whom it verifies. */
export const talks = ({ intelligence_level }: Pick<CaseAgent, 'intelligence_level'>): boolean =>
  intelligence_level >= TALKING_LEVEL;

function open({ opening, at }: Command<'open'>, state: CaseState): CaseEvent[] {
  if (state.status !== 'not_opened') throw new DomainError('conflict', 'The case was opened before');
  const { greeting, replay, ...data } = opening;
  const ofCase = of(data);
  const events: CaseEvent[] = [{ type: 'CaseOpened', data: { ...data, opened_at: at } }];
  if (greeting) events.push({ type: 'MessageSent', data: { ...ofCase, ...greeting, message_index: 0, sent_at: at } });
  if (!replay) return events;
  events.push({ type: 'CaseReplayRequested', data: { ...ofCase, replay_of: replay.of, requested_at: at } });
  const before: ReceivedDocument[] = [];
  for (const document of replay.documents) {
    events.push(received(data, document, before, 'pending', at));
    before.push(document);
  }
  return events;
}

function receiveDocument({ document, most, at }: Command<'receive_document'>, state: CaseState): CaseEvent[] {
  const known = opened(state);
  // Before it is asked whether the case still collects: what was received stays received, though the case ended since.
  if (!known.erased && known.documents.some(({ doc_id }) => doc_id === document.doc_id)) return [];
  const theCase = collecting(state, 'it takes no more documents');
  if (theCase.documents.length >= (most ?? MOST_DOCUMENTS)) throw tooManyDocuments(most);
  const before = theCase.documents.map(({ doc_id, sha256 }) => ({ doc_id, object: { sha256 } }));
  return [received(theCase, document, before, 'processing', at)];
}

function received(
  theCase: Pick<Case, 'session_id' | 'goal' | 'agent'>,
  document: ReceivedDocument,
  before: readonly { doc_id: string; object: { sha256: string } }[],
  status: 'pending' | 'processing',
  received_at: string,
): CaseEvent {
  const same = before.find(({ object }) => object.sha256 === document.object.sha256);
  const duplicate_of = same?.doc_id ?? null;
  const { object, ...told } = document;
  const { sha256, key, size } = object;
  const doc_index = before.length;
  return {
    type: 'DocumentReceived',
    data: { ...of(theCase), ...told, object: { key, size }, sha256, doc_index, status, duplicate_of, received_at },
  };
}

function finishDocument({ doc_id, outcome, at }: Command<'finish_document'>, theCase: Case): CaseEvent[] {
  const document = theCase.documents.find((each) => each.doc_id === doc_id);
  if (!document) throw noneWithThisId('document');
  if (!isUnread(document)) return [];
  if (outcome.status === 'failed') return [failed(theCase, document, outcome, at)];
  const { status, ...read } = outcome;
  const reading = toRecorded(outcome.reading);
  const confidence_percent = percentOf(outcome.reading);
  const model_asked = modelAskedIn(outcome.reading.step_outputs);
  const repeats = isAskedFile(document, theCase.documents) && { is_asked_file: true as const };
  const side_missing = sideMissing(theCase, asRead(document, read, outcome.reading));
  const found = { ...(model_asked && { model_asked }), ...repeats, ...(side_missing && { side_missing }) };
  const made = { reading, confidence_percent, ...found };
  const data = { ...of(theCase), doc_id, ...read, ...made, processed_at: at };
  return [{ type: 'DocumentProcessed', data }];
}

function noteShown({ doc_id, model_asked, found_untold, at }: Command<'note_shown'>, theCase: Case): CaseEvent[] {
  if (!isToNote(model_asked, found_untold ? 0 : theCase.shown_in_vain)) return [];
  return [
    {
      type: 'DocumentShownToModel',
      data: { ...of(theCase), ...(doc_id !== undefined && { doc_id }), model_asked, shown_at: at },
    },
  ];
}

/** The side that is missing of the type of a document, once it was read, among all that speak for the case then. */
function sideMissing({ agent, documents }: Case, document: CaseDocument): Side | null {
  const then = documents.map((one) => (one.doc_id === document.doc_id ? document : one));
  return sideWanted(document.document_type, agent.two_sided ?? [], comparableDocuments(speaking(then)));
}

/** Why a document could not be read, and which model was asked all the same. */
interface Failure {
  reason: (typeof DOCUMENT_FAILURES)[number];
  error: string | null;
  model_asked?: ModelAsked;
}

const failed = (
  theCase: Case,
  { doc_id, expected_type }: Pick<CaseDocument, 'doc_id' | 'expected_type'>,
  { reason, error, model_asked }: Failure,
  failed_at: string,
): CaseEvent => {
  const about = { doc_id, expected_type, reason, error, ...(model_asked && { model_asked }) };
  return { type: 'DocumentFailed', data: { ...of(theCase), ...about, failed_at } };
};

/** The status that each decision leads to. */
const STATUS_OF_DECISION = { approved: 'completed', review: 'review', denied: 'denied', failed: 'failed' } as const;

function complete({ agent, findOut, at }: Command<'complete'>, state: CaseState): CaseEvent[] {
  const theCase = collecting(state, 'it cannot be completed');
  if (theCase.unread > 0) {
    throw new DomainError('conflict', 'Documents of the case are still being read; complete it once they are done');
  }
  const result = judgeDocuments(theCase, { agent, findOut, at });
  const status = STATUS_OF_DECISION[result.decision];
  const reason_codes = reasonCodesOf(result);
  return [{ type: 'CaseCompleted', data: { ...endOf(theCase, at), status, result, reason_codes, completed_at: at } }];
}

function expire({ inactive_since, at }: Command<'expire'>, state: CaseState): CaseEvent[] {
  const theCase = opened(state);
  if (state.status !== 'collecting' || theCase.updated_at >= inactive_since) return [];
  return end(theCase, 'The case expired before the document was read', at);
}

/** No document of a case that ended is left unread. */
const end = (theCase: Case, error: string | null, at: string): CaseEvent[] => [
  ...theCase.documents
    .filter(isUnread)
    .map((document) => failed(theCase, document, { reason: 'case_ended', error }, at)),
  { type: 'CaseExpired', data: { ...endOf(theCase, at), expired_at: at } },
];

function converse({ message, reply, model_asked, at }: Command<'converse'>, state: CaseState): CaseEvent[] {
  if (opened(state).messages.some(({ id }) => id === message.message_id)) return [];
  const theCase = takingMessage(state, 0);
  const next = theCase.messages.length;
  return [
    { type: 'MessageReceived', data: { ...of(theCase), ...message, message_index: next, received_at: at } },
    {
      type: 'MessageSent',
      data: {
        ...{ ...of(theCase), ...reply(theCase), message_index: next + 1 },
        ...(model_asked && { model_asked }),
        sent_at: at,
      },
    },
  ];
}

function compare({ before, at }: Command<'compare_replay'>, theCase: Case): CaseEvent[] {
  if (theCase.replay_of === null || theCase.erased || theCase.comparison || theCase.unread > 0) return [];
  return [
    {
      type: 'CaseReplayCompared',
      data: { ...of(theCase), comparison: compareReplay(before, theCase), compared_at: at },
    },
  ];
}

// A case that is erased while it collects ends as one that nobody goes on with.
function erase({ reason, saved_searches = [], at }: Command<'erase'>, state: CaseState): CaseEvent[] {
  const theCase = opened(state);
  if (theCase.erased) return [];
  const ending = theCase.status === 'collecting' ? end(theCase, null, at) : [];
  const doc_ids = theCase.documents.map(({ doc_id }) => doc_id);
  const message_count = theCase.messages.length;
  const more = { reason, ...(saved_searches.length > 0 && { saved_searches }), erased_at: at };
  return [...ending, { type: 'CaseErased', data: { ...of(theCase), doc_ids, message_count, ...more } }];
}

const tooManyDocuments = (most?: number): DomainError =>
  new DomainError(
    'rule_broken',
    most === undefined
      ? `A case holds at most ${MOST_DOCUMENTS} documents`
      : `With a link a case takes at most ${most} documents`,
  );
