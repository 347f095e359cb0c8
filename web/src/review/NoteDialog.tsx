import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button, Form, Heading, Label, TextArea, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { submitted } from '../forms/submitted.js';
import { reviewerName } from '../session/session.js';
import { words } from '../words/words.js';
import { said } from '../words/said.js';
import { ReviewDialog } from './ReviewDialog.js';

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
    <ReviewDialog onClose={onClose}>
      <Form onSubmit={(event) => mutate(submitted(event)('text'))}>
        <Heading slot="title">{words.decide.note}</Heading>
        <TextField name="text" isRequired maxLength={4000} autoFocus>
          <Label>{words.decide.noteText}</Label>
          <TextArea rows={4} />
        </TextField>
        {error && <p role="alert">{said(error)}</p>}
        <div className="actions">
          <Button className="button" onPress={onClose}>
            {words.review.cancel}
          </Button>
          <Button type="submit" className="button primary" isPending={isPending}>
            {words.review.save}
          </Button>
        </div>
      </Form>
    </ReviewDialog>
  );
}
