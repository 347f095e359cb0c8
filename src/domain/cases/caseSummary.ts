import type { Metadata } from '../core/metadata.js';
import type { Mode } from '../core/mode.js';
import type { CaseAgent } from './caseAgent.js';
import type { Language } from './wording/index.js';
import type { CaseEvent, CaseStatus } from './caseEvents.js';
import { afterFailure, afterReading, caseProgress, type CaseProgress, type ReadTypes } from './caseProgress.js';
import type { ReplayComparison } from './caseReplay.js';
import type { CaseNote } from './caseNote.js';
import type { FoundWatchlistHit } from './watchlistHit.js';
import type { CaseResult } from './caseResult.js';
import { afterArrival, afterRequest, NO_REQUESTS, type DocumentRequests } from './documentRequests.js';

/**
 * What is known of a case without its documents and messages. It does not grow with them, and each event changes it without
 * looking at them. Values are unmasked.
 */
export interface CaseSummary {
  session_id: string;
  tenant_id: string;
  goal: string;
  /** The caller's own name for it; null where there is none, and once erased. */
  client_reference_id: string | null;
  status: CaseStatus;
  agent: CaseAgent;
  /** What the caller hung on it; null where that is nothing, and once erased. */
  metadata: Metadata | null;
  /** Whether it is meant, or a trial; null in what was stored before there were trials. */
  mode: Mode | null;
  /** In which it is spoken; null where nobody chose, which is English but for the page of a link. */
  language: Language | null;
  /** Number of documents that still have to be read. */
  unread: number;
  progress: CaseProgress;
  /** What `progress` goes on from: see `Collecting`. */
  read_types: ReadTypes | null;
  /** Null until the case is completed, and once erased. */
  result: CaseResult | null;
  /** The case that this one does again. */
  replay_of: string | null;
  /** What came of doing it again; null until all documents were read, and once erased. */
  comparison: ReplayComparison | null;
  /** Who was asked to look at it, as the caller names them; null for nobody, and once erased. */
  assignee: string | null;
  /** Oldest first; null in what was stored before there were any. */
  notes: CaseNote[] | null;
  /** Faces that joined a watchlist since, and are like those of the case, oldest first; null in what was stored before there were any. */
  watchlist_hits?: FoundWatchlistHit[] | null;
  /** What was asked for again; null in what was stored before that could be. */
  requests: DocumentRequests | null;
  /** When it came to the status that it has, ISO 8601; null while it collects, and in what was stored before it was kept. */
  ended_at: string | null;
  /** True once the personal values were erased. */
  erased: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
}

type Happened<Type extends CaseEvent['type']> = Extract<CaseEvent, { type: Type }>['data'];

/** What an event makes of the summary of a case. Shared with the read model. */
export function applyToSummary(before: CaseSummary | undefined, event: CaseEvent): CaseSummary | undefined {
  if (event.type === 'CaseOpened') return opened(event.data);
  if (!before) return undefined;
  const { unread } = before;
  switch (event.type) {
    case 'CaseReplayRequested':
      return { ...before, replay_of: event.data.replay_of };
    case 'CaseReplayCompared':
      return { ...before, comparison: event.data.comparison, updated_at: event.data.compared_at };
    case 'DocumentReceived':
      return { ...before, unread: unread + 1, updated_at: event.data.received_at };
    case 'DocumentProcessed': {
      const { document_type, side_missing = null, is_asked_file, processed_at: updated_at } = event.data;
      const requests = is_asked_file ? before.requests : afterArrival(before.requests, document_type);
      const collecting = afterReading(before, document_type, side_missing);
      return { ...before, unread: unread - 1, ...collecting, requests, updated_at };
    }
    case 'DocumentFailed': {
      const { expected_type, failed_at: updated_at } = event.data;
      return { ...before, unread: unread - 1, progress: afterFailure(before, expected_type), updated_at };
    }
    case 'DocumentShownToModel':
      return before;
    case 'CaseCompleted':
      return { ...before, status: event.data.status, result: event.data.result, ...endedAt(event.data.completed_at) };
    case 'CaseDecided':
      return decided(before, event.data);
    case 'CaseAssigned':
      return { ...before, assignee: event.data.assignee, updated_at: event.data.assigned_at };
    case 'CaseNoteAdded':
      return { ...before, notes: [...(before.notes ?? []), noteOf(event.data)], updated_at: event.data.noted_at };
    case 'DocumentsRequested':
      return reopened(before, event.data);
    case 'DocumentCorrected':
      return { ...before, result: event.data.result, updated_at: event.data.corrected_at };
    case 'WatchlistHitFound':
      return withHit(before, event.data);
    case 'CaseExpired':
      return { ...before, status: 'expired', ...endedAt(event.data.expired_at) };
    case 'MessageReceived':
      return { ...before, updated_at: event.data.received_at };
    case 'MessageSent':
      return { ...before, updated_at: event.data.sent_at };
    case 'CaseErased':
      return { ...withoutPersonalValues(before), updated_at: event.data.erased_at };
  }
}

const opened = ({ opened_at, ...opening }: Happened<'CaseOpened'>): CaseSummary => ({
  session_id: opening.session_id,
  tenant_id: opening.tenant_id,
  goal: opening.goal,
  client_reference_id: opening.client_reference_id,
  status: 'collecting',
  agent: opening.agent,
  metadata: opening.metadata ?? null,
  mode: opening.mode ?? 'live',
  language: opening.language ?? null,
  unread: 0,
  progress: caseProgress(opening.agent.required_types, []),
  read_types: {},
  result: null,
  replay_of: null,
  comparison: null,
  assignee: null,
  notes: [],
  watchlist_hits: [],
  requests: NO_REQUESTS,
  ended_at: null,
  erased: false,
  created_at: opened_at,
  updated_at: opened_at,
});

const endedAt = (at: string) => ({ ended_at: at, updated_at: at });

function decided(
  before: CaseSummary,
  { decision, status, reason, actor, decided_by, decided_at }: Happened<'CaseDecided'>,
): CaseSummary {
  const result = before.result && {
    ...before.result,
    decision: decision === 'approve' ? ('approved' as const) : ('denied' as const),
    ...{ decided_by, decided_at, decision_reason: reason },
    ...(typeof actor === 'string' && { decision_actor: actor }),
  };
  return { ...before, status, result, ...endedAt(decided_at) };
}

const noteOf = ({ note_id: id, text, actor, noted_by: by, noted_at: at }: Happened<'CaseNoteAdded'>): CaseNote => ({
  ...{ id, text, actor, by, at },
});

/** Of a hit whose values are gone nothing is left. */
const withHit = (before: CaseSummary, { hit, found_at }: Happened<'WatchlistHitFound'>): CaseSummary => ({
  ...before,
  watchlist_hits: [...(before.watchlist_hits ?? []), ...(hit ? [{ ...hit, found_at }] : [])],
  updated_at: found_at,
});

/** What it came to is for the next completion to say. */
const reopened = (
  before: CaseSummary,
  { items, texts, requested_at }: Happened<'DocumentsRequested'>,
): CaseSummary => ({
  ...before,
  status: 'collecting',
  result: null,
  requests: afterRequest(before.requests, items, texts),
  ended_at: null,
  updated_at: requested_at,
});

// Exactly what is left when the sealed fields can no longer be opened, so that a rebuilt read model is the same.
const withoutPersonalValues = (before: CaseSummary): CaseSummary => ({
  ...before,
  client_reference_id: null,
  metadata: null,
  result: null,
  comparison: null,
  assignee: null,
  notes: before.notes && before.notes.map((note) => ({ ...note, text: null, actor: null })),
  watchlist_hits: before.watchlist_hits && [],
  requests: before.requests && {
    ...before.requests,
    requested: before.requests.requested.map((one) => ({ ...one, text: null })),
  },
  erased: true,
});
