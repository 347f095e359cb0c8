import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { words } from '../words/words.js';

/** How people sign in at this service. */
export const useSignInWays = (): UseQueryResult<Schemas['SignInWaysView']> =>
  useQuery({
    queryKey: ['sign-in ways'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => dataOf(await api.GET('/console/sign-in', { signal })),
  });

/** Where a browser goes to sign in with an account of its person's own; it comes back to the page that is shown. */
export const loginAddress = (): string =>
  `/console/login?to=${encodeURIComponent(location.pathname + withoutRefusal(location.search))}`;

/** Why nobody was signed in, as the address says it. */
export function refusalIn(search: string): keyof typeof words.signIn.refusals | undefined {
  const given = new URLSearchParams(search).get('sign_in');
  return given !== null && Object.hasOwn(words.signIn.refusals, given)
    ? (given as keyof typeof words.signIn.refusals)
    : undefined;
}

function withoutRefusal(search: string): string {
  const left = new URLSearchParams(search);
  left.delete('sign_in');
  return left.size === 0 ? '' : `?${left.toString()}`;
}
