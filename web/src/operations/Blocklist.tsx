import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, words } from '../words/words.js';

const KEY = ['blocklist'];

/** What is not taken: the values are kept as keyed hashes, which nobody can read. */
export function Blocklist({ mayWrite }: { mayWrite: boolean }): ReactElement {
  const entries = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/blocklist', { signal })),
  });
  return (
    <section>
      <h2>{words.operations.blocklist}</h2>
      <Loaded of={entries}>
        {(rows) => (
          <DataTable
            caption={words.operations.blocklist}
            empty={words.operations.noBlocklist}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.block.what, cell: ({ kind }) => words.operations.kinds[kind] },
              { name: words.decide.reason, cell: ({ reason }) => reason },
              { name: words.audit.actor, cell: ({ added_by }) => added_by },
              { name: words.operations.since, cell: ({ created_at }) => moment(created_at) },
              {
                name: words.operations.decide,
                cell: ({ id: entry_id }) =>
                  mayWrite && (
                    <ActButton
                      refreshes={[KEY]}
                      act={() => api.DELETE('/v1/blocklist/{entry_id}', { params: { path: { entry_id } } })}
                    >
                      {words.operations.remove}
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
