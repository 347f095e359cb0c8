import type { WatchlistHit } from '../../domain/cases/watchlistHit.js';
import type { Clock } from '../../platform/clock.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { CaseHandler } from './caseHandler.js';

/** Notes faces that joined a watchlist in the cases whose faces they are like. */
export interface CaseWatchlistHits {
  /** Once for the same two faces; nothing in a case that was erased. @throws DomainError `not_found` */
  noteWatchlistHit(context: CommandContext, session_id: string, hit: WatchlistHit): Promise<Committed<void>>;
}

/** What noting stands on. */
export interface CaseWatchlistHitsDeps {
  cases: CaseHandler;
  clock: Clock;
}

/** Creates it. */
export const createCaseWatchlistHits = ({ cases, clock }: CaseWatchlistHitsDeps): CaseWatchlistHits => ({
  async noteWatchlistHit(context, session_id, hit) {
    const command = { type: 'note_watchlist_hit', hit, at: clock().toISOString() } as const;
    return committed(undefined, await cases.handle(context, session_id, command));
  },
});
