import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import type { Schemas } from '../api/schemas.js';
import { settleBeforeTaking } from '../review/pendingDecision.js';
import { caseQuery } from '../review/useCase.js';
import { reviewerName } from '../session/session.js';
import { createStore } from '../state/store.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import type { QueueSearch } from './queueSearch.js';

/** What is worked on: the next case is of it. */
type Work = Pick<QueueSearch, 'goal' | 'reason'>;

/** Where taking the next case stands. */
interface Taking {
  isTaking: boolean;
  /** Why none was taken. */
  message?: string;
}

const taking = createStore<Taking>({ isTaking: false });
const work = createStore<Work>({});

/** Says which part of the queue is worked on: what the queue was narrowed to last. */
export const workOn = ({ goal, reason }: Work): void =>
  work.set({ ...(goal !== undefined && { goal }), ...(reason !== undefined && { reason }) });

/** Taking the case that has waited for longest, which from then on nobody else is given. */
export interface TakeNext extends Taking {
  /** Takes it and shows it; where there is none, says so, and shows the queue if that is wanted. */
  take(elseQueue?: boolean): Promise<void>;
}

/** How the next case is taken: one taking at a time, wherever it is asked for. */
export function useTakeNext(): TakeNext {
  const navigate = useNavigate();
  return {
    ...taking.use(),
    async take(elseQueue = false) {
      if (taking.get().isTaking) return;
      taking.set({ isTaking: true });
      try {
        const session_id = await takeOne();
        taking.set({ isTaking: false, ...(session_id === undefined && { message: words.queue.none }) });
        if (session_id !== undefined) await navigate({ to: '/cases/$session_id', params: { session_id } });
        else if (elseQueue) await navigate({ to: '/', search: work.get() });
      } catch (error) {
        taking.set({ isTaking: false, message: said(error as Error) });
      }
    },
  };
}

async function takeOne(): Promise<string | undefined> {
  await settleBeforeTaking();
  // What the address says can be no code of a reason: that is refused, in a sentence which is shown.
  const body = { actor: reviewerName(), ...work.get() } as Schemas['TakeNextBody'];
  const { data } = await api.POST('/v1/cases/take-next', { body });
  if (!data) return undefined;
  // What was read of it before it was taken names another entity tag: a decision on that would be refused.
  await queryClient.query({ ...caseQuery(data.session_id), staleTime: 0 });
  return data.session_id;
}
