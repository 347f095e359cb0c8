import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { cellText } from '../reading/values.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { whileUsed } from '../session/whileUsed.js';
import { readable, words } from '../words/words.js';

/** So often it is asked how the service fares. */
const ASK_EVERY_MS = 5_000;

/** What the service is made of, and how each part fares. */
export function HealthState(): ReactElement {
  const health = useQuery({
    queryKey: ['health'],
    refetchInterval: whileUsed(ASK_EVERY_MS),
    queryFn: async ({ signal }) => {
      // A service that cannot do its work says so with 503: that is an answer to show, no failure to read it.
      const answer = await fetch('/readyz', { signal });
      return (await answer.json()) as Schemas['Health'];
    },
  });
  return (
    <section>
      <h2>{words.operations.health}</h2>
      <Loaded of={health}>
        {({ checks }) => (
          <DataTable
            caption={words.operations.health}
            empty=""
            rows={Object.entries(checks)}
            keyOf={([name]) => name}
            columns={[
              { name: words.operations.part, cell: ([name]) => readable(name) },
              {
                name: words.file.status,
                cell: ([, { status }]) => <span className={status === 'ok' ? 'good' : 'bad'}>{status}</span>,
              },
              {
                name: words.operations.says,
                cell: ([, { status: _, ...said }]) =>
                  Object.entries(said)
                    .map(([name, value]) => `${readable(name)}: ${cellText(value)}`)
                    .join(', '),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
