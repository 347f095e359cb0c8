import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, readable, words } from '../words/words.js';
import { alarmText, thenAndNow } from './driftText.js';

type FoundDrift = Schemas['GovernanceDriftView'];

/** How the documents of a run drift beside those of before, and what is demanded and is not so; nothing where its set does not ask. */
export function Drift({ run_id }: { run_id: string }): ReactElement {
  const run = useQuery({
    queryKey: ['run', run_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/governance/runs/{run_id}', { params: { path: { run_id } }, signal })),
  });
  return <Loaded of={run}>{({ summary: { drift } }) => (drift ? <Found drift={drift} /> : null)}</Loaded>;
}

function Found({ drift }: { drift: FoundDrift }): ReactElement {
  const { documents, since, alarms, fields, valid } = drift;
  return (
    <section>
      <h2>{words.governance.drift}</h2>
      <p>{words.governance.driftSince(moment(since), documents.now, documents.before)}</p>
      {alarms.length > 0 && (
        <ul role="alert">
          {alarms.map((alarm) => (
            <li key={`${alarm.field ?? ''} ${alarm.measure}`}>{alarmText(alarm)}</li>
          ))}
        </ul>
      )}
      <DataTable
        caption={words.governance.drift}
        empty={words.governance.noResults}
        rows={[{ field: null, valid, filled: NONE, confidence: NONE, moved: null }, ...fields]}
        keyOf={({ field }) => field ?? ''}
        columns={[
          {
            name: words.governance.field,
            cell: ({ field }) => (field === null ? words.governance.allDocuments : readable(field)),
          },
          ...(['valid', 'filled', 'confidence'] as const).map((measure) => ({
            name: words.governance.measures[measure],
            cell: (row: Row) => thenAndNow(row[measure]),
            isNumber: true,
          })),
          { name: words.governance.measures.moved, cell: ({ moved }) => moved?.toFixed(2) ?? '–', isNumber: true },
        ]}
      />
    </section>
  );
}

type Row = Omit<FoundDrift['fields'][number], 'field'> & { field: string | null };

const NONE = { now: null, before: null };
