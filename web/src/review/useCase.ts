import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf, etagOf } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import type { Schemas } from '../api/schemas.js';

/** A case as it was seen: a decision names the entity tag of that. */
export interface SeenCase {
  theCase: Schemas['CaseView'];
  etag: string;
}

const keyOf = (session_id: string) => ['case', session_id] as const;

/** How a case is read, with its entity tag. */
export const caseQuery = (session_id: string) =>
  queryOptions({
    queryKey: keyOf(session_id),
    queryFn: async ({ signal }): Promise<SeenCase> => {
      const answer = await api.GET('/v1/cases/{session_id}', { params: { path: { session_id } }, signal });
      return { theCase: dataOf(answer), etag: etagOf(answer) };
    },
  });

/** A case, as it is now. */
export const useCase = (session_id: string): UseQueryResult<SeenCase> => useQuery(caseQuery(session_id));

/** Has a case be read again, with its history, and the queue. */
export async function readAgain(session_id: string): Promise<void> {
  const keys = [keyOf(session_id), ['history', session_id], ['queue']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
