import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';

/** What examples of a type are kept under. */
export const examplesKey = (context_id: string): QueryKey => ['type examples', context_id];

/** The examples that are kept with a type, oldest first. */
export const useExamples = (context_id: string): UseQueryResult<Schemas['TypeExampleView'][]> =>
  useQuery({
    queryKey: examplesKey(context_id),
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/document-types/{context_id}/examples', { params: { path: { context_id } }, signal })),
  });
