import { useState, type ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { caseColumn } from '../reading/caseColumn.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { MoreButton } from '../reading/MoreButton.js';
import { usePages } from '../reading/usePages.js';
import { readable, words } from '../words/words.js';

const PER_PAGE = 50;

/** What a run found, document by document: which rules are broken now, and what would be decided otherwise. */
export function Results({ run_id }: { run_id: string }): ReactElement {
  const [status, setStatus] = useState<'all' | 'fail' | 'pass'>('fail');
  const results = usePages(['results', run_id, status], async (cursor, signal) => {
    const query = { limit: PER_PAGE, cursor, ...(status !== 'all' && { status }) };
    const answer = await api.GET('/v1/governance/runs/{run_id}/results', {
      params: { path: { run_id }, query },
      signal,
    });
    return { ...answer, rows: dataOf(answer) };
  });
  return (
    <section>
      <h2>{words.governance.results}</h2>
      <LabelledSelect
        id="result-status"
        label={words.governance.which}
        value={status}
        choices={(['fail', 'pass', 'all'] as const).map((one) => [one, words.governance.statuses[one]])}
        onChoose={setStatus}
      />
      <Loaded of={results}>
        {(rows) => (
          <DataTable
            caption={words.governance.results}
            empty={words.governance.noResults}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              caseColumn,
              { name: words.file.status, cell: ({ status: is }) => words.governance.statuses[is] },
              {
                name: words.governance.broken,
                cell: ({ field_results }) =>
                  Object.entries(field_results)
                    .filter(([, { rules }]) => rules.length > 0)
                    .map(([field, { rules }]) => `${readable(field)}: ${rules.join(', ')}`)
                    .join('; '),
              },
              {
                name: words.governance.otherDecision,
                cell: ({ decision }) =>
                  decision && (
                    <>
                      <del>{readable(decision.from)}</del> <ins>{readable(decision.to)}</ins>
                    </>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton of={results} />
    </section>
  );
}
