import { Refused } from '../api/client.js';
import { words } from './words.js';

/** What is said of an error: what the service answered, or that it does not answer. */
export const said = (error: Error): string =>
  error instanceof Refused && error.status < 500 ? words.wrong(error.message) : words.unreachable;
