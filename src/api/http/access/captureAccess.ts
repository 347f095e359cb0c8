import type { Request } from 'express';
import type { CaptureCommands } from '../../../commands/capture/captureCommands.js';
import type { CaptureLink } from '../../../domain/capture/index.js';
import { ApiError } from '../responses/apiError.js';
import { callerAddress } from './callerAddress.js';
import type { Caller } from './caller.js';
import { createAllowance } from './guessLimit.js';

/** The header that the token of a link comes in. */
export const CAPTURE_TOKEN = 'x-capture-token';

/** How many tokens that are good for nothing may be tried in a row from one address, and after how many milliseconds one more. */
const WRONG_TOKENS = { most: 30, everyMs: 2_000 };

/** Lets in whoever brings the token of a link that is good. */
export interface CaptureAccess {
  /** Who they are: somebody who may do nothing but what the link is for. @throws ApiError 401 without a token, 404 for a wrong one and an ended one alike, 429 */
  callerOf(request: Request): Promise<Caller>;
  /** The link of a token, where it is good; undefined for any other. @throws ApiError 429 */
  linkOf(token: unknown, request: Request): Promise<CaptureLink | undefined>;
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
  const linkOf: CaptureAccess['linkOf'] = async (token, request) => {
    const from = callerAddress(request);
    if (!wrong.has(from)) {
      throw new ApiError(429, 'Too many links that are good for nothing were tried from here; try again in a minute', {
        'Retry-After': '60',
      });
    }
    const link = typeof token === 'string' ? await capture.find(token) : undefined;
    if (!link) wrong.take(from);
    return link;
  };
  return {
    linkOf,
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
