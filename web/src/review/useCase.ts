import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import type { Schemas } from '../api/schemas.js';

/** A case as it was seen: a decision names the entity tag of that. */
export interface SeenCase {
  theCase: Schemas['CaseView'];
  etag: string;
}

/** So often a case that is looked at is asked for again. */
const ASK_EVERY_MS = 10_000;

const keyOf = (session_id: string): string[] => ['case', session_id];

/** A case, with its entity tag. */
export const useCase = (session_id: string): UseQueryResult<SeenCase> =>
  useQuery({
    queryKey: keyOf(session_id),
    queryFn: async ({ signal }) => {
      const answer = await api.GET('/v1/cases/{session_id}', { params: { path: { session_id } }, signal });
      return { theCase: dataOf(answer), etag: answer.response.headers.get('etag') ?? '' };
    },
    refetchInterval: ASK_EVERY_MS,
  });

/** Has a case be read again, and the queue with it. */
export async function readAgain(session_id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf(session_id) }),
    queryClient.invalidateQueries({ queryKey: ['queue'] }),
  ]);
}
