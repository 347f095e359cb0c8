import { createNewEntries, type NewEntriesDeps } from '../../projections/audit/newEntries.js';
import type { Caller } from '../http/access/caller.js';
import { ApiError } from '../http/responses/apiError.js';
import { createPlaces } from '../http/room/places.js';

/** Why a stream goes on: something may be new, it has been silent for long, or it is over. */
export type Woken = 'news' | 'beat' | 'end';

/** A stream of changes that somebody listens to. */
export interface ChangeStream {
  /** Resolves once there is a reason to go on, at once where there has been one since; of several with the one that weighs most. */
  woken(): Promise<Woken>;
  /** Who listened has gone: it is over, and its places are free. May be called again. */
  close(): void;
}

/** The streams of changes of a process. */
export interface ChangeStreams {
  /** Begins one, of a tenant or of all. @throws ApiError 429 where the tenant or the session has too many, 503 where all have, or the service stops */
  open(caller: Pick<Caller, 'tenant_id' | 'session_id'>, tenant_id: string | undefined): ChangeStream;
  /** Ends all of them, and begins none any more: who listens comes back to another process, or to this one once it has started again. */
  end(): void;
}

/** Streams of a process, and of one tenant: a tenth of its open requests are more than the analysts of most have. */
const OF_TENANTS = { all: 500, each: 100 };

/** Streams of one session: as many connections as a browser opens to one service over HTTP/1.1, of which one must be free for all else. */
const OF_SESSIONS = { all: Infinity, each: 5 };

/** Shorter than proxies wait for an answer that says nothing (nginx, `proxy_read_timeout`: 60 s). */
const BEAT_MS = 15_000;

/** Creates the streams of a process. @param beatMs Milliseconds after which a stream says that it is there */
export function createChangeStreams(
  { log, database, queries }: Omit<NewEntriesDeps, 'audit'> & { queries: { audit: NewEntriesDeps['audit'] } },
  beatMs = BEAT_MS,
): ChangeStreams {
  const newEntries = createNewEntries({ database, log, audit: queries.audit });
  const ofTenants = createPlaces('streams of changes', OF_TENANTS);
  const ofSessions = createPlaces('streams of changes with this session', OF_SESSIONS);
  const open = new Set<(why: Woken) => void>();
  let ended = false;

  const takePlaces = ({ tenant_id, session_id }: Pick<Caller, 'tenant_id' | 'session_id'>): (() => void) => {
    const ofSession = session_id === undefined ? undefined : ofSessions.take(session_id);
    try {
      const ofTenant = ofTenants.take(tenant_id);
      return () => [ofSession, ofTenant].forEach((giveBack) => giveBack?.());
    } catch (error) {
      ofSession?.();
      throw error;
    }
  };

  return {
    open(caller, tenant_id) {
      if (ended) throw new ApiError(503, 'The service is stopping', { 'Retry-After': '5' });
      const giveBack = takePlaces(caller);
      const reasons = createReasons();
      const beat = setInterval(() => reasons.add('beat'), beatMs).unref();
      const forget = newEntries.onNew(tenant_id, () => reasons.add('news'));
      open.add(reasons.add);
      return {
        woken: reasons.next,
        close() {
          reasons.add('end');
          clearInterval(beat);
          forget();
          open.delete(reasons.add);
          giveBack();
        },
      };
    },
    end() {
      ended = true;
      open.forEach((add) => add('end'));
    },
  };
}

/** In the order in which they weigh; the last one lasts. */
const WEIGHED: readonly Woken[] = ['end', 'news', 'beat'];

/** Reasons that have come and were not taken yet. */
function createReasons() {
  const come = new Set<Woken>();
  let waiting: ((why: Woken) => void) | undefined;
  const take = (): Woken | undefined => {
    const why = WEIGHED.find((one) => come.has(one));
    // Who looks for what is new has shown to be there as well.
    if (why !== undefined && why !== 'end') come.clear();
    return why;
  };
  return {
    add(why: Woken): void {
      come.add(why);
      if (!waiting) return;
      const tell = waiting;
      waiting = undefined;
      tell(take() ?? why);
    },
    next: (): Promise<Woken> =>
      new Promise((resolve) => {
        const why = take();
        if (why === undefined) waiting = resolve;
        else resolve(why);
      }),
  };
}
