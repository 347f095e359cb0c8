import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { moment, words } from '../words/words.js';

/** Links with which the customer of a case hands in documents themselves: made, with their address shown once, and ended. */
export function CustomerLinks({ session_id }: { session_id: string }): ReactElement {
  const [made, setMade] = useState<string>();
  const mayWrite = useMayWrite();
  const key = ['case', session_id, 'links'];
  const params = { path: { session_id } };
  const links = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/cases/{session_id}/links', { params, signal })),
  });
  const make = async (): Promise<void> => {
    const { url } = dataOf(await api.POST('/v1/cases/{session_id}/links', { params, body: {} }));
    if (url !== undefined) setMade(new URL(url, location.origin).href);
  };
  const end = (link_id: string) =>
    api.DELETE('/v1/cases/{session_id}/links/{link_id}', { params: { path: { session_id, link_id } } });
  return (
    <section>
      <h2>{words.links.title}</h2>
      {mayWrite && (
        <ActButton act={make} refreshes={[key]}>
          {words.links.make}
        </ActButton>
      )}
      {made !== undefined && <Address address={made} />}
      <Loaded of={links}>
        {(rows) => (
          <DataTable
            caption={words.links.title}
            empty={words.links.none}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.links.made, cell: ({ created_at }) => moment(created_at) },
              { name: words.links.until, cell: ({ expires_at }) => moment(expires_at) },
              { name: words.links.opened, cell: ({ opened }) => opened, isNumber: true },
              { name: words.links.sent, cell: ({ used, uses }) => words.links.of(used, uses), isNumber: true },
              { name: words.links.agreed, cell: ({ consent }) => consent && moment(consent.at) },
              {
                name: words.links.end,
                cell: (link) =>
                  mayWrite && isOpen(link) ? (
                    <ActButton
                      act={() => end(link.id)}
                      refreshes={[key]}
                      label={words.links.endThat(moment(link.created_at))}
                    >
                      {words.links.end}
                    </ActButton>
                  ) : (
                    !isOpen(link) && words.links.ended
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

const isOpen = ({ ended_at, expires_at, used, uses }: Schemas['CaptureLinkView']): boolean =>
  ended_at === null && used < uses && Date.parse(expires_at) > Date.now();

/** The address of a link that was made just now. Whoever has it hands in documents: it is shown this once. */
function Address({ address }: { address: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
  };
  // A browser gives the clipboard to pages that came by https or from its own machine alone.
  const mayCopy = 'clipboard' in navigator;
  return (
    <p role="status">
      {words.links.address} <code>{address}</code>{' '}
      {mayCopy && (
        <Button className="button small" onPress={() => void copy().catch(() => setIsCopied(false))}>
          {isCopied ? words.links.copied : words.links.copy}
        </Button>
      )}
    </p>
  );
}
