import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { caseColumn } from '../reading/caseColumn.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { RunningWork } from '../reading/RunningWork.js';
import { said } from '../words/said.js';
import { readable, words } from '../words/words.js';

/** So often is asked how far a simulation is. */
const ASK_EVERY_MS = 1_000;

/** What is simulated. */
export interface SimulationProps {
  begin: () => Promise<Schemas['SimulationBegun']>;
  isDisabled: boolean;
}

/** What a draft would make of what was read in the past: tried before it is saved. */
export function Simulation({ begin, isDisabled }: SimulationProps): ReactElement {
  const [id, setId] = useState<string>();
  const { mutate, error, isPending } = useMutation({ mutationFn: begin, onSuccess: (begun) => setId(begun.id) });
  return (
    <section>
      <h2>{words.editor.simulation}</h2>
      <p className="quiet">{words.editor.simulationHint}</p>
      <Button className="button" onPress={() => mutate()} {...{ isPending, isDisabled }}>
        {words.editor.simulate}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
      {id !== undefined && <Outcome key={id} simulation_id={id} />}
    </section>
  );
}

function Outcome({ simulation_id }: { simulation_id: string }): ReactElement {
  const key = ['simulation', simulation_id];
  const params = { path: { simulation_id } };
  const simulation = useQuery<Schemas['SimulationView']>({
    queryKey: key,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? ASK_EVERY_MS : false),
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/simulations/{simulation_id}', { params, signal })),
  });
  return (
    <Loaded of={simulation}>
      {({ status, processed, total, difference_count, differences, error }) => (
        <>
          <RunningWork
            label={words.editor.simulation}
            {...{ processed, total, error }}
            says={words.editor.simulated(processed, total, difference_count)}
            isRunning={status === 'running'}
            cancel={() => api.POST('/v1/simulations/{simulation_id}/cancel', { params })}
            refreshes={[key]}
          />
          <DataTable
            caption={words.editor.simulation}
            empty={status === 'running' ? '' : words.editor.nothingDiffers}
            rows={differences}
            keyOf={({ session_id, doc_id }) => `${session_id} ${doc_id}`}
            columns={[
              caseColumn,
              { name: words.editor.before, cell: ({ from }) => readable(from) },
              { name: words.editor.after, cell: ({ to }) => readable(to) },
              {
                name: words.queue.why,
                cell: ({ why }) => [...new Set(why.map(({ code }) => readable(code)))].join(', '),
              },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
