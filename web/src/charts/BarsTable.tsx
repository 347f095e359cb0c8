import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { DataTable } from '../reading/DataTable.js';
import { span, words } from '../words/words.js';
import { timesOf, type Drawing } from './parts.js';

/** The same as bars say, as a table: parts in which anything is, each to be chosen. It is made when it is asked for. */
export function BarsTable({
  drawing,
  label,
  onChoose,
}: {
  drawing: Drawing;
  label: string;
  /** By the place of the part. */
  onChoose: (at: number) => void;
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { parts, series, zone } = drawing;
  const filled = parts.flatMap(({ counts }, at) => (counts.some((count) => count > 0) ? [{ counts, at }] : []));
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.chart.table}</summary>
      {isOpen && (
        <DataTable
          caption={label}
          empty={words.chart.none}
          rows={filled}
          keyOf={({ at }) => `${at}`}
          columns={[
            {
              name: words.chart.when,
              cell: ({ at }) => {
                const { from, to } = timesOf(drawing, { first: at, last: at });
                return (
                  <Button className="button small" onPress={() => onChoose(at)}>
                    {span(from, to, zone)}
                  </Button>
                );
              },
            },
            ...series.map(({ name }, of) => ({
              ...{ name, isNumber: true },
              cell: ({ counts }: { counts: readonly number[] }) => counts[of],
            })),
          ]}
        />
      )}
    </details>
  );
}
