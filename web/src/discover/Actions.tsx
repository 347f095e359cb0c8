import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { saveAs } from '../api/saveAs.js';
import { ClosableDialog } from '../dialogs/ClosableDialog.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { clientCallOf, curlOf } from './callOf.js';
import { ColumnsDialog } from './ColumnsDialog.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { searchBody, searchedThings } from './searchBody.js';

/** What can be done with what is shown: put its columns in order, copy the call behind it, have all of it as a file. */
export function Actions({
  search,
  columns,
  onChange,
}: {
  search: DiscoverSearch;
  columns: readonly string[];
  onChange: (changed: Partial<DiscoverSearch>) => void;
}): ReactElement {
  const [shown, setShown] = useState<'call' | 'columns'>();
  const close = (): void => setShown(undefined);
  const save = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => {
      const { sort } = search;
      const body = { ...searchedThings(search), ...(sort && { sort: [sort] }), columns: [...columns], format };
      const answer = api.POST('/v1/search/export', { body, parseAs: 'blob' });
      return saveAs(`${search.kind}.${format}`, answer.then(dataOf<Blob>));
    },
  });
  return (
    <>
      <Button className="button small" onPress={() => setShown('columns')}>
        {words.discover.columns}
      </Button>
      <Button className="button small" onPress={() => setShown('call')}>
        {words.discover.call}
      </Button>
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button key={format} className="button small" isPending={save.isPending} onPress={() => save.mutate(format)}>
          {words.discover.exportAs[format]}
        </Button>
      ))}
      {save.error && <span role="alert">{said(save.error)}</span>}
      {shown === 'columns' && <ColumnsDialog {...{ columns, onChange }} widths={search.widths} onClose={close} />}
      {shown === 'call' && <CallDialog search={search} onClose={close} />}
    </>
  );
}

/** The call behind what is shown: for a shell, and for a program with the generated client. */
function CallDialog({ search, onClose }: { search: DiscoverSearch; onClose: () => void }): ReactElement {
  const body = searchBody(search, 50);
  return (
    <ClosableDialog title={words.discover.call} onClose={onClose}>
      <pre tabIndex={0}>{curlOf('/v1/search', body)}</pre>
      <pre tabIndex={0}>{clientCallOf('/v1/search', body)}</pre>
    </ClosableDialog>
  );
}
