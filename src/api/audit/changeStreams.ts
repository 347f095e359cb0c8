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
  /**
   * Begins one, of a tenant or of all. Where no place is left, whose streams are most gives up the one that has been open for longest, to whom has fewer.
   * @throws ApiError 429 where the tenant or the session has too many, 503 where all have as many, or the service stops
   */
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
  const open = createOpenStreams();
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

  const takePlacesOfMost: typeof takePlaces = (caller) => {
    try {
      return takePlaces(caller);
    } catch (error) {
      const areAllTaken = error instanceof ApiError && error.status === 503;
      if (!areAllTaken || !open.endOneOfMost(caller.tenant_id)) throw error;
      return takePlaces(caller);
    }
  };

  return {
    open(caller, tenant_id) {
      if (ended) throw new ApiError(503, 'The service is stopping', { 'Retry-After': '5' });
      const giveBack = takePlacesOfMost(caller);
      const reasons = createReasons();
      const beat = setInterval(() => reasons.add('beat'), beatMs).unref();
      const forget = newEntries.onNew(tenant_id, () => reasons.add('news'));
      const close = (): void => {
        reasons.add('end');
        clearInterval(beat);
        forget();
        forgetOpen();
        giveBack();
      };
      const forgetOpen = open.add(caller.tenant_id, close);
      return { woken: reasons.next, close };
    },
    end() {
      ended = true;
      open.endAll();
    },
  };
}

/** Those that are open, by tenant, in the order in which they began. */
function createOpenStreams() {
  const open = new Map<string, Set<() => void>>();
  return {
    /** @param end Ends it @returns What forgets it */
    add(tenant_id: string, end: () => void): () => void {
      const own = open.get(tenant_id) ?? new Set();
      open.set(tenant_id, own.add(end));
      return () => {
        own.delete(end);
        if (own.size === 0 && open.get(tenant_id) === own) open.delete(tenant_id);
      };
    },
    /** Ends one of the tenant that has most, where it has more than another one will have; whether it does. */
    endOneOfMost(other: string): boolean {
      const [most] = [...open.values()].toSorted((one, another) => another.size - one.size);
      if (!most || most.size <= (open.get(other)?.size ?? 0) + 1) return false;
      const [longest] = most;
      longest?.();
      return true;
    },
    endAll(): void {
      for (const own of [...open.values()]) for (const end of [...own]) end();
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
