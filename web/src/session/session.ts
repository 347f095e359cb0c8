import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { findChangeCursor } from '../live/changeCursor.js';
import { whileUsed } from './whileUsed.js';
import type { Schemas } from '../api/schemas.js';

/** Who has signed in. */
export type Session = Schemas['ConsoleSessionView'];

const SESSION = ['session'];

/** So often the page asks for its session, which is when the cookie gets a new token. */
const ASK_EVERY_MS = 5 * 60_000;

/** Who has signed in with this browser; an error where nobody has. */
export const useSession = (): UseQueryResult<Session> =>
  useQuery({
    queryKey: SESSION,
    queryFn: async () => {
      const session = dataOf(await api.GET('/console/session'));
      await findChangeCursor();
      if (session.person) keepReviewerName(session.person.name);
      return session;
    },
    refetchInterval: whileUsed(ASK_EVERY_MS),
    staleTime: ASK_EVERY_MS,
  });

/** Whether who has signed in may change something: what they may not is not offered. */
export const useMayWrite = (): boolean => useSession().data?.scopes.includes('write') ?? false;

/** Whether who has signed in may decide on keys, erasure and what is monitored. */
export const useMayAdmin = (): boolean => useSession().data?.scopes.includes('admin') ?? false;

/** Signs in with a key, and has everything that is shown be read again. */
export function useSignIn(): UseMutationResult<Session, Error, { api_key: string }> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { api_key: string }) => {
      const session = dataOf(await api.POST('/console/session', { body }));
      await findChangeCursor();
      return session;
    },
    onSuccess: (session) => {
      queries.setQueryData(SESSION, session);
      void queries.invalidateQueries();
    },
  });
}

/** Signs out. What was read is forgotten with the page, which is loaded anew. */
export async function signOut(): Promise<void> {
  await api.DELETE('/console/session');
  location.assign('/console/');
}

const NAME = 'attest.reviewer';

/** What the person of this browser is called, as it stands beside decisions. */
export const reviewerName = (): string => localStorage.getItem(NAME) ?? '';

/** Keeps it. */
export const keepReviewerName = (name: string): void => localStorage.setItem(NAME, name.trim());
