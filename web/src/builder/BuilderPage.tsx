import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FactList, type Fact } from '../reading/FactList.js';
import { Loaded } from '../reading/Loaded.js';
import { said } from '../words/said.js';
import { readable, words } from '../words/words.js';
import { Talk } from './Talk.js';
import './builder.css';

const route = getRouteApi('/builder');

/** An agent that is made in a conversation: what was said, what the wizard suggests, what it has understood so far. */
export function BuilderPage(): ReactElement {
  const { session } = route.useSearch();
  const navigate = route.useNavigate();
  const start = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/agents/builder/start', { body: {} })).builder_id,
    onSuccess: (begun) => void navigate({ search: { session: begun } }),
  });
  return (
    <main className="screen builder">
      <Link to="/agents">{words.agents.title}</Link>
      <h1>{words.builder.title}</h1>
      {session === undefined ? (
        <>
          <p>{words.builder.hint}</p>
          <Button className="button primary" isPending={start.isPending} onPress={() => start.mutate()}>
            {words.builder.start}
          </Button>
          {start.error && <p role="alert">{said(start.error)}</p>}
        </>
      ) : (
        <Session key={session} builder_id={session} />
      )}
    </main>
  );
}

function Session({ builder_id }: { builder_id: string }): ReactElement {
  const queries = useQueryClient();
  const key = ['builder', builder_id];
  const params = { path: { builder_id } };
  const session = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/agents/builder/{builder_id}', { params, signal })),
  });
  return (
    <div className="columns">
      <Talk builder_id={builder_id} onSaid={() => void queries.invalidateQueries({ queryKey: key })} />
      <Loaded of={session}>
        {(shown) => (
          <aside>
            <Understood session={shown} />
            {shown.suggestions.length > 0 && <h2>{words.builder.suggestions}</h2>}
            {shown.suggestions.map(({ action, params: given, text }) => (
              <div key={text} className="row">
                <ActButton
                  refreshes={[key, ['agents']]}
                  label={text}
                  act={() =>
                    api.POST('/v1/agents/builder/{builder_id}/action', { params, body: { action, params: given } })
                  }
                >
                  {text}
                </ActButton>
              </div>
            ))}
          </aside>
        )}
      </Loaded>
    </div>
  );
}

/** What the wizard knows of the agent so far. */
function Understood({ session: { step, state, agent_id } }: { session: Schemas['BuilderView'] }): ReactElement {
  const facts: Fact[] = [
    [words.builder.step, readable(step)],
    [words.operations.name, state.name],
    [words.queue.goal, state.goal],
    [words.queue.documents, state.context_ids.map(readable).join(', ')],
    [words.review.crossMatch, (state.cross_match.match_fields ?? []).map(readable).join(', ')],
    [words.builder.missing, state.missing],
  ];
  return (
    <section>
      <h2>{words.builder.understood}</h2>
      <FactList facts={facts} />
      {state.refusal !== null && <p role="alert">{state.refusal}</p>}
      {agent_id !== null && (
        <Link to="/agents/$agent_id" params={{ agent_id }}>
          {words.builder.toAgent}
        </Link>
      )}
    </section>
  );
}
