import { useInfiniteQuery, type InfiniteData, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { nextCursor } from '../api/nextCursor.js';

/** An answer with a page of a list. */
interface Answer<Row> {
  rows: Row[];
  response: Response;
}

/**
 * A list that the service gives page by page, each of which says in its header `Link` where the next begins.
 * @param read reads the page that begins at a cursor; the first has none
 */
export const usePages = <Row>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<Row>>,
): UseInfiniteQueryResult<Row[]> =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { rows, response } = await read(pageParam, signal);
      return { rows, next: nextCursor(response.headers.get('link')) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<{ rows: Row[] }>) => pages.flatMap(({ rows }) => rows),
  });
