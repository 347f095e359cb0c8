import type { Request, RequestHandler } from 'express';
import type { Log } from '../../../platform/log.js';
import { SEARCH_KINDS } from '../../../platform/search/search.js';
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
    const ages = readModelsOf(readModel, request).map((name) =>
      behind.secondsOf(name).catch((error: unknown) => {
        log.debug({ err: error, read_model: name }, 'it is not known whether a read model is behind');
        return 0;
      }),
    );
    const seconds = Math.max(...(await Promise.all(ages)));
    if (seconds >= WORTH_TELLING_SECONDS) response.set(BEHIND, String(Math.floor(seconds)));
    next();
  };
}

/** In the name of a read model the kind that is searched. */
const KIND = '{kind}';

/** The read models that an answer is made of; every one that it may be made of where the request does not say what is searched. */
function readModelsOf(readModel: string, { body, query }: Request): string[] {
  if (!readModel.includes(KIND)) return [readModel];
  const asked = (body as { kind?: unknown } | undefined)?.kind ?? query['kind'];
  const kinds = SEARCH_KINDS.filter((kind) => kind === asked);
  return (kinds.length > 0 ? kinds : SEARCH_KINDS).map((kind) => readModel.replace(KIND, kind));
}
