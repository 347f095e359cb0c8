import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { ago, readable, words } from '../words/words.js';

const KEY = ['parked'];

/** Work that failed for the last time, and waits for somebody to decide about it. */
export function ParkedWork(): ReactElement {
  const parked = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const params = { query: { status: 'parked' as const, limit: 100 } };
      return dataOf(await api.GET('/v1/operations/parked', { params, signal }));
    },
  });
  const settle = (how: 'retry' | 'drop', parked_id: string) => () =>
    api.POST(`/v1/operations/parked/{parked_id}/${how}`, { params: { path: { parked_id } } });
  return (
    <section>
      <h2>{words.operations.parked}</h2>
      <Loaded of={parked}>
        {(rows) => (
          <DataTable
            caption={words.operations.parked}
            empty={words.operations.noParked}
            rows={rows}
            keyOf={({ parked_id }) => parked_id}
            columns={[
              { name: words.operations.work, cell: ({ type }) => readable(type) },
              { name: words.operations.error, cell: ({ error }) => error },
              { name: words.operations.attempts, cell: ({ attempts }) => attempts, isNumber: true },
              { name: words.operations.since, cell: ({ parked_at }) => ago(parked_at) },
              {
                name: words.operations.decide,
                cell: ({ parked_id }) => (
                  <>
                    <ActButton act={settle('retry', parked_id)} refreshes={[KEY]}>
                      {words.operations.retry}
                    </ActButton>{' '}
                    <ActButton act={settle('drop', parked_id)} refreshes={[KEY]}>
                      {words.operations.drop}
                    </ActButton>
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
