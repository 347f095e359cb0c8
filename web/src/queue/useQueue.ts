import { useInfiniteQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { reviewerName, useSession } from '../session/session.js';
import { waitingOf } from './waiting.js';
import { queueBody, type QueueSearch } from './queueSearch.js';

const PER_PAGE = 50;

/** The cases of a queue, page by page, and how many there are of each goal and reason. */
export function useQueue(search: QueueSearch) {
  const looker = { name: reviewerName(), mode: useSession().data?.mode ?? 'live' } as const;
  return useInfiniteQuery({
    queryKey: ['queue', search, looker],
    initialPageParam: undefined as unknown[] | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const body = { ...queueBody(search, looker, PER_PAGE), ...(pageParam && { search_after: pageParam }) };
      const { hits, ...found } = dataOf(await api.POST('/v1/search', { body, signal }));
      return { ...found, cases: hits.map(({ id, source }) => waitingOf(id, source)) };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
