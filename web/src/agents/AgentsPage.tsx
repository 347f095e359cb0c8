import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { useDecisions } from '../overview/useDecisions.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { ago, percent, words } from '../words/words.js';

/** The agents there are: what each is for, how it fared in the last month. */
export function AgentsPage(): ReactElement {
  const agents = useQuery({
    queryKey: ['agents'],
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/agents', { signal })),
  });
  const figures = new Map(useDecisions({}, 'goal').data?.groups?.map((group) => [group.value, group]));
  const mayWrite = useMayWrite();
  return (
    <main className="screen">
      <h1>{words.agents.title}</h1>
      {mayWrite && <Link to="/builder">{words.builder.title}</Link>}
      <Loaded of={agents}>
        {(rows) => (
          <DataTable
            caption={words.agents.title}
            empty={words.agents.none}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.operations.name,
                cell: ({ id: agent_id, name }) => (
                  <Link to="/agents/$agent_id" params={{ agent_id }}>
                    {name}
                  </Link>
                ),
              },
              { name: words.queue.goal, cell: ({ goal }) => goal },
              { name: words.agents.version, cell: ({ version }) => version },
              {
                name: words.file.status,
                cell: ({ deployed }) => (deployed ? words.agents.deployed : words.agents.notDeployed),
              },
              {
                name: words.agents.casesOfMonth,
                isNumber: true,
                cell: ({ goal }) => (
                  <Link to="/overview" search={{ goal }}>
                    {figures.get(goal)?.cases.total ?? 0}
                  </Link>
                ),
              },
              ...(['completed', 'review'] as const).map((outcome) => ({
                name: words.overview.outcomes[outcome],
                isNumber: true,
                cell: ({ goal }: { goal: string }) => {
                  const group = figures.get(goal);
                  return group ? percent(group.rates[outcome]) : '–';
                },
              })),
              { name: words.file.touched, cell: ({ updated_at }) => ago(updated_at) },
            ]}
          />
        )}
      </Loaded>
    </main>
  );
}
