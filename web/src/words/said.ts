import { Refused } from '../api/client.js';
import { words } from './words.js';

/** What is said of an error: what the service answered, or that it does not answer. */
export function said(error: Error): string {
  if (!(error instanceof Refused) || error.status >= 500) return words.unreachable;
  return error.status === CHANGED ? words.changed : words.wrong(error.message);
}

/** Somebody changed it since it was read. */
const CHANGED = 412;
