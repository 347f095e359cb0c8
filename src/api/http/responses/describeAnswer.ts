import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { stateOf } from '../requestState.js';
import { withoutSent } from './withoutSent.js';

/**
 * Lets answers say what HTTP has headers for: where to read what was made (`Location`, of a 201 or 202), and by what to tell whether it has changed
 * (`ETag`, of what is read by its id): with the same `If-None-Match` the answer is a 304 without a body. Notes what a refusal says, for the log.
 * @param own words of the API itself: of a refusal the log holds no others that the caller sent
 */
export const describeAnswer =
  (own: ReadonlySet<string>): RequestHandler =>
  (request, response, next) => {
    const json = response.json.bind(response);
    response.json = (body: unknown) => {
      const state = stateOf(request);
      const { location } = state.operation ?? {};
      if (location !== undefined && MAKES.has(response.statusCode)) response.set('Location', placeOf(location, body));
      const detail = response.statusCode >= 400 ? memberOf(body, 'detail') : undefined;
      if (detail !== undefined)
        state.detail = withoutSent(detail, own, { url: request.originalUrl, body: request.body });
      return json(body);
    };
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      const isTagged = stateOf(request).operation?.tagged === true && !response.hasHeader('ETag');
      if (isTagged && response.statusCode === 200 && typeof body === 'string') response.set('ETag', tagOf(body));
      if (response.statusCode === 200 && isKnown(request, response.getHeader('ETag'))) response.status(304);
      return send(body); // of a 304 express sends none
    };
    next();
  };

/** Statuses of answers that tell of something made, or begun. */
const MAKES: ReadonlySet<number> = new Set([201, 202]);

/**
 * Whether the caller has the answer already (RFC 9110, section 13.1.2: weakly compared). Express would send it again to who sends
 * `Cache-Control: no-cache` too, as every `fetch` with that header does; it asks caches, and here is none.
 */
function isKnown(request: Request, tag: unknown): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined || typeof tag !== 'string' || !['GET', 'HEAD'].includes(request.method)) return false;
  const opaque = (one: string): string => one.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag));
}

/** @param template The path, with `{names}` of fields of the answer in it */
const placeOf = (template: string, body: unknown): string =>
  template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(memberOf(body, name) ?? ''));

function memberOf(body: unknown, name: string): string | undefined {
  const member: unknown = Object.entries(body ?? {}).find(([one]) => one === name)?.[1];
  return typeof member === 'string' ? member : undefined;
}

/** Weak, as the answer may be compressed or not. It goes by what is shown, which may be another thing for another caller. */
const tagOf = (body: string): string => `W/"${createHash('sha256').update(body).digest('base64url')}"`;
