import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { reviewerName } from '../session/session.js';
import { settleBeforeTaking } from '../review/pendingDecision.js';
import { words } from '../words/words.js';
import { said } from '../words/said.js';

/** Taking the case that has waited for longest, which from then on nobody else is given. */
export interface TakeNext {
  /** Takes it and shows it. */
  take(): void;
  isTaking: boolean;
  /** Why there is none. */
  message: string | undefined;
}

/** How the next case is taken. */
export function useTakeNext(): TakeNext {
  const navigate = useNavigate();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      await settleBeforeTaking();
      const { data: taken } = await api.POST('/v1/cases/take-next', { body: { actor: reviewerName() } });
      return taken?.session_id ?? null;
    },
    onSuccess: (session_id) => {
      if (session_id !== null) void navigate({ to: '/cases/$session_id', params: { session_id } });
    },
  });
  return {
    take: () => !isPending && mutate(),
    isTaking: isPending,
    message: data === null ? words.queue.none : error ? said(error) : undefined,
  };
}
