import type { CaseCommand, CaseState } from './caseCommand.js';
import type { CaseEvent } from './caseEvents.js';
import { of, opened } from './caseStanding.js';

/** Most hits of one case: they are read with it, and more would say nothing new. */
export const MOST_HITS = 100;

/** Notes that a face on a watchlist is like one of the case; once for the same two, and nothing of a case that was erased meanwhile. */
export function noteWatchlistHit(
  { hit, at }: Extract<CaseCommand, { type: 'note_watchlist_hit' }>,
  state: CaseState,
): CaseEvent[] {
  const theCase = opened(state);
  const hits = theCase.watchlist_hits ?? [];
  if (theCase.erased || hits.length >= MOST_HITS || hits.some(({ hit_id }) => hit_id === hit.hit_id)) return [];
  return [{ type: 'WatchlistHitFound', data: { ...of(theCase), hit, found_at: at } }];
}
