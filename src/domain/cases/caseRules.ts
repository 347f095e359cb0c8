import { applyToCase, isUnread, type Case } from './case.js';
import { definitionOf, type CaseAgent } from './caseAgent.js';
import type { CaseResult } from './caseResult.js';
import type { CaseDocument, DocumentReading } from './caseDocument.js';
import type { CaseEvent, CaseStatus, DOCUMENT_FAILURES } from './caseEvents.js';
import { compareReplay } from './caseReplay.js';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import type { Json } from '../core/json.js';

/** Most documents of one case. */
export const MOST_DOCUMENTS = 200;

/** From this level on an agent talks. */
const TALKING_LEVEL = 2;

/** A document that was stored. */
export interface StoredDocument {
  doc_id: string;
  filename: string;
  label: string | null;
  object: { key: string; sha256: string; size: number };
  mime_type: string;
}

/** What came of reading a document. */
export type DocumentOutcome =
  | {
      status: 'done';
      document_type: string;
      /** Decimal string, 0 to 1. */
      confidence: string;
      reading: DocumentReading;
      masked_fields: string[];
    }
  | { status: 'failed'; reason: (typeof DOCUMENT_FAILURES)[number]; error: string };

/** A message to the agent. */
export interface UserMessage {
  message_id: string;
  content: string;
  /** Documents of the case that came with it. */
  doc_ids: string[];
}

/** A message of the agent. */
export interface AgentMessage {
  message_id: string;
  content: string;
  metadata: { [key: string]: Json };
}

/** What a case is opened with. */
export interface CaseOpening {
  session_id: string;
  tenant_id: string;
  goal: string;
  client_reference_id: string | null;
  agent: CaseAgent;
  /** What the agent says first, where it talks. */
  greeting?: AgentMessage;
  /** The case that is to be done again, and its documents. */
  replay?: { of: string; documents: readonly StoredDocument[] };
}

/** What can be asked of a case. `at` is the time, ISO 8601. */
export type CaseCommand =
  | { type: 'open'; opening: CaseOpening; at: string }
  | { type: 'receive_document'; document: StoredDocument; at: string }
  /** Does nothing for a document whose outcome is known already. */
  | { type: 'finish_document'; doc_id: string; outcome: DocumentOutcome; at: string }
  /** `judge` is pure: it says what comes of the case as it stands when the command is decided. */
  | { type: 'complete'; judge: (one: Case) => CaseResult; at: string }
  | { type: 'decide'; decision: 'approve' | 'deny'; reason: string | null; by: string; at: string }
  /** Does nothing to a case that was touched at or after `inactive_since`. */
  | { type: 'expire'; inactive_since: string; at: string }
  /** Does nothing for a message that was said before. `reply` is pure: it says what the agent answers in the case as it stands when the command is decided. */
  | { type: 'converse'; message: UserMessage; reply: (one: Case) => AgentMessage; at: string }
  /** Sets a replay whose documents were all read beside the case that it does again; once. Does nothing to another case. */
  | { type: 'compare_replay'; before: Case; at: string }
  | { type: 'erase'; at: string };

/** What has become of a case. */
export type CaseState = { status: 'not_opened' } | { status: CaseStatus | 'erased'; case: Case };

type Command<Type extends CaseCommand['type']> = Extract<CaseCommand, { type: Type }>;

/** The rules of cases. */
export const caseRules: Decider<CaseState, CaseCommand, CaseEvent> = {
  initial: { status: 'not_opened' },

  decide(command, state) {
    switch (command.type) {
      case 'open':
        return open(command, state);
      case 'receive_document':
        return receiveDocument(command, state);
      case 'finish_document':
        return finishDocument(command, opened(state));
      case 'complete':
        return complete(command, state);
      case 'decide':
        return decideReview(command, state);
      case 'expire':
        return expire(command, state);
      case 'converse':
        return converse(command, state);
      case 'compare_replay':
        return compare(command, opened(state));
      case 'erase':
        return erase(command.at, state);
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
 * @throws DomainError `not_found`, `rule_broken` for an agent that does not talk or too many documents, `conflict`
 */
export function takingMessage(state: CaseState, documents: number): Case {
  const { agent } = opened(state);
  if (!talks(agent)) {
    throw new DomainError(
      'rule_broken',
      `The agent ${agent.goal} takes no messages: its intelligence_level is below ${TALKING_LEVEL}`,
    );
  }
  const one = collecting(state, 'it takes no more messages');
  if (one.documents.length + documents > MOST_DOCUMENTS) throw tooManyDocuments();
  return one;
}

/** Whether an agent talks with whom it verifies. */
export const talks = (agent: Pick<CaseAgent, 'definition'>): boolean =>
  definitionOf(agent).intelligence_level >= TALKING_LEVEL;

function open({ opening, at }: Command<'open'>, state: CaseState): CaseEvent[] {
  if (state.status !== 'not_opened') throw new DomainError('conflict', 'The case was opened before');
  const { greeting, replay, ...data } = opening;
  const { session_id } = data;
  const events: CaseEvent[] = [{ type: 'CaseOpened', data: { ...data, opened_at: at } }];
  if (greeting) events.push({ type: 'MessageSent', data: { session_id, ...greeting, sent_at: at } });
  if (!replay) return events;
  events.push({ type: 'CaseReplayRequested', data: { session_id, replay_of: replay.of, requested_at: at } });
  const before: StoredDocument[] = [];
  for (const document of replay.documents) {
    events.push(received(session_id, document, before, 'pending', at));
    before.push(document);
  }
  return events;
}

function receiveDocument({ document, at }: Command<'receive_document'>, state: CaseState): CaseEvent[] {
  const { session_id, documents } = collecting(state, 'it takes no more documents');
  if (documents.some(({ doc_id }) => doc_id === document.doc_id)) return [];
  if (documents.length >= MOST_DOCUMENTS) {
    throw tooManyDocuments();
  }
  const before = documents.map(({ doc_id, sha256 }) => ({ doc_id, object: { sha256 } }));
  return [received(session_id, document, before, 'processing', at)];
}

function received(
  session_id: string,
  document: StoredDocument,
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
    data: { session_id, ...told, object: { key, size }, sha256, doc_index, status, duplicate_of, received_at },
  };
}

function finishDocument({ doc_id, outcome, at }: Command<'finish_document'>, one: Case): CaseEvent[] {
  const { session_id } = one;
  const document = one.documents.find((each) => each.doc_id === doc_id);
  if (!document) throw noneWithThisId('document');
  if (!isUnread(document)) return [];
  if (outcome.status === 'failed') return [failed(session_id, document, outcome, at)];
  const { document_type, confidence, reading, masked_fields } = outcome;
  return [
    {
      type: 'DocumentProcessed',
      data: { session_id, doc_id, document_type, confidence, reading, masked_fields, processed_at: at },
    },
  ];
}

const failed = (
  session_id: string,
  { doc_id }: Pick<CaseDocument, 'doc_id'>,
  { reason, error }: { reason: (typeof DOCUMENT_FAILURES)[number]; error: string | null },
  failed_at: string,
): CaseEvent => ({ type: 'DocumentFailed', data: { session_id, doc_id, reason, error, failed_at } });

/** The status that each decision leads to. */
const STATUS_OF_DECISION = { approved: 'completed', review: 'review', denied: 'review', failed: 'failed' } as const;

function complete({ judge, at }: Command<'complete'>, state: CaseState): CaseEvent[] {
  const one = collecting(state, 'it cannot be completed');
  if (one.unread > 0) {
    throw new DomainError('conflict', 'Documents of the case are still being read; complete it once they are done');
  }
  const result = judge(one);
  const status = STATUS_OF_DECISION[result.decision];
  return [{ type: 'CaseCompleted', data: { session_id: one.session_id, status, result, completed_at: at } }];
}

function decideReview({ decision, reason, by, at }: Command<'decide'>, state: CaseState): CaseEvent[] {
  const { session_id, status } = opened(state);
  if (state.status === 'erased') throw erasedCase();
  if (status !== 'review') {
    throw new DomainError('conflict', `The case is ${status}; only a case in review can be decided`);
  }
  const data = { session_id, decision, reason, decided_by: by, decided_at: at };
  return [{ type: 'CaseDecided', data: { ...data, status: decision === 'approve' ? 'completed' : 'denied' } }];
}

function expire({ inactive_since, at }: Command<'expire'>, state: CaseState): CaseEvent[] {
  const one = opened(state);
  if (state.status !== 'collecting' || one.updated_at >= inactive_since) return [];
  return end(one, 'The case expired before the document was read', at);
}

/** No document of a case that ended is left unread. */
const end = (one: Case, error: string | null, at: string): CaseEvent[] => [
  ...one.documents
    .filter(isUnread)
    .map((document) => failed(one.session_id, document, { reason: 'case_ended', error }, at)),
  { type: 'CaseExpired', data: { session_id: one.session_id, expired_at: at } },
];

function converse({ message, reply, at }: Command<'converse'>, state: CaseState): CaseEvent[] {
  if (opened(state).messages.some(({ id }) => id === message.message_id)) return [];
  const one = takingMessage(state, 0);
  const { session_id } = one;
  return [
    { type: 'MessageReceived', data: { session_id, ...message, received_at: at } },
    { type: 'MessageSent', data: { session_id, ...reply(one), sent_at: at } },
  ];
}

function compare({ before, at }: Command<'compare_replay'>, one: Case): CaseEvent[] {
  if (one.replay_of === null || one.erased || one.comparison || one.unread > 0) return [];
  const { session_id } = one;
  return [
    { type: 'CaseReplayCompared', data: { session_id, comparison: compareReplay(before, one), compared_at: at } },
  ];
}

// A case that is erased while it collects ends as one that nobody goes on with.
function erase(at: string, state: CaseState): CaseEvent[] {
  const one = opened(state);
  if (one.erased) return [];
  const ending = one.status === 'collecting' ? end(one, null, at) : [];
  return [...ending, { type: 'CaseErased', data: { session_id: one.session_id, erased_at: at } }];
}

function opened(state: CaseState): Case {
  if (state.status === 'not_opened') throw noneWithThisId('case');
  return state.case;
}

function collecting(state: CaseState, so: string): Case {
  const one = opened(state);
  if (one.erased) throw erasedCase();
  if (one.status === 'expired') {
    throw new DomainError('conflict', `The case has expired after too long without a change, so ${so}; open a new one`);
  }
  if (one.status !== 'collecting') throw new DomainError('conflict', `The case is ${one.status}, so ${so}`);
  return one;
}

const tooManyDocuments = (): DomainError =>
  new DomainError('rule_broken', `A case holds at most ${MOST_DOCUMENTS} documents`);

const erasedCase = (): DomainError => new DomainError('conflict', 'What the case held was erased');
