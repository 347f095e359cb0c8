import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayAdmin } from '../session/session.js';
import { said } from '../words/said.js';
import { moment, words } from '../words/words.js';

const PATH = '/v1/watchlists/monitoring';
const KEY = ['monitoring'];

/** Whether faces of cases are compared with those that join a watchlist later; whoever may decide that begins and ends it here. */
export function Monitoring(): ReactElement {
  const queries = useQueryClient();
  const mayDecide = useMayAdmin();
  const state = useQuery({ queryKey: KEY, queryFn: async ({ signal }) => dataOf(await api.GET(PATH, { signal })) });
  const change = useMutation({
    mutationFn: async (monitors: boolean) => dataOf(await api.PUT(PATH, { body: { monitors } })),
    onSuccess: (now) => queries.setQueryData(KEY, now),
  });
  return (
    <section>
      <h2>{words.faces.monitoring}</h2>
      <Loaded of={state}>
        {({ monitors, changed_by, changed_at }) => (
          <>
            <p role="status">{monitors ? words.faces.monitors : words.faces.monitorsNot}</p>
            {changed_by !== null && changed_at !== null && (
              <p className="quiet">{words.faces.monitoringSince(changed_by, moment(changed_at))}</p>
            )}
            {mayDecide && (
              <Button className="button" isDisabled={change.isPending} onPress={() => change.mutate(!monitors)}>
                {monitors ? words.faces.monitorNoMore : words.faces.monitor}
              </Button>
            )}
            {change.error && (
              <p className="bad" role="alert">
                {said(change.error)}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
