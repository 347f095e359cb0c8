import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import { useMayWrite, useSession } from '../session/session.js';
import { pageAddress } from './pageAddress.js';
import { caseQuery } from './useCase.js';

/** Reads the case that is given next, and has the picture of its first page made, while somebody looks at another. */
export function usePrefetchedNext(session_id: string): void {
  const mode = useSession().data?.mode ?? 'live';
  useQuery({
    queryKey: ['next after', session_id],
    enabled: useMayWrite(),
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const body = {
        ...{ kind: 'cases' as const, query: 'status: review and not assignee: *', limit: 1 },
        filters: [`mode: ${mode}`, `not session_id: "${session_id}"`],
        ...{ sort: [{ field: 'created_at', order: 'asc' as const }], columns: ['session_id'] },
      };
      const next = dataOf(await api.POST('/v1/search', { body, signal })).hits[0]?.id;
      if (next === undefined) return null;
      const [first] = (await queryClient.query(caseQuery(next))).theCase.documents;
      if (first) new Image().src = pageAddress(next, first.doc_id, 1);
      return next;
    },
  });
}
