import type express from 'express';
import type { AuditEntry, AuditFilter } from '../../projections/audit/auditProjection.js';
import { cutUrl } from '../http/requests/cutUrl.js';
import { type ListName, parseCursor, writeCursor } from '../http/responses/cursors.js';

/** A position is below 2^63, which has 19 digits. */
const POSITION = /^\d{1,18}$|^[1-8]\d{18}$/;

/** The lists of entries. */
export type AuditListName = Extract<ListName, 'audit' | 'audit_history'>;

/** The entry behind which a page of a list begins, as a cursor says it. @throws ApiError 422 for what this list did not give */
export function readAuditCursor(list: AuditListName, cursor: string | undefined): AuditFilter['after'] {
  if (cursor === undefined) return undefined;
  const { at, id: position } = parseCursor(list, cursor, (id) => POSITION.test(id));
  return { at, position };
}

/** A page of the rows that were asked for, one of them more than fit on it, and the header that names the next page. */
export function auditPage(
  rows: readonly AuditEntry[],
  limit: number,
  {
    list,
    request,
  }: { list: AuditListName; request: { originalUrl: string; res?: Pick<express.Response, 'set'> | undefined } },
): AuditEntry[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last) {
    const { path, query } = cutUrl(request);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', writeCursor(list, last.at, last.position));
    request.res?.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
  }
  return shown;
}
