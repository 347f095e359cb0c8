import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, readable, words } from '../words/words.js';

/** So often is asked how far a run is; and how often where none is on its way. */
const ASK_EVERY_MS = { running: 1_000, resting: 10_000 };

/** The runs of a set, newest first: how far each is, and what it found. */
export function Runs({
  governance_id,
  run,
  mayWrite,
}: {
  governance_id: string;
  /** The run whose results are shown. */
  run: string | undefined;
  mayWrite: boolean;
}): ReactElement {
  const key = ['runs', governance_id];
  const runs = useQuery<Schemas['GovernanceRunView'][]>({
    queryKey: key,
    refetchInterval: ({ state }) =>
      ASK_EVERY_MS[state.data?.some(({ status }) => status === 'running') ? 'running' : 'resting'],
    queryFn: async ({ signal }) => {
      const params = { path: { governance_id } };
      return dataOf(await api.GET('/v1/governance/{governance_id}/runs', { params, signal }));
    },
  });
  return (
    <section>
      <h2>{words.governance.runs}</h2>
      <Loaded of={runs}>
        {(rows) => (
          <DataTable
            caption={words.governance.runs}
            empty={words.governance.noRuns}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.governance.begun,
                cell: ({ id, started_at }) => (
                  <Link
                    to="/governance"
                    search={{ set: governance_id, run: id }}
                    aria-current={run === id ? 'true' : undefined}
                  >
                    {moment(started_at)}
                  </Link>
                ),
              },
              {
                name: words.file.status,
                cell: ({ status, error, total_docs, passed, failed, error_count }) =>
                  status === 'running' ? (
                    <progress
                      max={Math.max(1, total_docs)}
                      value={passed + failed + error_count}
                      aria-label={words.governance.runs}
                    />
                  ) : (
                    (error ?? readable(status))
                  ),
              },
              { name: words.queue.documents, cell: ({ total_docs }) => total_docs, isNumber: true },
              { name: words.governance.passed, cell: ({ passed }) => passed, isNumber: true },
              { name: words.governance.failed, cell: ({ failed }) => failed, isNumber: true },
              {
                name: words.governance.newlyFailed,
                cell: ({ summary }) => summary.newly_failed ?? '–',
                isNumber: true,
              },
              {
                name: words.governance.otherDecision,
                cell: ({ summary }) => summary.decisions_differing ?? '–',
                isNumber: true,
              },
              {
                name: words.operations.decide,
                cell: ({ id: run_id, status }) =>
                  mayWrite &&
                  status === 'running' && (
                    <ActButton
                      refreshes={[key]}
                      act={() => api.POST('/v1/governance/runs/{run_id}/cancel', { params: { path: { run_id } } })}
                    >
                      {words.review.cancel}
                    </ActButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
