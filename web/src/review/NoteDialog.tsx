import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { submitted } from '../forms/submitted.js';
import { reviewerName } from '../session/session.js';
import { words } from '../words/words.js';

/** Writes a note about a case, which the customer is not told. */
export function NoteDialog({
  session_id,
  onDone,
  onClose,
}: {
  session_id: string;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (text: string) => {
      await api.POST('/v1/cases/{session_id}/notes', {
        params: { path: { session_id } },
        body: { text, actor: reviewerName() },
      });
    },
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={words.decide.note}
      submit={words.review.save}
      {...{ error, isPending }}
      onSubmit={(event) => mutate(submitted(event)('text'))}
      onClose={onClose}
    >
      <TextField name="text" isRequired maxLength={4000} autoFocus>
        <Label>{words.decide.noteText}</Label>
        <TextArea rows={4} />
      </TextField>
    </FormDialog>
  );
}
