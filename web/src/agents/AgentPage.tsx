import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf, etagOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useOwnChanges } from '../editor/useOwnChanges.js';
import { Versions, type Version } from '../editor/Versions.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { AgentEditor } from './AgentEditor.js';
import '../editor/editor.css';

const route = getRouteApi('/agents/$agent_id');

/** One agent: what it demands, what a change of it would do, which versions it had. */
export function AgentPage(): ReactElement {
  const { agent_id } = route.useParams();
  const params = { path: { agent_id } };
  const keys = [['agent', agent_id], ['agents']];
  const agent = useQuery({
    queryKey: ['agent', agent_id],
    queryFn: async ({ signal }) => {
      const answer = await api.GET('/v1/agents/{agent_id}', { params, signal });
      return { shown: dataOf(answer), etag: etagOf(answer) };
    },
  });
  const versions = useQuery({
    queryKey: ['agent', agent_id, 'versions'],
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/agents/{agent_id}/versions', { params, signal })),
  });
  const mayWrite = useMayWrite();
  const own = useOwnChanges(['agent', agent_id]);
  const { change } = own;
  const rollBack = ({ id: version_id }: { id: string }): Promise<unknown> =>
    change(agent.data?.etag ?? '*', (now) =>
      api.POST('/v1/agents/{agent_id}/rollback/{version_id}', {
        params: { path: { agent_id, version_id }, header: { 'If-Match': now } },
      }),
    );
  return (
    <main className="screen">
      <Link to="/agents">{words.agents.title}</Link>
      <Loaded of={agent}>
        {({ shown, etag }) => (
          <>
            <div className="row">
              <h1>{shown.name}</h1>
              <span className="quiet">{`${shown.goal}, ${shown.version}`}</span>
              {mayWrite && (
                <ActButton
                  refreshes={keys}
                  act={() =>
                    change(etag, (now) =>
                      api.PATCH('/v1/agents/{agent_id}/deploy', {
                        params: { ...params, header: { 'If-Match': now }, query: { deploy: !shown.deployed } },
                      }),
                    )
                  }
                >
                  {shown.deployed ? words.agents.withdraw : words.agents.deploy}
                </ActButton>
              )}
            </div>
            <AgentEditor key={agent_id} agent={shown} {...{ etag, own }} refreshes={keys} />
          </>
        )}
      </Loaded>
      <section>
        <h2>{words.editor.versions}</h2>
        <Loaded of={versions}>
          {(list) => (
            <Versions
              versions={[
                ...(agent.data ? [versionNow(agent.data.shown)] : []),
                ...list.map(({ id, version, name, note, created_at, definition }) => ({
                  ...{ id, created_at, name: [version, name, note].filter((part) => part !== '').join(' · ') },
                  config: { name, definition },
                })),
              ]}
              onTakeBack={mayWrite && agent.data ? rollBack : undefined}
              refreshes={keys}
            />
          )}
        </Loaded>
      </section>
    </main>
  );
}

const versionNow = ({ version, name, updated_at, definition }: Schemas['AgentView']): Version => ({
  ...{ id: 'now', created_at: updated_at, name: [version, name, words.file.now].join(' · ') },
  config: { name, definition },
});
