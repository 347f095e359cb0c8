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
        { name: words.editor.before, cell: ({ before: was }) => was !== null && <del>{was}</del> },
        { name: words.editor.after, cell: ({ after: is }) => is !== null && <ins>{is}</ins> },
      ]}
    />
  );
}
