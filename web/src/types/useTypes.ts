import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useSession } from '../session/session.js';

/**
 * The document types that a tenant has: its own, newest first, and everybody's that it does not override.
 * @param of Whose; of this session's tenant where that is left out
 */
export function useTypes(of?: string): UseQueryResult<Schemas['DocumentTypeView'][]> {
  const own = useSession().data?.tenant_id;
  const tenant_id = of ?? own;
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
