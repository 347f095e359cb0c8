import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { words } from '../words/words.js';
import { sentColumns } from './sentColumns.js';

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
              ...sentColumns<Schemas['DeliveryView']>({
                maySendAgain: ({ status }) => mayWrite && status === 'failed',
                sendAgain: (delivery_id) =>
                  api.POST('/v1/webhooks/deliveries/{delivery_id}/retry', { params: { path: { delivery_id } } }),
                refreshes: [KEY],
              }),
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
