import { type Case, type CaseDocument, maskCase, shownProgress, withoutRegistrations } from '../cases/index.js';
import type { GovernanceRun } from '../governance/index.js';
import type { SearchAlert } from '../savedSearches/index.js';
import type { SentEventType } from './eventTypes.js';

/** What a receiver is sent. */
export interface EndpointBody {
  type: SentEventType;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: { readonly [field: string]: unknown };
}

/** What is told of a case beside which one it is and where it stands. */
const TOLD: { readonly [type in SentEventType]?: (theCase: Case) => EndpointBody['data'] } = {
  'case.completed': verdict,
  'case.review': verdict,
  'case.decided': (theCase) => ({
    ...verdict(theCase),
    decided_by: theCase.result?.decided_by ?? null,
    decided_at: theCase.result?.decided_at ?? null,
    decision_reason: theCase.result?.decision_reason ?? null,
    decision_actor: theCase.result?.decision_actor ?? null,
  }),
  // What the reviewer wrote to the customer stays behind: it is free text about a person, and the case has it.
  'case.documents_requested': ({ progress, requests }) => {
    const { requested, ...shown } = shownProgress(progress, requests);
    return {
      progress: { ...shown, requested: requested.map((one) => ({ ...one, text: null })) },
      items: requested.map(({ document_type, code }) => ({ document_type, code })),
    };
  },
  'case.replay_ready': ({ replay_of }) => ({ replay_of }),
};

function verdict({ result, documents }: Pick<Case, 'result' | 'documents'>): EndpointBody['data'] {
  const { decision = null, reasons = [], face_checks = [], watchlist_checks = [] } = result ?? {};
  return {
    ...{ decision, reasons, face_checks },
    // Which face of a watchlist it was is for the case alone.
    watchlist_checks: withoutRegistrations(watchlist_checks),
    checks: documents.flatMap(objections),
  };
}

/** What checks of a document found, and where; the values that they compared stay behind. */
const objections = ({ doc_id, document_type, checks }: CaseDocument): EndpointBody['data'][] =>
  checks
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .map(({ code, status, weight, field, page, box }) => {
      return { doc_id, document_type, code, status, weight, field, page, box };
    });

/**
 * What endpoints are told of a case as it was when something happened to it: enough to act upon, masked as in answers, and
 * nothing of its documents. Of a case that was erased since, what the erasure left.
 */
export function bodyAboutCase(type: SentEventType, unmasked: Case, happened_at: string): EndpointBody {
  const theCase = maskCase(unmasked);
  const { session_id, tenant_id, goal, status, client_reference_id, mode } = theCase;
  const which = { session_id, tenant_id, goal, status, client_reference_id, mode: mode ?? 'live' };
  return { type, timestamp: happened_at, data: { ...which, ...TOLD[type]?.(theCase) } };
}

/**
 * What endpoints are told of a face that joined a watchlist and is like one of a case: of which list, how alike, and where in the case. Its
 * details are null once the case is erased.
 * @param theCase as the hit left it
 * @param face_id what the owner of the list calls the face; null once it was taken off the list
 */
export function bodyAboutHit(theCase: Case, face_id: string | null, happened_at: string): EndpointBody {
  const { data, ...body } = bodyAboutCase('face.watchlist_hit', theCase, happened_at);
  const hit = theCase.watchlist_hits?.at(-1);
  const { hit_id = null, database = null, picture = null, doc_id = null, networks = null } = hit ?? {};
  const { similarity = null, threshold = null, far = null } = hit ?? {};
  const found = { hit_id, database, face_id, picture, doc_id, similarity, threshold, far, networks };
  return { ...body, data: { ...data, ...found } };
}

/** What endpoints are told of a link of a case, which was opened, or with which something was sent: which case it is, and where that stands now. */
export function bodyAboutLink(
  type: SentEventType,
  theCase: Case,
  { link_id, happened_at }: { link_id: string; happened_at: string },
): EndpointBody {
  const { data, ...body } = bodyAboutCase(type, theCase, happened_at);
  return { ...body, data: { ...data, link_id } };
}

/** What endpoints are told of a governance run that has ended, whichever way: what it counted, and nothing of any document. */
export function bodyAboutRun(run: GovernanceRun, happened_at: string): EndpointBody {
  const { run_id, governance_id, tenant_id, context_id, status, total_docs, passed, failed, error_count } = run;
  const { summary, error, trigger, started_at } = run;
  const counted = { status, total_docs, passed, failed, error_count, summary: summary ?? {}, error };
  const data = { run_id, governance_id, tenant_id, context_id, trigger, ...counted, started_at };
  return { type: 'governance.completed', timestamp: happened_at, data };
}

/** What endpoints are told of a governance run that found drift: what is demanded and is not so, by the names of fields, and nothing of any document. */
export function bodyAboutDrift(run: GovernanceRun, happened_at: string): EndpointBody {
  const { run_id, governance_id, tenant_id, context_id, summary } = run;
  const { since = null, alarms = [] } = summary?.drift ?? {};
  const data = { run_id, governance_id, tenant_id, context_id, since, alarms };
  return { type: 'governance.drift', timestamp: happened_at, data };
}

/** What endpoints are told of what a saved search found: how much is new, and which. What it is called and asks can be about a person, and stays behind. */
export function bodyAboutAlert({ view_id, tenant_id, kind, count, ids, found_at }: SearchAlert): EndpointBody {
  return { type: 'search.found', timestamp: found_at, data: { view_id, tenant_id, kind, count, ids } };
}

/** What an endpoint is sent on trial. */
export const bodyOfPing = (endpoint_id: string, tenant_id: string, asked_at: string): EndpointBody => ({
  ...{ type: 'ping', timestamp: asked_at, data: { endpoint_id, tenant_id } },
});
