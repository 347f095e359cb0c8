import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { useDecisions } from '../overview/useDecisions.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { percent, words } from '../words/words.js';
import { NewType } from './NewType.js';
import { useTypes } from './useTypes.js';

/** The document types there are: what is read of each, how often it came in the last month, how often people corrected it. */
export function TypesPage(): ReactElement {
  const [makes, setMakes] = useState(false);
  const types = useTypes();
  const { data: decisions } = useDecisions({}, 'document_type');
  const casesOf = new Map(decisions?.groups?.map(({ value, cases }) => [value, cases.total]));
  const mayWrite = useMayWrite();
  return (
    <main className="screen">
      <h1>{words.types.title}</h1>
      {mayWrite && (
        <Button className="button" aria-expanded={makes} onPress={() => setMakes(!makes)}>
          {words.types.make}
        </Button>
      )}
      {makes && <NewType />}
      <Loaded of={types}>
        {(rows) => (
          <DataTable
            caption={words.types.title}
            empty={words.types.none}
            rows={rows}
            keyOf={({ context_id, tenant_id }) => `${tenant_id} ${context_id}`}
            columns={[
              {
                name: words.operations.name,
                cell: ({ context_id, display_name }) => (
                  <Link to="/types/$context_id" params={{ context_id }}>
                    {display_name}
                  </Link>
                ),
              },
              { name: words.types.category, cell: ({ category }) => words.types.categories[category] },
              {
                name: words.types.fields,
                cell: ({ output_schema }) => Object.keys(output_schema).length,
                isNumber: true,
              },
              {
                name: words.types.casesOfMonth,
                cell: ({ context_id }) => casesOf.get(context_id) ?? 0,
                isNumber: true,
              },
              {
                name: words.types.corrected,
                isNumber: true,
                cell: ({ context_id }) => correctedOf(decisions?.fields ?? [], context_id),
              },
              {
                name: words.types.whose,
                cell: ({ tenant_id }) => (tenant_id === '' ? words.types.everybodys : tenant_id),
              },
            ]}
          />
        )}
      </Loaded>
    </main>
  );
}

/** Of all values that were read of a type, the share that people corrected. */
function correctedOf(
  fields: readonly { document_type: string; read: number; corrected: number }[],
  context_id: string,
): string {
  const own = fields.filter(({ document_type }) => document_type === context_id);
  const read = own.reduce((sum, field) => sum + field.read, 0);
  return read === 0 ? '–' : percent(own.reduce((sum, field) => sum + field.corrected, 0) / read);
}
