import type { Schemas } from '../api/schemas.js';
import { clauseOf } from '../discover/searchBody.js';

/** What the address of the queue says of it. */
export interface QueueSearch {
  /** Those of the person of this browser, or those of nobody; all where it is left out. */
  who?: 'mine' | 'free';
  goal?: string;
  reason?: string;
  /** Those that have waited for longest come first where it is left out. */
  order?: 'newest';
}

/** Reads it from an address: what is not understood is left out. */
export const readQueueSearch = ({ who, goal, reason, order }: Record<string, unknown>): QueueSearch => ({
  ...((who === 'mine' || who === 'free') && { who }),
  ...(typeof goal === 'string' && { goal }),
  ...(typeof reason === 'string' && { reason }),
  ...(order === 'newest' && { order }),
});

/** Who looks at the queue. */
export interface Looker {
  name: string;
  mode: 'live' | 'test';
}

/** Fields by which a queue is narrowed, with how many cases each of their values has. */
export const QUEUE_FACETS = { goal: 'goal', reason: 'result.reasons.code' } as const;

/**
 * The search that a queue is. Whoever may only try is shown trials, anybody else none.
 * @param limit Cases of a page
 */
export function queueBody(
  { who, goal, reason, order }: QueueSearch,
  looker: Looker,
  limit: number,
): Schemas['SearchBody'] {
  return {
    kind: 'cases',
    query: 'status: review',
    filters: [
      clauseOf('mode', looker.mode),
      ...(who === 'mine' ? [clauseOf('assignee', looker.name)] : []),
      ...(who === 'free' ? ['not assignee: *'] : []),
      ...(goal === undefined ? [] : [clauseOf(QUEUE_FACETS.goal, goal)]),
      ...(reason === undefined ? [] : [clauseOf(QUEUE_FACETS.reason, reason)]),
    ],
    sort: [{ field: 'ended_at', order: order === 'newest' ? 'desc' : 'asc' }],
    facets: Object.values(QUEUE_FACETS),
    columns: [
      ...['session_id', 'client_reference_id', 'goal', 'assignee', 'ended_at', 'document_types'],
      ...['progress.tries', 'result.reasons'],
    ],
    limit,
  };
}
