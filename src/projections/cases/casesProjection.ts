import { applyToDocument } from '../../domain/cases/applyToDocument.js';
import { caseStream } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { CaseEvent } from '../../domain/cases/caseEvents.js';
import { applyToMessage, type CaseMessage } from '../../domain/cases/caseMessage.js';
import { caseRetainedUntil } from '../../domain/cases/caseRetention.js';
import { applyToSummary, type CaseSummary } from '../../domain/cases/caseSummary.js';
import { onEveryCaseEvent } from './onEveryCaseEvent.js';
import { facetsFor, FACETS_COLUMN, FACETS_INDEX, type Facets } from '../core/facets.js';
import { OF_MODE } from '../core/ofMode.js';
import { RETAINED } from '../core/retained.js';
import { declareProjection, declareTable, IGNORED, type Fold } from '../core/projection.js';

/** Documents of it still have to be read, and no bus will hand them out. An index that has it as its condition serves statements that say the same. */
export const HAS_UNREAD = 'unread > 0 and replay_of is null';

/** It is in review, and nobody looks at it. An index has it as its condition, as above. */
export const IS_WAITING = `status = 'review' and assignee is null and not erased`;

/** A case as its table has it. */
export interface CaseRow extends CaseSummary {
  /** What lists find it by; null in a table of a version that had none. */
  facets: Facets | null;
  /** Until when it is kept; null for good, and in a table of a version that did not say. */
  retained_until: string | null;
}

const onCase: Fold<CaseRow, CaseEvent> = (before, event) => {
  const after = applyToSummary(before, event);
  return after && { ...after, retained_until: caseRetainedUntil(after), facets: facetsAfter(before, after, event) };
};

/** What a case is found by behind an event. Most of its events change nothing of it, and what they would have to make anew grows with its documents. */
function facetsAfter(before: CaseRow | undefined, { result, metadata }: CaseSummary, event: CaseEvent): Facets {
  const read = event.type === 'DocumentProcessed' ? [event.data.document_type] : [];
  const known = before?.facets;
  const document_type = known?.document_type ?? [];
  const isNew = read.some((type) => !document_type.includes(type));
  if (known && !isNew && result === before.result && metadata === before.metadata) return known;
  return facetsFor({
    document_type: [...document_type, ...read],
    reason: (result?.reasons ?? []).map(({ code }) => code),
    metadata: metadata ?? {},
  });
}

/** Cases without what grows with them. Every event of a case moves its row on, which therefore says how far all of it is. */
export const casesTable = declareTable<CaseRow, CaseEvent>({
  name: 'cases',
  columns: {
    session_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    goal: 'text not null',
    client_reference_id: 'text',
    status: 'text not null',
    agent: 'json not null',
    metadata: 'json',
    mode: 'text',
    language: 'text',
    unread: 'integer not null',
    progress: 'json not null',
    read_types: 'json',
    result: 'json',
    replay_of: 'text collate "C"',
    comparison: 'json',
    assignee: 'text',
    notes: 'json',
    watchlist_hits: 'json',
    requests: 'json',
    ended_at: 'text collate "C"',
    retained_until: 'text collate "C"',
    erased: 'boolean not null',
    created_at: 'text collate "C" not null',
    updated_at: 'text collate "C" not null',
    facets: FACETS_COLUMN,
  },
  indexes: [
    '(tenant_id, created_at desc, session_id desc)',
    '(created_at desc, session_id desc)',
    '(tenant_id, status, created_at desc, session_id desc)',
    '(status, created_at desc, session_id desc)',
    '(tenant_id, goal, created_at desc, session_id desc)',
    '(goal, created_at desc, session_id desc)',
    FACETS_INDEX,
    `(tenant_id, created_at desc, session_id desc) where ${OF_MODE.test}`,
    `(created_at desc, session_id desc) where ${OF_MODE.test}`,
    '(tenant_id, assignee, created_at desc, session_id desc) where assignee is not null',
    `(tenant_id, created_at, session_id) where ${IS_WAITING}`,
    `(created_at, session_id) where ${IS_WAITING}`,
    '(client_reference_id, tenant_id)',
    '(session_id) where replay_of is not null and comparison is null and not erased',
    `(updated_at) where status = 'collecting'`,
    `(tenant_id, retained_until, session_id) where ${RETAINED}`,
    `(tenant_id, created_at, session_id) where ${HAS_UNREAD}`,
  ],
  stream: caseStream,
  erasedBy: 'CaseErased',
  behindErasure: ['DocumentShownToModel'],
  // Of these it says that they came, and what is not sealed.
  closed: ['DocumentReceived', 'DocumentProcessed', 'DocumentFailed', 'MessageReceived', 'MessageSent'],
  keys: (event) => [event.data.session_id],
  on: onEveryCaseEvent(onCase),
});

/** A row that belongs to a case. */
type OfCase<Row> = Row & { session_id: string };

/** A fold of what belongs to a case. */
const ofCase =
  <Row extends object, Event extends CaseEvent>(
    fold: (before: Row | undefined, event: Event) => Row | undefined,
  ): Fold<OfCase<Row>, Event> =>
  (before, event) => {
    const after = fold(before, event);
    return after && { ...after, session_id: event.data.session_id };
  };

const onDocument = ofCase(applyToDocument);

/** The documents of cases, a row for each. */
export const caseDocumentsTable = declareTable<OfCase<CaseDocument>, CaseEvent>({
  name: 'case_documents',
  columns: {
    session_id: 'text collate "C" not null',
    doc_id: 'text not null',
    doc_index: 'integer not null',
    filename: 'text',
    object_key: 'text not null',
    sha256: 'text not null',
    mime_type: 'text not null',
    size_bytes: 'integer not null',
    label: 'text',
    expected_type: 'text',
    document_type: 'text not null',
    confidence: 'text not null',
    extracted: 'json not null',
    field_confidences: 'json not null',
    coordinates: 'json not null',
    raw: 'json not null',
    sources: 'json not null',
    valid: 'boolean not null',
    violations: 'json not null',
    classification: 'json',
    step_outputs: 'json not null',
    checks: 'json not null',
    truncated: 'json',
    masked_fields: 'json not null',
    status: 'text not null',
    error: 'text',
    duplicate_of: 'text',
    asked_again: 'boolean',
    corrections: 'json',
    created_at: 'text not null',
  },
  indexes: ['(session_id, doc_index)'],
  ofOneStream: true,
  keys({ type, data }) {
    const all = type === 'CaseErased' || type === 'DocumentsRequested';
    const ids = all ? data.doc_ids : 'doc_id' in data ? [data.doc_id] : [];
    return ids.map((doc_id) => `${data.session_id}/${doc_id}`);
  },
  on: {
    CaseOpened: IGNORED,
    CaseReplayRequested: IGNORED,
    CaseReplayCompared: IGNORED,
    DocumentReceived: onDocument,
    DocumentProcessed: onDocument,
    DocumentFailed: onDocument,
    DocumentShownToModel: IGNORED,
    CaseCompleted: IGNORED,
    CaseDecided: IGNORED,
    CaseAssigned: IGNORED,
    CaseNoteAdded: IGNORED,
    WatchlistHitFound: IGNORED,
    DocumentsRequested: onDocument,
    DocumentCorrected: onDocument,
    CaseExpired: IGNORED,
    MessageReceived: IGNORED,
    MessageSent: IGNORED,
    CaseErased: onDocument,
  },
});

const onMessage = ofCase(applyToMessage);

/** What was said in cases, a row for each message. */
export const caseMessagesTable = declareTable<OfCase<CaseMessage>, CaseEvent>({
  name: 'case_messages',
  columns: {
    session_id: 'text collate "C" not null',
    id: 'text not null',
    message_index: 'integer not null',
    role: 'text not null',
    content: 'text',
    doc_ids: 'json not null',
    metadata: 'json not null',
    created_at: 'text not null',
  },
  indexes: ['(session_id, message_index)'],
  ofOneStream: true,
  keys({ type, data }) {
    const indices =
      type === 'CaseErased'
        ? Array.from({ length: data.message_count }).keys()
        : 'message_index' in data
          ? [data.message_index]
          : [];
    return [...indices].map((index) => `${data.session_id}/${index}`);
  },
  on: {
    CaseOpened: IGNORED,
    CaseReplayRequested: IGNORED,
    CaseReplayCompared: IGNORED,
    DocumentReceived: IGNORED,
    DocumentProcessed: IGNORED,
    DocumentFailed: IGNORED,
    DocumentShownToModel: IGNORED,
    CaseCompleted: IGNORED,
    CaseDecided: IGNORED,
    CaseAssigned: IGNORED,
    CaseNoteAdded: IGNORED,
    WatchlistHitFound: IGNORED,
    DocumentsRequested: IGNORED,
    DocumentCorrected: IGNORED,
    CaseExpired: IGNORED,
    MessageReceived: onMessage,
    MessageSent: onMessage,
    CaseErased: onMessage,
  },
});

/** Cases, newest state, values unmasked. */
export const casesProjection = declareProjection({
  name: 'cases',
  version: 8,
  tables: [casesTable, caseDocumentsTable, caseMessagesTable],
});
