import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Input, Label, Text, TextField } from 'react-aria-components';
import { FormDialog } from '../dialogs/FormDialog.js';
import { submitted } from '../forms/submitted.js';
import { reviewerName } from '../session/session.js';
import { words } from '../words/words.js';
import { assignAll } from './assignAll.js';

/** Asks who is to look at some cases, and assigns them. */
export function AssignDialog({
  ids,
  onDone,
  onClose,
}: {
  ids: readonly string[];
  /** Told which of them could not be assigned. */
  onDone: (failed: readonly string[]) => void;
  onClose: () => void;
}): ReactElement {
  const [tried, setTried] = useState(0);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (name: string) => {
      const { failed } = await assignAll(ids, name === '' ? null : name, setTried);
      onDone(failed.map(({ session_id }) => session_id));
      if (failed[0]) throw failed[0].error;
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.queue.assignTitle(ids.length)}
      submit={isPending ? words.queue.tried(tried, ids.length) : words.queue.assign}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => mutate(submitted(event)('assignee'))}
    >
      <TextField name="assignee" defaultValue={reviewerName()} maxLength={200} autoFocus>
        <Label>{words.queue.to}</Label>
        <Input />
        <Text slot="description">{words.queue.toNobody}</Text>
      </TextField>
    </FormDialog>
  );
}
