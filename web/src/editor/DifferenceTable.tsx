import type { ReactElement } from 'react';
import { DataTable } from '../reading/DataTable.js';
import { words } from '../words/words.js';
import { differences } from './differences.js';

/** What changed from one version to the next, place by place. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }): ReactElement {
  return (
    <DataTable
      caption={words.editor.differences}
      empty={words.editor.noDifferences}
      rows={differences(before, after)}
      keyOf={({ path }) => path}
      columns={[
        { name: words.editor.place, cell: ({ path }) => path },
        { name: words.editor.before, cell: ({ before: was }) => was !== null && <del>{shortened(was)}</del> },
        { name: words.editor.after, cell: ({ after: is }) => is !== null && <ins>{shortened(is)}</ins> },
      ]}
    />
  );
}

/** A picture in a text says nothing to who reads it. */
const shortened = (json: string): string => json.replace(/^("data:[^,]{1,60},.{12}).{40,}"$/, '$1…"');
