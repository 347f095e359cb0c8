import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, readable, words } from '../words/words.js';

const KEY = ['deliveries'];

/** Results of executions that were sent to the address that the execution named, with every attempt. */
export function Deliveries({ mayWrite }: { mayWrite: boolean }): ReactElement {
  const deliveries = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/webhooks/deliveries', { params: { query: { limit: 50 } }, signal })),
  });
  return (
    <section>
      <h2>{words.operations.deliveries}</h2>
      <Loaded of={deliveries}>
        {(rows) => (
          <DataTable
            caption={words.operations.deliveries}
            empty={words.operations.noDeliveries}
            rows={rows}
            keyOf={({ delivery_id }) => delivery_id}
            columns={[
              { name: words.operations.address, cell: ({ url }) => url },
              { name: words.operations.since, cell: ({ queued_at }) => moment(queued_at) },
              { name: words.file.status, cell: ({ status }) => readable(status) },
              {
                name: words.operations.attempts,
                cell: ({ attempts }) =>
                  attempts.map(({ response_status, error }) => response_status ?? error ?? '').join(', '),
              },
              {
                name: words.operations.decide,
                cell: ({ delivery_id, status }) =>
                  mayWrite &&
                  status === 'failed' && (
                    <ActButton
                      refreshes={[KEY]}
                      act={() =>
                        api.POST('/v1/webhooks/deliveries/{delivery_id}/retry', { params: { path: { delivery_id } } })
                      }
                    >
                      {words.operations.resend}
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
