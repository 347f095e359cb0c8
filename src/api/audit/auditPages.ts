import type express from 'express';
import type { AuditEntry, AuditFilter } from '../../projections/audit/auditProjection.js';
import { cutUrl } from '../http/requests/cutUrl.js';
import { ApiError } from '../http/responses/apiError.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A position is below 2^63, which has 19 digits. */
const POSITION = /^\d{1,18}$|^[1-8]\d{18}$/;

/** The entry behind which a page begins, as a cursor says it. @throws ApiError 422 for what no list gave */
export function readAuditCursor(cursor: string | undefined): AuditFilter['after'] {
  if (cursor === undefined) return undefined;
  const [at = '', position = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (more.length > 0 || !TIME.test(at) || !POSITION.test(position)) {
    throw new ApiError(422, 'The parameter `cursor` must be one that the header `Link` of this list gave');
  }
  return { at, position };
}

/** A page of the rows that were asked for, one of them more than fit on it, and the header that names the next page. */
export function auditPage(
  rows: readonly AuditEntry[],
  limit: number,
  request: { originalUrl: string; res?: Pick<express.Response, 'set'> | undefined },
): AuditEntry[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last) {
    const { path, query } = cutUrl(request);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', Buffer.from(`${last.at} ${last.position}`).toString('base64url'));
    request.res?.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
  }
  return shown;
}
