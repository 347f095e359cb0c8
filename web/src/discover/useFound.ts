import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { DiscoverSearch } from './discoverSearch.js';
import type { Kind } from './kinds.js';
import { drawnTime, searchBody, searchedThings } from './searchBody.js';

const PER_PAGE = 50;

/** What is found, page by page of one point in time; an opened row changes nothing of it. */
export const useFound = ({ row: _, columns: __, ...search }: DiscoverSearch) =>
  useInfiniteQuery({
    queryKey: ['found', search.kind, search],
    initialPageParam: undefined as { search_after: unknown[]; pit: string | null } | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = pageParam ? { search_after: pageParam.search_after, pit: pageParam.pit ?? false } : { pit: true };
      const body = { ...searchBody(search, PER_PAGE), ...page };
      return { ...dataOf(await api.POST('/v1/search', { body, signal })), drawn: drawnTime(search, Date.now()) };
    },
    getNextPageParam: ({ next, pit }) => (next ? { search_after: next, pit } : undefined),
    // Until the next rows are there the last are shown, but none of another kind.
    placeholderData: (before, asked) => (asked?.queryKey[1] === search.kind ? before : undefined),
    retry: false,
  });

/** The fields that things of a kind have. */
export const useFields = (kind: Kind) =>
  useQuery({
    queryKey: ['fields', kind],
    queryFn: async ({ signal }) => dataOf(await api.POST('/v1/search/fields', { body: { kind }, signal })),
    staleTime: 60_000,
  });

/** The most frequent values of a field over all that is found, not over the rows that are shown. */
export const useTopValues = ({ row: _, columns: __, sort: ___, ...search }: DiscoverSearch, field: string) =>
  useQuery({
    queryKey: ['top values', search, field],
    queryFn: async ({ signal }) => {
      const body = { ...searchedThings(search), facets: [field], limit: 1 };
      const { facets, total } = dataOf(await api.POST('/v1/search', { body, signal }));
      return { total, facet: facets[field] };
    },
  });
