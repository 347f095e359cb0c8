import type { Request, RequestHandler, Response } from 'express';
import { Counter } from 'prom-client';
import { gaugeAtScrape, registry } from '../../../platform/metrics.js';
import { callerAddress } from '../access/callerAddress.js';
import type { Caller } from '../access/caller.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { beforeCall } from '../responses/beforeCall.js';
import type { ApiConfig } from '../services.js';
import { MAX_BODY_BYTES } from '../requests/readBody.js';
import type { BodyRoom } from './bodyRoom.js';
import { createShares, type Exceeded, type Held } from './shares.js';

const MIB = 1024 * 1024;

const PROBES = ['/livez', '/readyz', '/healthz', '/metrics'];

/** Seconds after which who was refused may ask again: most requests are answered by then. */
const RETRY_AFTER = '5';

/** What this process has room for: requests that are open, and the bodies that it holds in memory for them. */
export interface Room {
  /** Gives a request its place before it is known whose it is: one of its address. @throws ApiError 429, 503 */
  arrive: RequestHandler;
  /**
   * Gives it one of its tenant's in place of that, and room for as much body as it says it has; the places are given back when
   * it is over. @throws ApiError 429, 503
   */
  admit(request: Request, response: Response, caller: Caller): void;
}

/** Creates the room of a process, as its settings say. */
export function createRoom({ openRequests, bodyMemory }: Pick<ApiConfig, 'openRequests' | 'bodyMemory'>): Room {
  const requests = createShares(openRequests);
  const strangers = createShares({ all: Infinity, each: openRequests.each });
  const bodies = createShares({ all: bodyMemory.all * MIB, each: bodyMemory.each * MIB });
  gaugeAtScrape({
    name: 'attest_http_room_taken_ratio',
    help: 'How much is taken of the room for open requests and for their bodies, 0 to 1.',
    labelNames: ['of'],
    ask: () =>
      Promise.resolve([
        { labels: { of: 'requests' }, value: requests.taken / openRequests.all },
        { labels: { of: 'bodies' }, value: bodies.taken / (bodyMemory.all * MIB) },
      ]),
  });
  const ofAddress = new WeakMap<Request, Held>();
  const takePlace = (place: Held, response: Response): Held => {
    refuseWhere(place.take(1), 'requests', openRequests.each);
    onceClosed(response, place.giveBack);
    return place;
  };
  return {
    arrive(request, response, next) {
      // Health is asked for all the more when there is no room.
      if (!PROBES.includes(request.path)) {
        ofAddress.set(request, takePlace(strangers.hold(callerAddress(request)), response));
      }
      next();
    },

    admit(request, response, { tenant_id }) {
      ofAddress.get(request)?.giveBack();
      takePlace(requests.hold(tenant_id), response);
      if (!stateOf(request).operation?.body) return;
      const held = bodies.hold(tenant_id);
      stateOf(request).bodyRoom = roomFor(request, held, (bytes) =>
        refuseWhere(held.take(bytes), 'bodies', bodyMemory.each),
      );
      whenOver(response, held.giveBack);
    },
  };
}

/** Room for a body, as far as the request says how long that is; `take` makes it, or throws. */
function roomFor(request: Request, held: Held, take: (bytes: number) => void): BodyRoom {
  const declared = Number(request.headers['content-length'] ?? 0);
  // What is longer than any body may be is refused as that, and nothing of it is kept.
  let made = declared <= MAX_BODY_BYTES ? declared : 0;
  if (made > 0) take(made);
  return {
    takeIn(bytes) {
      made -= bytes;
      if (made >= 0) return;
      take(-made);
      made = 0;
    },
    giveBack: held.giveBack,
  };
}

/**
 * Calls back when a request is over for both sides: who hangs up leaves the service with what it has begun, and with the body
 * in its memory. What is answered is ended, also where nobody hears it any more.
 */
function whenOver(response: Response, then: () => void): void {
  const left = new Set(['ended', 'closed']);
  const over = (what: string): void => {
    if (left.delete(what) && left.size === 0) then();
  };
  onceClosed(response, () => over('closed'));
  beforeCall(response, 'end', () => over('ended'));
}

/** Calls back when the connection of an answer has ended, at once where it has: who hung up before he was admitted is told of no end any more. */
function onceClosed(response: Response, then: () => void): void {
  if (response.destroyed) then();
  else response.once('close', then);
}

const WHAT = { requests: 'requests', bodies: 'MiB of request bodies' };

function refuseWhere(exceeded: Exceeded | undefined, of: keyof typeof WHAT, each: number): void {
  if (exceeded === undefined) return;
  refused.inc({ of, share: exceeded });
  const headers = { 'Retry-After': RETRY_AFTER };
  if (exceeded === 'all') throw new ApiError(503, 'The service has no room for another request now', headers);
  const most = `More than ${each} ${WHAT[of]} of yours would be under way at once`;
  throw new ApiError(429, `${most}; send fewer at a time`, headers);
}

const refused = new Counter({
  name: 'attest_http_no_room_total',
  help: 'Requests that there was no room for: too many open or too much body, of one caller (each) or of all together (all).',
  labelNames: ['of', 'share'] as const,
  registers: [registry],
});
for (const of of Object.keys(WHAT)) for (const share of ['each', 'all']) refused.inc({ of, share }, 0);
