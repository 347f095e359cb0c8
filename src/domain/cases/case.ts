import type { CaseAgent } from './caseAgent.js';
import type { CaseResult } from './caseResult.js';
import { asFailed, asRead, mergeExtractions, NO_READING, type CaseDocument, unreadDocument } from './caseDocument.js';
import type { CaseEvent, CaseStatus } from './caseEvents.js';
import { caseProgress, type CaseProgress } from './caseProgress.js';
import type { ReplayComparison } from './caseReplay.js';
import type { Json } from '../core/json.js';
import type { FieldValue } from '../documents/index.js';

/** Something that was said in a case. */
export interface CaseMessage {
  id: string;
  role: 'user' | 'assistant';
  /** Null once erased. */
  content: string | null;
  /** Documents of the case that came with it. */
  doc_ids: string[];
  metadata: { [key: string]: Json };
  /** ISO 8601 */
  created_at: string;
}

/** A verification from the first upload to the decision. Values are unmasked: mask them before they leave the service. */
export interface Case {
  session_id: string;
  tenant_id: string;
  goal: string;
  /** The caller's own name for it; null where there is none, and once erased. */
  client_reference_id: string | null;
  status: CaseStatus;
  agent: CaseAgent;
  /** In the order in which they were received. */
  documents: CaseDocument[];
  /** Number of documents that still have to be read. */
  unread: number;
  extractions: { [document_type: string]: { [field: string]: FieldValue } };
  progress: CaseProgress;
  /** Null until the case is completed, and once erased. */
  result: CaseResult | null;
  /** In the order in which they were said. */
  messages: CaseMessage[];
  /** The case that this one does again. */
  replay_of: string | null;
  /** What came of doing it again; null until all documents were read, and once erased. */
  comparison: ReplayComparison | null;
  /** True once the personal values were erased. */
  erased: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
}

/** The stream of a case; also the subject whose key seals what was read and said in it. */
export const caseStream = (sessionId: string): string => `case-${sessionId}`;

/** Whether a document still has to be read. */
export const isUnread = ({ status }: Pick<CaseDocument, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

type Happened<Type extends CaseEvent['type']> = Extract<CaseEvent, { type: Type }>['data'];

/** What an event makes of a case. Shared with the read model. */
export function applyToCase(before: Case | undefined, event: CaseEvent): Case | undefined {
  if (event.type === 'CaseOpened') return opened(event.data);
  if (!before) return undefined;
  switch (event.type) {
    case 'CaseReplayRequested':
      return { ...before, replay_of: event.data.replay_of };
    case 'CaseReplayCompared':
      return { ...before, comparison: event.data.comparison, updated_at: event.data.compared_at };
    case 'DocumentReceived':
      return withDocuments(before, [...before.documents, received(event.data)], event.data.received_at);
    case 'DocumentProcessed':
      return changed(
        before,
        event.data,
        (document) => asRead(document, event.data, event.data.reading),
        event.data.processed_at,
      );
    case 'DocumentFailed':
      return changed(before, event.data, (document) => asFailed(document, event.data.error), event.data.failed_at);
    case 'CaseCompleted':
      return { ...before, status: event.data.status, result: event.data.result, updated_at: event.data.completed_at };
    case 'CaseDecided':
      return decided(before, event.data);
    case 'CaseExpired':
      return { ...before, status: 'expired', updated_at: event.data.expired_at };
    case 'MessageReceived':
    case 'MessageSent':
      return said(before, event);
    case 'CaseErased':
      return { ...withoutPersonalValues(before), updated_at: event.data.erased_at };
  }
}

function opened({ session_id, tenant_id, goal, client_reference_id, agent, opened_at }: Happened<'CaseOpened'>): Case {
  const empty: Omit<Case, 'progress' | 'extractions' | 'unread'> = {
    ...{ session_id, tenant_id, goal, client_reference_id, agent },
    status: 'collecting',
    documents: [],
    result: null,
    messages: [],
    replay_of: null,
    comparison: null,
    erased: false,
    created_at: opened_at,
    updated_at: opened_at,
  };
  return { ...empty, ...toldByDocuments(agent, []) };
}

const toldByDocuments = (
  agent: CaseAgent,
  documents: readonly CaseDocument[],
): Pick<Case, 'extractions' | 'progress' | 'unread'> => ({
  unread: documents.filter(isUnread).length,
  extractions: mergeExtractions(documents),
  progress: caseProgress(agent.required_types, documents),
});

const withDocuments = (before: Case, documents: CaseDocument[], updated_at: string): Case => ({
  ...before,
  documents,
  ...toldByDocuments(before.agent, documents),
  updated_at,
});

const changed = (
  before: Case,
  { doc_id }: Pick<CaseDocument, 'doc_id'>,
  change: (document: CaseDocument) => CaseDocument,
  at: string,
): Case =>
  withDocuments(
    before,
    before.documents.map((document) => (document.doc_id === doc_id ? change(document) : document)),
    at,
  );

const received = ({ doc_id, doc_index, filename, label, ...data }: Happened<'DocumentReceived'>): CaseDocument =>
  unreadDocument(
    {
      ...{ doc_id, doc_index, filename, label },
      ...{ mime_type: data.mime_type, expected_type: data.expected_type, duplicate_of: data.duplicate_of },
      ...{ object_key: data.object.key, size_bytes: data.object.size, sha256: data.sha256 ?? '' },
      created_at: data.received_at,
    },
    data.status,
  );

function decided(before: Case, { decision, status, reason, decided_by, decided_at }: Happened<'CaseDecided'>): Case {
  const result = before.result && {
    ...before.result,
    decision: decision === 'approve' ? ('approved' as const) : ('denied' as const),
    ...{ decided_by, decided_at, decision_reason: reason },
  };
  return { ...before, status, result, updated_at: decided_at };
}

function said(before: Case, event: Extract<CaseEvent, { type: 'MessageReceived' | 'MessageSent' }>): Case {
  const { message_id: id, content } = event.data;
  const message: CaseMessage =
    event.type === 'MessageReceived'
      ? { id, role: 'user', content, doc_ids: event.data.doc_ids, metadata: {}, created_at: event.data.received_at }
      : {
          id,
          role: 'assistant',
          content,
          doc_ids: [],
          metadata: event.data.metadata ?? {},
          created_at: event.data.sent_at,
        };
  return { ...before, messages: [...before.messages, message], updated_at: message.created_at };
}

// Exactly what is left when the sealed fields can no longer be opened, so that a rebuilt read model is the same.
function withoutPersonalValues(before: Case): Case {
  const documents = before.documents.map((document) => ({
    ...document,
    ...NO_READING,
    filename: null,
    sha256: '',
    label: null,
    error: null,
  }));
  return {
    ...withDocuments(before, documents, before.updated_at),
    client_reference_id: null,
    result: null,
    comparison: null,
    messages: before.messages.map((message) => ({ ...message, content: null, metadata: {} })),
    erased: true,
  };
}
