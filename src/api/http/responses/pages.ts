import type express from 'express';
import { validate as isUuid } from 'uuid';
import { cutUrl } from '../requests/cutUrl.js';
import { type ListName, parseCursor, writeCursor } from './cursors.js';

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

/** The row behind which a page of a list begins, as a cursor says it. @throws ApiError 422 for what this list did not give */
export const readCursor = (list: ListName, cursor: string | undefined): PageEnd | undefined =>
  cursor === undefined ? undefined : parseCursor(list, cursor, isUuid);

/** A request for a page of a list. */
interface Listing {
  list: ListName;
  request: { originalUrl: string; res?: Pick<express.Response, 'set'> | undefined };
}

/**
 * A page of the rows that were asked for, one of them more than fit on it, and the header that names the next page where
 * there is one.
 */
export function page<Row>(rows: readonly Row[], limit: number, listing: Listing, endOf: (row: Row) => PageEnd): Row[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last !== undefined) nameNext(listing, endOf(last));
  return shown;
}

/** Names the page behind a row in the header `Link`. */
export function nameNext({ list, request }: Listing, { at, id }: PageEnd): void {
  const { path, query } = cutUrl(request);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', writeCursor(list, at, id));
  request.res?.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
