import { QueryClient } from '@tanstack/react-query';
import { Refused } from './client.js';

/** Most times that a read is asked for again where the service does not answer. */
const MOST_TRIES = 5;

/** What was read, for all screens. What the service refused is not asked for again; where it does not answer, it is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MOST_TRIES && !(error instanceof Refused && error.status < 500),
      staleTime: 2_000,
    },
  },
});
