import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { nextCursor } from '../api/nextCursor.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { DataTable } from '../reading/DataTable.js';
import { said } from '../words/said.js';
import { readable, words } from '../words/words.js';

const PER_PAGE = 50;

/** What a run found, document by document: which rules are broken now, and what would be decided otherwise. */
export function Results({ run_id }: { run_id: string }): ReactElement {
  const [status, setStatus] = useState<'all' | 'fail' | 'pass'>('fail');
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['results', run_id, status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PER_PAGE, cursor: pageParam, ...(status !== 'all' && { status }) };
      const params = { path: { run_id }, query };
      const answer = await api.GET('/v1/governance/runs/{run_id}/results', { params, signal });
      return { rows: dataOf(answer), next: nextCursor(answer.response.headers.get('link')) };
    },
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section>
      <h2>{words.governance.results}</h2>
      <LabelledSelect
        id="result-status"
        label={words.governance.which}
        value={status}
        choices={(['fail', 'pass', 'all'] as const).map((one) => [one, words.governance.statuses[one]])}
        onChoose={setStatus}
      />
      {error && <p role="alert">{said(error)}</p>}
      {data && (
        <DataTable
          caption={words.governance.results}
          empty={words.governance.noResults}
          rows={data.pages.flatMap(({ rows }) => rows)}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.overview.cases,
              cell: ({ session_id }) => (
                <Link to="/cases/$session_id" params={{ session_id }}>
                  {session_id.slice(0, 8)}
                </Link>
              ),
            },
            { name: words.file.status, cell: ({ status: is }) => words.governance.statuses[is] },
            {
              name: words.governance.broken,
              cell: ({ field_results }) =>
                Object.entries(field_results)
                  .filter(([, { rules }]) => rules.length > 0)
                  .map(([field, { rules }]) => `${readable(field)}: ${rules.join(', ')}`)
                  .join('; '),
            },
            {
              name: words.governance.otherDecision,
              cell: ({ decision }) =>
                decision && (
                  <>
                    <del>{readable(decision.from)}</del> <ins>{readable(decision.to)}</ins>
                  </>
                ),
            },
          ]}
        />
      )}
      {hasNextPage && (
        <Button className="button" isPending={isFetching} onPress={() => void fetchNextPage()}>
          {words.queue.more}
        </Button>
      )}
    </section>
  );
}
