import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { CaptureCommands } from '../../../commands/capture/captureCommands.js';
import type { CaptureLink } from '../../../domain/capture/index.js';
import { ApiError } from '../responses/apiError.js';
import { callerAddress, type Located } from './callerAddress.js';
import type { Caller } from './caller.js';
import { createAllowance } from './guessLimit.js';

/** The header that the token of a link comes in. */
export const CAPTURE_TOKEN = 'x-capture-token';

/** How many tokens that are good for nothing may be tried in a row from one address, and after how many milliseconds one more. */
const WRONG_TOKENS = { most: 30, everyMs: 2_000 };

/**
 * How many tokens that are good for nothing are looked up in a row from one address, and after how many milliseconds one more: each costs a read of
 * the event store. More than the customers of one network bring who open old links.
 */
const LOOKED_UP = { most: 300, everyMs: 10 };

/** How often the page of one link is fetched in a row, and after how many milliseconds once more: each time its case is read. */
const FETCHED = { most: 60, everyMs: 1_000 };

/** Most tokens that are remembered as good: those that came last. A process spends a few MB on them. */
const REMEMBERED = 10_000;

/** Lets in whoever brings the token of a link that is good. */
export interface CaptureAccess {
  /** Who they are: somebody who may do nothing but what the link is for. @throws ApiError 401 without a token, 404 for a wrong one and an ended one alike, 429 */
  callerOf(request: Request): Promise<Caller>;
  /** The link of a token, where it is good; undefined for any other. @throws ApiError 429 */
  linkOf(token: unknown, request: Located): Promise<CaptureLink | undefined>;
  /** The link of a token whose page is fetched, where it is good; undefined for any other. @throws ApiError 429 */
  linkOfPage(token: string, request: Located): Promise<CaptureLink | undefined>;
}

/** Creates it. @param now milliseconds by a clock that only goes forward */
export function createCaptureAccess({
  capture,
  now,
}: {
  capture: Pick<CaptureCommands, 'find'>;
  now?: () => number;
}): CaptureAccess {
  const wrong = createAllowance(WRONG_TOKENS, now);
  const lookedUp = createAllowance(LOOKED_UP, now);
  const fetched = createAllowance(FETCHED, now);
  const goodBefore = new LRUCache<string, true>({ max: REMEMBERED });
  /** Who has a good one is let in whatever others behind the same address try, once it was seen to be one; before, unless they try hundreds. */
  const find = async (token: string, from: string): Promise<CaptureLink | undefined> => {
    if (!goodBefore.has(token)) {
      if (!lookedUp.has(from)) throw tooMany('links that are good for nothing were tried from here');
      // Taken before the read: those that come at once are as many as those that come one after the other.
      lookedUp.take(from);
    }
    const link = await capture.find(token);
    if (!link) {
      goodBefore.delete(token);
      return undefined;
    }
    if (!goodBefore.has(token)) lookedUp.giveBack(from);
    goodBefore.set(token, true);
    return link;
  };
  const linkOf: CaptureAccess['linkOf'] = async (token, request) => {
    const from = callerAddress(request);
    const link = typeof token === 'string' ? await find(token, from) : undefined;
    if (link) return link;
    if (!wrong.has(from)) throw tooMany('links that are good for nothing were tried from here');
    wrong.take(from);
    return undefined;
  };
  return {
    linkOf,
    async linkOfPage(token, request) {
      const link = await linkOf(token, request);
      if (!link) return undefined;
      if (!fetched.has(link.link_id)) throw tooMany('times the page of this link was fetched');
      fetched.take(link.link_id);
      return link;
    },
    async callerOf(request) {
      const token = request.headers[CAPTURE_TOKEN];
      if (token === undefined) {
        throw new ApiError(401, 'Missing X-Capture-Token header', { 'WWW-Authenticate': 'CaptureToken' });
      }
      const link = await linkOf(token, request);
      if (!link) throw new ApiError(404, 'There is no such link, or it is good for nothing any more');
      const { link_id, session_id: case_id, tenant_id } = link;
      return { tenant_id, scopes: [], capture: { link_id, case_id } };
    },
  };
}

const tooMany = (what: string): ApiError =>
  new ApiError(429, `Too many ${what}; try again in a minute`, { 'Retry-After': '60' });
