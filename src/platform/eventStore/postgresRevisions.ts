import DataLoader from 'dataloader';
import type { Query } from './postgresAppends.js';

/** Bounds what one statement carries. */
const MOST_AT_ONCE = 100;

const LAST_REVISIONS = `
select asked.stream, last.revision
from unnest(?::text[]) as asked (stream)
cross join lateral (
  select revision from events e where e.stream = asked.stream order by revision desc limit 1
) last`;

/** Last revisions of streams: those asked for in one turn of the event loop are read with one statement, from the index alone. */
export function createPostgresRevisions(query: Query): (stream: string) => Promise<bigint | undefined> {
  const readAll = async (streams: readonly string[]): Promise<(bigint | undefined)[]> => {
    const rows = await query<{ stream: string; revision: string }>(LAST_REVISIONS, [[...streams]]);
    const found = new Map(rows.map(({ stream, revision }) => [stream, BigInt(revision)]));
    return streams.map((stream) => found.get(stream));
  };
  const loader = new DataLoader(readAll, { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: setImmediate });
  return (stream) => loader.load(stream);
}
