import { batchedQuery } from '../database/batchedQuery.js';
import type { RecordedEvent } from './eventStore.js';
import { EVENT_COLUMNS, toRecordedEvent, type EventRow } from './postgresEvents.js';
import type { Query } from './postgresAppends.js';
import type { PageRequest } from './readInPages.js';

/** Bounds what one statement carries. */
const MOST_PAGES = 16;
const MOST_REVISIONS = 100;

const LAST_REVISIONS = `
select asked.stream, last.revision
from unnest(?::text[]) as asked (stream)
cross join lateral (
  select revision from events e where e.stream = asked.stream order by revision desc limit 1
) last`;

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

const pagesStatement = (reaches: '>=' | '<=', order: 'asc' | 'desc'): string => `
select asked.n, ${EVENT_COLUMNS}
from unnest(?::text[], ?::bigint[], ?::int[]) with ordinality as asked (stream, reached, most, n)
cross join lateral (
  select * from events
  where events.stream = asked.stream and events.revision ${reaches} asked.reached
  order by events.revision ${order} limit asked.most
) e
order by asked.n, e.revision ${order}`;

const PAGES = { forwards: pagesStatement('>=', 'asc'), backwards: pagesStatement('<=', 'desc') };
const LAST_REVISION = 2n ** 63n - 1n;

/** Reads pages of streams: a command reads several, and many commands are at work. */
export function createPostgresPages(query: Query): (stream: string, page: PageRequest) => Promise<RecordedEvent[]> {
  const reading = (direction: PageRequest['direction']) =>
    batchedQuery(async (pages: readonly StreamPage[]) => {
      const rows = await query<EventRow & { n: string }>(PAGES[direction], [
        pages.map(({ stream }) => stream),
        pages.map(({ from }) => (from ?? LAST_REVISION).toString()),
        pages.map(({ count }) => count),
      ]);
      const read: RecordedEvent[][] = pages.map(() => []);
      for (const { n, ...row } of rows) read[Number(n) - 1]?.push(toRecordedEvent(row));
      return read;
    }, MOST_PAGES);
  const read = { forwards: reading('forwards'), backwards: reading('backwards') };
  return (stream, page) => read[page.direction]({ stream, ...page });
}
