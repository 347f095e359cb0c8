import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useDecisionState } from '../review/pendingDecision.js';
import { reviewerName } from '../session/session.js';
import { ago, moment, readable, words } from '../words/words.js';
import { said } from '../words/said.js';
import { nextCursor } from './nextCursor.js';
import type { QueueSearch } from './queueSearch.js';
import './queue.css';

/** So often the queue is asked for again. */
const ASK_EVERY_MS = 5_000;

const PER_PAGE = 50;

type Waiting = Schemas['ListedCaseView'];

const useWaiting = (search: QueueSearch) =>
  useInfiniteQuery({
    queryKey: ['queue', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { mine, ...filter } = search;
      const query = {
        ...{ status: 'review' as const, limit: PER_PAGE, cursor: pageParam, ...filter },
        ...(mine && { assignee: reviewerName() }),
      };
      const answer = await api.GET('/v1/cases', { params: { query }, signal });
      return { cases: dataOf(answer), next: nextCursor(answer.response.headers.get('link')) };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ASK_EVERY_MS,
  });

/** The cases that wait for a decision, newest first. */
export function QueuePage(): ReactElement {
  const search = getRouteApi('/').useSearch();
  const { data, error, isPending, failureCount, hasNextPage, fetchNextPage } = useWaiting(search);
  const decision = useDecisionState();
  const decided = decision.kind === 'waiting' || decision.kind === 'sending' ? decision.of.session_id : undefined;
  const cases = (data?.pages.flatMap((page) => page.cases) ?? []).filter(({ session_id }) => session_id !== decided);
  return (
    <main className="queue">
      <h1>{words.queue.title}</h1>
      <nav className="tabs" aria-label={words.queue.title}>
        <Link to="/" search={({ goal, reason }) => ({ goal, reason })} activeOptions={{ exact: true }}>
          {words.queue.all}
        </Link>
        <Link to="/" search={({ goal, reason }) => ({ goal, reason, mine: true })} activeOptions={{ exact: true }}>
          {words.queue.mine}
        </Link>
      </nav>
      {error && <p role="alert">{said(error)}</p>}
      {isPending && <p role="status">{failureCount > 0 ? words.unreachable : words.loading}</p>}
      {data && cases.length === 0 && (
        <p className="empty">
          <strong>{words.queue.empty}</strong> {words.queue.emptyHint}
        </p>
      )}
      {cases.length > 0 && <Cases cases={cases} />}
      {hasNextPage && (
        <Button className="button" onPress={() => void fetchNextPage()}>
          {words.queue.more}
        </Button>
      )}
    </main>
  );
}

function Cases({ cases }: { cases: readonly Waiting[] }): ReactElement {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.queue.reference}</th>
          <th scope="col">{words.queue.goal}</th>
          <th scope="col">{words.queue.why}</th>
          <th scope="col">{words.queue.documents}</th>
          <th scope="col">{words.queue.since}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr key={one.session_id}>
            <th scope="row">
              <Link to="/cases/$session_id" params={{ session_id: one.session_id ?? '' }}>
                {one.client_reference_id ?? one.session_id}
              </Link>
            </th>
            <td>{readable(one.goal ?? '')}</td>
            <td>{whyOf(one)}</td>
            <td>{one.progress?.collected.map(readable).join(', ')}</td>
            <td>
              <time dateTime={one.updated_at} title={moment(one.updated_at ?? '')}>
                {ago(one.updated_at ?? '')}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What has a case wait, in a few words: the codes of the reasons that do. */
const whyOf = ({ result }: Waiting): string =>
  [
    ...new Set((result?.reasons ?? []).filter(({ effect }) => effect !== 'note').map(({ code }) => readable(code))),
  ].join(', ');
