import type { RequestHandler } from 'express';
import type { Log } from '../../../platform/log.js';
import { stateOf } from '../requestState.js';

/** The header of a list whose read model is behind. */
export const BEHIND = 'Attest-Behind';

/** Shorter waits are how read models work. */
const WORTH_TELLING_SECONDS = 1;

/**
 * Lets answers that are made of a read model say that it is behind the log, and for how many seconds. Where that cannot be
 * found out in time the answer goes without, as it would otherwise not go at all.
 */
export function tellBehind({
  behind,
  log,
}: {
  behind: { secondsOf(readModel: string): Promise<number> };
  log: Log;
}): RequestHandler {
  return async (request, response, next) => {
    const readModel = stateOf(request).operation?.readModel;
    if (readModel === undefined) return next();
    const seconds = await behind.secondsOf(readModel).catch((error: unknown) => {
      log.debug({ err: error, read_model: readModel }, 'it is not known whether a read model is behind');
      return 0;
    });
    if (seconds >= WORTH_TELLING_SECONDS) response.set(BEHIND, String(Math.floor(seconds)));
    next();
  };
}
