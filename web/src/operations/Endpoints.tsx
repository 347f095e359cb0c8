import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { readable, words } from '../words/words.js';
import { sentColumns } from './sentColumns.js';

const KEY = ['endpoints'];

/** Where events of cases are delivered to, how each of these places fares, and what was sent there. */
export function Endpoints({ mayWrite }: { mayWrite: boolean }): ReactElement {
  const [opened, setOpened] = useState<string>();
  const endpoints = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/webhooks/endpoints', { signal })),
  });
  const path = (endpoint_id: string) => ({ params: { path: { endpoint_id } } });
  return (
    <section>
      <h2>{words.operations.endpoints}</h2>
      <Loaded of={endpoints}>
        {(rows) => (
          <DataTable
            caption={words.operations.endpoints}
            empty={words.operations.noEndpoints}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.operations.address, cell: ({ url, description }) => `${url} ${description}` },
              { name: words.operations.events, cell: ({ events }) => events.join(', ') },
              { name: words.file.status, cell: ({ health }) => readable(health.status) },
              {
                name: words.operations.decide,
                cell: ({ id }) => (
                  <>
                    <Button
                      className="button small"
                      aria-expanded={opened === id}
                      onPress={() => setOpened(opened === id ? undefined : id)}
                    >
                      {words.operations.sent}
                    </Button>{' '}
                    {mayWrite && (
                      <ActButton
                        act={() => api.POST('/v1/webhooks/endpoints/{endpoint_id}/test', path(id))}
                        refreshes={[KEY, ['sent', id]]}
                      >
                        {words.operations.test}
                      </ActButton>
                    )}
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {opened !== undefined && <Sent key={opened} endpoint_id={opened} mayWrite={mayWrite} />}
    </section>
  );
}

/** What was sent to a place, and what it answered. */
function Sent({ endpoint_id, mayWrite }: { endpoint_id: string; mayWrite: boolean }): ReactElement {
  const key = ['sent', endpoint_id];
  const sent = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const params = { path: { endpoint_id }, query: { limit: 50 } };
      return dataOf(await api.GET('/v1/webhooks/endpoints/{endpoint_id}/deliveries', { params, signal }));
    },
  });
  return (
    <Loaded of={sent}>
      {(rows) => (
        <DataTable
          caption={words.operations.sent}
          empty={words.operations.noDeliveries}
          rows={rows}
          keyOf={({ delivery_id }) => delivery_id}
          columns={[
            { name: words.operations.what, cell: ({ type }) => type },
            ...sentColumns<Schemas['EndpointDeliveryView']>({
              maySendAgain: ({ status }) => mayWrite && status !== 'pending',
              sendAgain: (delivery_id) =>
                api.POST('/v1/webhooks/endpoints/{endpoint_id}/deliveries/{delivery_id}/retry', {
                  params: { path: { endpoint_id, delivery_id } },
                }),
              refreshes: [key],
            }),
          ]}
        />
      )}
    </Loaded>
  );
}
