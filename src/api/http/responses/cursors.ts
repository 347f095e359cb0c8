import { ApiError } from './apiError.js';

/** Lists that go on page by page, by the names that stand in their cursors. */
export type ListName =
  | 'audit'
  | 'audit_history'
  | 'blocklist'
  | 'cases'
  | 'executions'
  | 'faces'
  | 'governance'
  | 'governance_results'
  | 'governance_runs'
  | 'saved_searches';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LIST = /^[a-z_]+$/;

/** A cursor: the list that it is of, and the time and the id of the row behind which a page begins. */
export const writeCursor = (list: ListName, at: string, id: string): string =>
  Buffer.from(`${list} ${at} ${id}`).toString('base64url');

/**
 * Time and id of the row that a cursor names.
 * @param isId whether a text can be an id of the list
 * @throws ApiError 422 for what no list gave, and for what another one gave: its rows would be passed over by a time that is not of this list
 */
export function parseCursor(list: ListName, cursor: string, isId: (id: string) => boolean): { at: string; id: string } {
  const [of = '', at = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isOne = more.length === 0 && LIST.test(of) && TIME.test(at);
  if (isOne && of !== list)
    throw new ApiError(422, 'The parameter `cursor` is one of another list; each list takes its own');
  if (isOne && isId(id)) return { at, id };
  throw new ApiError(422, 'The parameter `cursor` must be one that the header `Link` of this list gave');
}
