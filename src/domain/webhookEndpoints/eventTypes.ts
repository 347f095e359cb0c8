/** What endpoints can ask to be told of. */
export const ENDPOINT_EVENT_TYPES = [
  'case.completed',
  'case.review',
  'case.decided',
  'case.documents_requested',
  'case.expired',
  'case.erased',
  'case.replay_ready',
  'case.capture_opened',
  'case.capture_submitted',
  'governance.completed',
  'governance.drift',
  'search.found',
  'face.watchlist_hit',
] as const;

/** What an endpoint can ask to be told of. */
export type EndpointEventType = (typeof ENDPOINT_EVENT_TYPES)[number];

/** What an endpoint is sent: what it asked for, or a trial. */
export type SentEventType = EndpointEventType | 'ping';

/** Which word a fact goes by, told from what is not sealed of it. A completion that ends in review is one to be reviewed. */
const TYPE_OF_FACT: { readonly [fact: string]: (data: { readonly status?: unknown }) => EndpointEventType } = {
  CaseCompleted: ({ status }) => (status === 'review' ? 'case.review' : 'case.completed'),
  CaseDecided: () => 'case.decided',
  DocumentsRequested: () => 'case.documents_requested',
  CaseExpired: () => 'case.expired',
  CaseErased: () => 'case.erased',
  CaseReplayCompared: () => 'case.replay_ready',
  GovernanceRunEnded: () => 'governance.completed',
  GovernanceDrifted: () => 'governance.drift',
  CaptureOpened: () => 'case.capture_opened',
  CaptureSubmitted: () => 'case.capture_submitted',
  SearchFoundNew: () => 'search.found',
  WatchlistHitFound: () => 'face.watchlist_hit',
};

/** Types of the facts that endpoints can be told of. */
export const FACTS_TOLD: readonly string[] = Object.keys(TYPE_OF_FACT);

/** What endpoints are told a fact as; undefined for one that they are not told of. */
export const eventTypeOf = (fact: string, data: { readonly status?: unknown }): EndpointEventType | undefined =>
  TYPE_OF_FACT[fact]?.(data);
