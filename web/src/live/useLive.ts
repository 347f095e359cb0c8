import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import { whileUsed } from '../session/whileUsed.js';
import { follows, queriesOf } from './whatChanged.js';

/** So often is asked what has changed, while the page is looked at. */
const ASK_EVERY_MS = 2_000;

/** What is searched follows what is told a moment later: it is read once more after so long. */
const SETTLES_MS = 2_500;

/** Changes of one answer: after as many, and more, all that follows changes is read again. */
const MOST = 200;

/** Where the last answer ended: after a pause it goes on from there, so that nothing is missed. */
let cursor: string | undefined;

/** Has what is shown follow what others do: what has changed is read again, and nothing else. */
export function useLive(): void {
  useQuery({
    queryKey: ['changes'],
    refetchInterval: whileUsed(ASK_EVERY_MS),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { query: { after: cursor, limit: MOST } };
      const { changes, next } = dataOf(await api.GET('/v1/changes', { params, signal }));
      cursor = next;
      if (changes.length === MOST) {
        cursor = dataOf(await api.GET('/v1/changes', { signal })).next;
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => follows(queryKey) });
        return next;
      }
      const keys = queriesOf(changes.map(({ aggregate }) => aggregate));
      const readAgain = (): void => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
      readAgain();
      if (keys.length > 0) setTimeout(readAgain, SETTLES_MS);
      return next;
    },
  });
}
