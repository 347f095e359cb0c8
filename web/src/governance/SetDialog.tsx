import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Input, Label, Text, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { submitted } from '../forms/submitted.js';
import { words } from '../words/words.js';

const FIELDS = ['name', 'context_id', 'schedule'] as const;

/** Asks which documents a new set looks at, and when. */
export function SetDialog({ onClose }: { onClose: () => void }): ReactElement {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { name: string; context_id: string; schedule: string }) => api.POST('/v1/governance', { body }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['governance'] });
    },
  });
  return (
    <FormDialog
      title={words.governance.make}
      submit={words.operations.make}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => {
        const given = submitted(event);
        mutate({ name: given('name'), context_id: given('context_id'), schedule: given('schedule') });
      }}
    >
      {FIELDS.map((name, index) => (
        <TextField
          key={name}
          name={name}
          isRequired
          autoFocus={index === 0}
          defaultValue={name === 'schedule' ? 'daily' : ''}
        >
          <Label>{words.governance.fields[name]}</Label>
          <Input />
          <Text slot="description">{words.governance.hints[name]}</Text>
        </TextField>
      ))}
    </FormDialog>
  );
}
