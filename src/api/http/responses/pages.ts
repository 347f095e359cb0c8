import type express from 'express';
import { validate as isUuid } from 'uuid';
import { cutUrl } from '../requests/cutUrl.js';
import { ApiError } from './apiError.js';

/** Where a page of a list ends: its last row, by the time and the id that the list is ordered by. */
export interface PageEnd {
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  id: string;
}

/** Headers of a list that goes on. */
export interface PageHeaders {
  /** The next page, as `</v1/…?cursor=…>; rel="next"`; absent on the last one. */
  Link?: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The row behind which a page begins, as a cursor says it. @throws ApiError 422 for what no list gave */
export function readCursor(cursor: string | undefined): PageEnd | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (more.length > 0 || !TIME.test(at) || !isUuid(id)) {
    throw new ApiError(422, 'The parameter `cursor` must be one that the header `Link` of this list gave');
  }
  return { at, id };
}

/** A request for a list. */
interface Listing {
  originalUrl: string;
  res?: Pick<express.Response, 'set'> | undefined;
}

/**
 * A page of the rows that were asked for, one of them more than fit on it, and the header that names the next page where
 * there is one.
 */
export function page<Row>(rows: readonly Row[], limit: number, request: Listing, endOf: (row: Row) => PageEnd): Row[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last !== undefined) {
    nameNext(request, endOf(last));
  }
  return shown;
}

/** Names the page behind a row in the header `Link`. */
export function nameNext(request: Listing, { at, id }: PageEnd): void {
  const { path, query } = cutUrl(request);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', Buffer.from(`${at} ${id}`).toString('base64url'));
  request.res?.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
