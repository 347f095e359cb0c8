import type { Request, RequestHandler, Response } from 'express';
import { Counter } from 'prom-client';
import type { BlobStore } from '../../../platform/blobs/blobStore.js';
import { gaugeAtScrape, registry } from '../../../platform/metrics.js';
import { callerAddress } from '../access/callerAddress.js';
import type { Caller } from '../access/caller.js';
import type { KeyVerifier } from '../access/verifyKey.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { beforeCall } from '../responses/beforeCall.js';
import type { ApiConfig } from '../services.js';
import { FORM_TYPE } from '../requests/operation.js';
import { tokenIn } from '../sessions/sessionCookie.js';
import type { Sessions } from '../sessions/sessions.js';
import type { BodyRoom } from './bodyRoom.js';
import { createParts } from './parts.js';
import { createShares, type Exceeded, type SharePlace } from './shares.js';

/**
 * What of each body has room at any time, so that no small one waits for large ones: there are at most as many as open requests.
 * Room for more is made in steps of as much.
 */
const STEP_BYTES = 64 * 1024;

/** Asked for all the more when there is no room. What they are answered is short, or one text for all who ask. */
const PROBES = ['/livez', '/readyz', '/healthz', '/metrics'];

/** Below them no request is served without a key. */
const KEYED = ['/v1/', '/api/v1/'];

/** Seconds after which who was refused may ask again: most requests are answered by then. */
const RETRY_AFTER = '5';

/** What this process has room for: requests that are open, and the bodies that it holds in memory for them. */
export interface Room {
  /**
   * Gives a request its place before it is known whose it is: one of its address. Those that name no key have as many
   * together as tenants have, and so have those whose key is to be looked at, until that is done: neither takes any of the others'.
   * A request with a key or a session that is known takes none of these.
   * @throws ApiError 429, 503
   */
  arrive: RequestHandler;
  /**
   * Gives it one of its tenant's in place of that, and room for its body as it comes: who announces much and sends little takes
   * little. Of a form no more counts than is in memory on the way to the blob store. All is given back when it is over. What comes
   * with a link takes from what that link has, too, and from what all links of its tenant have.
   * @throws ApiError 429, 503
   */
  admit(request: Request, response: Response, caller: Caller): void;
}

/** Creates the room of a process, as its settings say. @param blobs where files of forms go as they come @param keys of whom is known whose they are @param sessions the same of browsers */
export function createRoom(
  { openRequests, bodyMemory }: Pick<ApiConfig, 'openRequests' | 'bodyMemory'>,
  { memoryOfPut }: Pick<BlobStore, 'memoryOfPut'>,
  keys: Pick<KeyVerifier, 'knows'>,
  sessions: Pick<Sessions, 'knows'>,
): Room {
  const parts = createParts({ openRequests, bodyMemory });
  const strangers = createShares(openRequests);
  const newcomers = createShares(openRequests);
  const { requests, bodies } = parts.tenants;
  const shares = Object.entries({ requests, strangers, newcomers, bodies });
  gaugeAtScrape({
    name: 'attest_http_room_taken_ratio',
    help: 'How much is taken of the room for open requests, for those of strangers, for those whose key is to be looked at, and for bodies, 0 to 1.',
    labelNames: ['of'],
    ask: () => Promise.resolve(shares.map(([of, { takenRatio: value }]) => ({ labels: { of }, value }))),
  });
  const ofAddress = new WeakMap<Request, SharePlace>();
  const takePlace = (place: SharePlace, response: Response, each = openRequests.each): SharePlace => {
    refuseWhere(place.take(1), 'requests', each);
    onceClosed(response, place.giveBack);
    return place;
  };
  return {
    arrive(request, response, next) {
      const { path } = request;
      const keyed = KEYED.some((prefix) => path.startsWith(prefix));
      const key = keyed ? request.headers['x-api-key'] : undefined;
      const token = keyed && key === undefined ? tokenIn(request) : undefined;
      const address = callerAddress(request);
      if (token !== undefined && sessions.knows(token)) return next();
      if (typeof key !== 'string') {
        if (!PROBES.includes(path)) ofAddress.set(request, takePlace(strangers.hold(address), response));
      } else if (!keys.knows(key)) {
        const place = takePlace(newcomers.hold(address), response);
        // What it is told may wait for long behind what its caller does not read.
        beforeCall(response, 'end', place.giveBack);
        ofAddress.set(request, place);
      }
      next();
    },

    admit(request, response, caller) {
      ofAddress.get(request)?.giveBack();
      const its = parts.of(caller);
      for (const [part, name] of its) takePlace(part.requests.hold(name), response, part.each.requests);
      const body = stateOf(request).operation?.body;
      if (!body) return;
      const held = its.map(([{ bodies, each }, name]) => ({ place: bodies.hold(name), each: each.bodies }));
      const take = (bytes: number): void => {
        for (const { place, each } of held) refuseWhere(place.take(bytes), 'bodies', each);
      };
      const giveBack = (): void => held.forEach(({ place }) => place.giveBack());
      const most = body.mediaType === FORM_TYPE ? memoryOfPut : Infinity;
      stateOf(request).bodyRoom = { takeIn: inSteps(take, most), giveBack };
      whenOver(response, giveBack);
    },
  };
}

/** Makes room for what comes, in steps and for so many bytes at most; the first step has room at any time. */
function inSteps(take: (bytes: number) => void, most: number): BodyRoom['takeIn'] {
  let came = 0;
  let room = STEP_BYTES;
  return (bytes) => {
    came = Math.min(came + bytes, most);
    if (came <= room) return;
    const more = Math.ceil((came - room) / STEP_BYTES) * STEP_BYTES;
    take(more);
    room += more;
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
