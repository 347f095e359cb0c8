import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { submitted } from '../forms/submitted.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useSession } from '../session/session.js';
import { ago, moment, words } from '../words/words.js';

const KEY = ['keys'];

const SCOPES = ['read', 'write', 'admin'] as const;

/** Who may call the service: keys are made, replaced and revoked; a new one is shown once. */
export function Keys(): ReactElement {
  const [makes, setMakes] = useState(false);
  const [shown, setShown] = useState<string>();
  const keys = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/admin/keys', { signal })),
  });
  const path = (key_id: string) => ({ params: { path: { key_id } } });
  const rotate = async (key_id: string): Promise<void> => {
    setShown(dataOf(await api.POST('/v1/admin/keys/{key_id}/rotate', { ...path(key_id), body: {} })).raw_key);
  };
  return (
    <section>
      <h2>{words.operations.keys}</h2>
      {shown !== undefined && (
        <p role="status">
          {words.operations.newKey} <code>{shown}</code>
        </p>
      )}
      <Button className="button small" onPress={() => setMakes(true)}>
        {words.operations.makeKey}
      </Button>
      <Loaded of={keys}>
        {(rows) => (
          <DataTable
            caption={words.operations.keys}
            empty=""
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.operations.name, cell: ({ name }) => name },
              { name: words.operations.scopes, cell: ({ scopes, mode }) => `${scopes.join(', ')} (${mode})` },
              {
                name: words.operations.lastUsed,
                cell: ({ last_used }) => (last_used === null ? '–' : ago(last_used)),
              },
              { name: words.operations.ends, cell: ({ expires_at }) => expires_at && moment(expires_at) },
              {
                name: words.operations.decide,
                cell: ({ id, revoked }) =>
                  revoked ? (
                    words.operations.revoked
                  ) : (
                    <>
                      <ActButton refreshes={[KEY]} act={() => rotate(id)}>
                        {words.operations.rotate}
                      </ActButton>{' '}
                      <ActButton refreshes={[KEY]} act={() => api.DELETE('/v1/admin/keys/{key_id}', path(id))}>
                        {words.operations.revoke}
                      </ActButton>
                    </>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {makes && <MakeKey onMade={setShown} onClose={() => setMakes(false)} />}
    </section>
  );
}

/** Asks what a key is called and what it may do. */
function MakeKey({ onMade, onClose }: { onMade: (raw?: string) => void; onClose: () => void }): ReactElement {
  const queries = useQueryClient();
  const tenant_id = useSession().data?.tenant_id ?? '';
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (key: Pick<Schemas['CreateApiKey'], 'name' | 'scopes'>) =>
      dataOf(await api.POST('/v1/admin/keys', { body: { tenant_id, ...key } })),
    onSuccess: async ({ raw_key }) => {
      onMade(raw_key);
      onClose();
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <FormDialog
      title={words.operations.makeKey}
      submit={words.operations.make}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => {
        const given = submitted(event);
        mutate({ name: given('name'), scopes: SCOPES.filter((scope) => given(scope) !== '') });
      }}
    >
      <TextField name="name" isRequired maxLength={200} autoFocus>
        <Label>{words.operations.name}</Label>
        <Input />
      </TextField>
      {SCOPES.map((scope) => (
        <label key={scope} className="checkbox">
          <input type="checkbox" name={scope} value="on" defaultChecked={scope !== 'admin'} />
          {words.operations.mays[scope]}
        </label>
      ))}
    </FormDialog>
  );
}
