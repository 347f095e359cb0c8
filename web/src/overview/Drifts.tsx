import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { clauseOf } from '../discover/searchBody.js';
import { alarmText, thenAndNow } from '../governance/driftText.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, words } from '../words/words.js';
import { readDrifts, type SetDrift } from './readDrifts.js';
import type { OverviewSearch } from './overviewSearch.js';

/** How documents drift, by what the newest run of each set that watches for it says; each figure leads to what it is of. */
export function Drifts({ search: { goal, document_type } }: { search: OverviewSearch }): ReactElement {
  const narrowed = { goal, document_type };
  const drifts = useQuery({
    queryKey: ['drifts', narrowed],
    queryFn: ({ signal }) => readDrifts(narrowed, signal),
  });
  return (
    <section>
      <h2>{words.governance.drift}</h2>
      <Loaded of={drifts}>
        {(rows) => (
          <DataTable
            caption={words.governance.drift}
            empty={words.overview.noDrift}
            rows={rows}
            keyOf={({ set }) => set.id}
            columns={[
              {
                name: words.overview.watchedBy,
                cell: ({ set, run }) => (
                  <Link to="/governance" search={{ set: set.id, run: run?.id }}>
                    {set.name}
                  </Link>
                ),
              },
              { name: words.governance.type, cell: ({ set }) => set.context_id },
              { name: words.queue.documents, cell: (row) => <Documents row={row} />, isNumber: true },
              {
                name: words.governance.measures.valid,
                cell: ({ drift }) => drift && thenAndNow(drift.valid),
                isNumber: true,
              },
              { name: words.overview.alarms, cell: (row) => <Alarms row={row} /> },
              {
                name: words.governance.lastRun,
                cell: ({ run }) => (run ? moment(run.started_at) : words.governance.noRuns),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

/** How many there were before and in the newest days; these are searched. */
function Documents({ row: { set, run, drift } }: { row: SetDrift }): ReactElement | null {
  if (!run || !drift) return null;
  const { context_id, config } = set;
  const filters = [
    ...[clauseOf('document_type', context_id), 'status: done'],
    ...(config.goal === undefined ? [] : [clauseOf('session_goal', config.goal)]),
  ];
  return (
    <>
      {`${drift.documents.before} → `}
      <Link to="/discover" search={{ kind: 'documents', filters, from: drift.since, to: run.started_at }}>
        {drift.documents.now}
      </Link>
    </>
  );
}

function Alarms({ row: { set, run, drift } }: { row: SetDrift }): ReactElement | null {
  if (!run || !drift) return null;
  if (drift.alarms.length === 0) return <span className="good">{words.overview.noAlarm}</span>;
  return (
    <ul>
      {drift.alarms.map((alarm) => (
        <li key={`${alarm.field ?? ''} ${alarm.measure}`}>
          <Link to="/governance" search={{ set: set.id, run: run.id }} className="bad">
            {alarmText(alarm)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
