import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { moment, words } from '../words/words.js';
import { Drift } from './Drift.js';
import { Results } from './Results.js';
import { Runs } from './Runs.js';
import { SetDialog } from './SetDialog.js';

const route = getRouteApi('/governance');

const KEY = ['governance'];

/** What the rules of today make of the documents of yesterday: sets, their runs, and what would be different now. */
export function GovernancePage(): ReactElement {
  const { set, run } = route.useSearch();
  const [makes, setMakes] = useState(false);
  const mayWrite = useMayWrite();
  const sets = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/governance', { signal })),
  });
  const path = (governance_id: string) => ({ params: { path: { governance_id } } });
  return (
    <main className="screen">
      <h1>{words.governance.title}</h1>
      {mayWrite && (
        <Button className="button" onPress={() => setMakes(true)}>
          {words.governance.make}
        </Button>
      )}
      <Loaded of={sets}>
        {(rows) => (
          <DataTable
            caption={words.governance.title}
            empty={words.governance.none}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.operations.name,
                cell: ({ id, name }) => (
                  <Link to="/governance" search={{ set: id }} aria-current={set === id ? 'true' : undefined}>
                    {name}
                  </Link>
                ),
              },
              { name: words.governance.type, cell: ({ context_id }) => context_id },
              {
                name: words.governance.schedule,
                cell: ({ schedule, enabled }) => (enabled ? schedule : words.governance.off),
              },
              {
                name: words.governance.lastRun,
                cell: ({ last_run_at }) => (last_run_at === '' ? '–' : moment(last_run_at)),
              },
              {
                name: words.operations.decide,
                cell: ({ id, enabled }) =>
                  mayWrite && (
                    <>
                      <ActButton
                        refreshes={[KEY, ['runs', id]]}
                        act={() => api.POST('/v1/governance/{governance_id}/trigger', path(id))}
                      >
                        {words.governance.run}
                      </ActButton>{' '}
                      <ActButton
                        refreshes={[KEY]}
                        act={() =>
                          api.PATCH('/v1/governance/{governance_id}', { ...path(id), body: { enabled: !enabled } })
                        }
                      >
                        {enabled ? words.governance.turnOff : words.governance.turnOn}
                      </ActButton>
                    </>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {set !== undefined && <Runs key={set} governance_id={set} run={run} mayWrite={mayWrite} />}
      {run !== undefined && <Drift key={`drift ${run}`} run_id={run} />}
      {run !== undefined && <Results key={run} run_id={run} />}
      {makes && <SetDialog onClose={() => setMakes(false)} />}
    </main>
  );
}
