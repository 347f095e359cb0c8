import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';

/** Entries that are read: a case has far fewer. */
const MOST = 200;

/** What was done to a case, newest first. */
export const useHistory = (session_id: string, isWanted = true): UseQueryResult<Schemas['AuditEntryView'][]> =>
  useQuery({
    queryKey: ['history', session_id],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const params = { path: { aggregate: session_id }, query: { limit: MOST } };
      return dataOf(await api.GET('/v1/audit/{aggregate}', { params, signal }));
    },
  });
