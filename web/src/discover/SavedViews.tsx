import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { ClosableDialog } from '../dialogs/ClosableDialog.js';
import { submitted } from '../forms/submitted.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { ago, words } from '../words/words.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { savedOf, searchOf } from './savedView.js';

const KEY = ['saved views'];

/** Keeps what is shown under a name, for oneself or for all of the tenant, and finds what was kept. */
export function SavedViews({ search }: { search: DiscoverSearch }): ReactElement {
  const [shown, setShown] = useState<'list' | 'save'>();
  const mayWrite = useMayWrite();
  const close = (): void => setShown(undefined);
  return (
    <>
      <Button className="button small" onPress={() => setShown('list')}>
        {words.views.title}
      </Button>
      {mayWrite && (
        <Button className="button small" onPress={() => setShown('save')}>
          {words.views.save}
        </Button>
      )}
      {shown === 'list' && <ViewList mayWrite={mayWrite} onClose={close} />}
      {shown === 'save' && <SaveDialog search={search} onClose={close} />}
    </>
  );
}

function ViewList({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }): ReactElement {
  const views = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/search/views', { params: { query: { limit: 200 } }, signal })),
  });
  return (
    <ClosableDialog title={words.views.title} onClose={onClose}>
      <Loaded of={views}>
        {(rows) => (
          <DataTable
            caption={words.views.title}
            empty={words.views.none}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.operations.name,
                cell: (view) =>
                  view.name === null ? (
                    words.views.erased
                  ) : (
                    <Link to="/discover" search={searchOf(view)} onClick={onClose}>
                      {view.name}
                    </Link>
                  ),
              },
              { name: words.discover.kind, cell: ({ kind }) => words.discover.kinds[kind] },
              { name: words.views.whose, cell: ({ shared }) => (shared ? words.views.shared : words.views.own) },
              { name: words.views.alerts, cell: ({ alerts }) => (alerts ? words.views.told : '–') },
              { name: words.file.touched, cell: ({ updated_at }) => ago(updated_at) },
              {
                name: words.operations.decide,
                cell: ({ id: view_id, name }) =>
                  mayWrite && (
                    <ActButton
                      refreshes={[KEY]}
                      label={words.views.removeIt(name ?? words.views.erased)}
                      act={() => api.DELETE('/v1/search/views/{view_id}', { params: { path: { view_id } } })}
                    >
                      {words.views.remove}
                    </ActButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </ClosableDialog>
  );
}

function SaveDialog({ search, onClose }: { search: DiscoverSearch; onClose: () => void }): ReactElement {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (called: { name: string; shared: boolean; alerts: boolean }) =>
      api.POST('/v1/search/views', { body: savedOf(search, called) }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <FormDialog
      title={words.views.save}
      submit={words.review.save}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => {
        const given = submitted(event);
        mutate({ name: given('name'), shared: given('shared') !== '', alerts: given('alerts') !== '' });
      }}
    >
      <TextField name="name" isRequired maxLength={200} autoFocus>
        <Label>{words.operations.name}</Label>
        <Input />
      </TextField>
      <label className="checkbox">
        <input type="checkbox" name="shared" value="on" />
        {words.views.share}
      </label>
      <label className="checkbox">
        <input type="checkbox" name="alerts" value="on" />
        {words.views.alert}
      </label>
    </FormDialog>
  );
}
