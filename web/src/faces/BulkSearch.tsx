import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { percent, words } from '../words/words.js';

/** So often is asked how far a search for many faces is. */
const ASK_EVERY_MS = 1_000;

/** A search for many faces: how far it is, and whom it found. */
export function BulkSearch({ job_id }: { job_id: string }): ReactElement {
  const key = ['face bulk', job_id];
  const params = { path: { job_id } };
  const job = useQuery<Schemas['FaceBulkView']>({
    queryKey: key,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? ASK_EVERY_MS : false,
    queryFn: async ({ signal }) => dataOf(await api.GET('/api/v1/face/bulk/{job_id}', { params, signal })),
  });
  return (
    <Loaded of={job}>
      {({ status, processed, probe_count, results, error }) => (
        <>
          <div className="row">
            <progress max={probe_count} value={processed} aria-label={words.faces.search} />
            <span role="status">{words.queue.shown(processed, probe_count)}</span>
            {(status === 'queued' || status === 'running') && (
              <ActButton act={() => api.POST('/api/v1/face/bulk/{job_id}/cancel', { params })} refreshes={[key]}>
                {words.review.cancel}
              </ActButton>
            )}
          </div>
          {error !== null && <p role="alert">{error}</p>}
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
