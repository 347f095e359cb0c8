import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { daysBefore, type OverviewSearch } from './overviewSearch.js';

/** How cases turned out in a period, told apart, and beside the period before. */
export function useDecisions(
  { days = 30, ...narrowed }: OverviewSearch,
  group_by: 'day' | 'goal' | 'version' | 'document_type',
): UseQueryResult<Schemas['DecisionsView']> {
  const until = new Date().toISOString().slice(0, 10);
  const query = { ...narrowed, days, until, group_by, compare_until: daysBefore(until, days) };
  return useQuery({
    queryKey: ['decisions', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/analytics/decisions', { params: { query }, signal })),
  });
}
