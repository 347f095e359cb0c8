import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useSession } from '../session/session.js';

/** The document types that the tenant of this session has: its own, newest first, and everybody's that it does not override. */
export function useTypes(): UseQueryResult<Schemas['DocumentTypeView'][]> {
  const tenant_id = useSession().data?.tenant_id;
  return useQuery({
    queryKey: ['types', tenant_id],
    enabled: tenant_id !== undefined,
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/document-types', {
          params: { query: { tenant_id: tenant_id ?? '', include_global: true } },
          signal,
        }),
      ),
  });
}
