import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { RunningWork } from '../reading/RunningWork.js';
import { percent, words } from '../words/words.js';

/** So often is asked how far a search for many faces is. */
const ASK_EVERY_MS = 1_000;

/** A search for many faces: how far it is, and whom it found. */
export function BulkSearch({ job_id }: { job_id: string }): ReactElement {
  const key = ['face bulk', job_id];
  const params = { path: { job_id } };
  const job = useQuery<Schemas['FaceBulkView']>({
    queryKey: key,
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? ASK_EVERY_MS : false),
    queryFn: async ({ signal }) => dataOf(await api.GET('/api/v1/face/bulk/{job_id}', { params, signal })),
  });
  return (
    <Loaded of={job}>
      {({ status, processed, probe_count, results, error }) => (
        <>
          <RunningWork
            label={words.faces.search}
            {...{ processed, error }}
            total={probe_count}
            says={words.queue.shown(processed, probe_count)}
            isRunning={isRunning(status)}
            cancel={() => api.POST('/api/v1/face/bulk/{job_id}/cancel', { params })}
            refreshes={[key]}
          />
          <DataTable
            caption={words.faces.search}
            empty=""
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: words.faces.picture, cell: ({ id }) => id },
              {
                name: words.faces.face,
                cell: ({ results: found, error: wrong }) =>
                  wrong ??
                  found
                    .map(({ face_id, person_id, similarity }) => `${person_id ?? face_id} ${percent(similarity)}`)
                    .join(', '),
              },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

const isRunning = (status: Schemas['FaceBulkView']['status'] | undefined): boolean =>
  status === 'queued' || status === 'running';
