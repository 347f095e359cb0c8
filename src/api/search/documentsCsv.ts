import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentsAsked, SearchQueries } from '../../projections/search/searchQueries.js';
import type { FoundDocument } from '../../projections/search/searchedDocuments.js';
import { csvLines } from './csvCells.js';

/** Documents that are in memory at a time: each can hold much. */
const AT_ONCE = 200;

/** Cells that are written at a time: a line has one for each field that any document has, and writing them holds up all else. */
const CELLS_AT_ONCE = 50_000;

const FIXED = ['doc_id', 'session_id', 'document_type', 'filename', 'created_at'] as const;

/** Pages of the documents that are asked for. */
async function* pages(search: SearchQueries, asked: DocumentsAsked): AsyncGenerator<FoundDocument[]> {
  let left = asked.limit;
  let after: FoundDocument | undefined;
  while (left > 0) {
    const limit = Math.min(left, AT_ONCE);
    const page = await search.documents({ ...asked, limit, after });
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    left -= page.length;
    after = page.at(-1);
  }
}

/**
 * Documents as CSV, a line for each: fixed columns, and one for each field that any of them has, in the order in which they turn up. They
 * are read twice, as the first line names what only the last document may have. Undefined where there are none. `beforeSent` is waited for
 * before the lines of a page are made.
 */
export async function documentsCsv(
  search: SearchQueries,
  asked: DocumentsAsked,
  beforeSent: (page: readonly FoundDocument[]) => Promise<void>,
): Promise<AsyncGenerator<string> | undefined> {
  const fields = new Set<string>();
  let any = false;
  for await (const page of pages(search, asked)) {
    any = true;
    for (const { extracted } of page) for (const field of Object.keys(extracted)) fields.add(field);
  }
  return any ? lines(pages(search, asked), [...fields], beforeSent) : undefined;
}

async function* lines(
  found: AsyncIterable<FoundDocument[]>,
  fields: readonly string[],
  beforeSent: (page: readonly FoundDocument[]) => Promise<void>,
): AsyncGenerator<string> {
  yield csvLines([[...FIXED, ...fields]]);
  const lineOf = (document: FoundDocument) => [
    ...FIXED.map((column) => document[column]),
    ...fields.map((field) => (Object.hasOwn(document.extracted, field) ? document.extracted[field] : null)),
  ];
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / (FIXED.length + fields.length)));
  for await (const page of found) {
    await beforeSent(page);
    for (let at = 0; at < page.length; at += atOnce) {
      yield csvLines(page.slice(at, at + atOnce).map(lineOf));
      await nextTurn();
    }
  }
}
