import { type CheckCode, checkOf, type DocumentCheck } from '../../../domain/documents/index.js';

/** How many pages of a document a method looked at, and how many there are. */
export interface PagesLooked {
  looked: number;
  all: number;
}

/**
 * What a method says that found nothing: `passed` where it looked at every page. Else `not_run`, with how many it looked at: a forger chooses
 * the page that is changed, so that the others say nothing of it.
 */
export function nothingFound(code: CheckCode, passed: string, { looked, all }: PagesLooked): DocumentCheck {
  if (looked >= all) return checkOf(code, 'passed', passed);
  const detail = `Nothing was found on the ${looked} of ${all} pages that were looked at; of the others this is not known.`;
  return checkOf(code, 'not_run', detail);
}
