import { batchedQuery } from '../database/batchedQuery.js';
import { BATCH_BYTES, type RecordedEvent } from './eventStore.js';
import { EVENT_COLUMNS, eventOfRow, type EventRow } from './postgresEvents.js';
import type { Query } from './postgresAppends.js';
import type { PageRequest, ReadPage } from './readInPages.js';

/** Bounds what one statement carries. */
const MOST_PAGES = 16;
const MOST_REVISIONS = 100;

const LAST_REVISIONS = 'select stream, revision from last_revisions(?::text[])';

/** Last revisions of streams, from the index alone. */
export function createPostgresRevisions(query: Query): (stream: string) => Promise<bigint | undefined> {
  return batchedQuery(async (streams) => {
    const rows = await query<{ stream: string; revision: string }>(LAST_REVISIONS, [[...streams]]);
    const found = new Map(rows.map(({ stream, revision }) => [stream, BigInt(revision)]));
    return streams.map((stream) => found.get(stream));
  }, MOST_REVISIONS);
}

/** A page of a stream to read. */
interface StreamPage extends PageRequest {
  stream: string;
}

const pagesStatement = (direction: PageRequest['direction']): string =>
  `select e.n, e.found, ${EVENT_COLUMNS} from read_streams_${direction}(?::text[], ?::bigint[], ?::int[], ?::bigint[]) e`;

const PAGES = { forwards: pagesStatement('forwards'), backwards: pagesStatement('backwards') };
const LAST_REVISION = 2n ** 63n - 1n;
/** What a stream may take of a statement that it shares: all of them together are no larger than a page of one may be. */
const SHARED_BYTES = BATCH_BYTES / MOST_PAGES;

/**
 * Reads pages of streams: a command reads several, and many commands are at work. The beginnings of streams share statements,
 * which nobody's large stream makes long; what comes next of a stream is read with statements of its own.
 */
export function createPostgresPages(query: Query): (stream: string, page: PageRequest) => Promise<ReadPage> {
  const readAll = async (direction: PageRequest['direction'], pages: readonly StreamPage[]): Promise<ReadPage[]> => {
    const rows = await query<EventRow & { n: string; found: string }>(PAGES[direction], [
      pages.map(({ stream }) => stream),
      pages.map(({ from }) => (from ?? LAST_REVISION).toString()),
      pages.map(({ count }) => count),
      pages.map(({ bytes }) => bytes),
    ]);
    const read = pages.map(() => ({ events: [] as RecordedEvent[], found: 0 }));
    for (const { n, found, ...row } of rows) {
      const page = read[Number(n) - 1];
      page?.events.push(eventOfRow(row));
      if (page) page.found = Number(found);
    }
    return read.map(({ events, found }, n) => ({ events, more: events.length < found || found === pages[n]?.count }));
  };
  const sharing = (direction: PageRequest['direction']) =>
    batchedQuery((pages: readonly StreamPage[]) => readAll(direction, pages), MOST_PAGES);
  const shared = { forwards: sharing('forwards'), backwards: sharing('backwards') };
  return async (stream, page) => {
    const { direction, first, bytes } = page;
    if (first) return shared[direction]({ ...page, stream, bytes: Math.min(bytes, SHARED_BYTES) });
    const [alone] = await readAll(direction, [{ ...page, stream }]);
    return alone!;
  };
}
