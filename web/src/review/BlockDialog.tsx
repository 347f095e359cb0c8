import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { submitted } from '../forms/submitted.js';
import { words } from '../words/words.js';

const KINDS = ['document_number', 'person'] as const;

/** Puts what a document says of itself, or of its person, on the blocklist: later cases that show it again wait, or are denied. */
export function BlockDialog({
  session_id,
  document: { doc_id },
  onDone,
  onClose,
}: {
  session_id: string;
  document: Schemas['CaseDocumentView'];
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('document_number');
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string) =>
      api.POST('/v1/blocklist', { body: { kind, case_id: session_id, doc_id, ...(reason !== '' && { reason }) } }),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={words.block.title}
      submit={words.block.submit}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => mutate(submitted(event)('reason'))}
    >
      <LabelledSelect
        id="block-kind"
        label={words.block.what}
        value={kind}
        choices={KINDS.map((one) => [one, words.block.kinds[one]])}
        onChoose={setKind}
      />
      <TextField name="reason" maxLength={500} autoFocus>
        <Label>{words.decide.reason}</Label>
        <TextArea rows={2} />
        <Text slot="description">{words.block.hint}</Text>
      </TextField>
    </FormDialog>
  );
}
