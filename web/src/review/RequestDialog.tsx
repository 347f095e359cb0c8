import { useMutation } from '@tanstack/react-query';
import type { ReactElement, SyntheticEvent } from 'react';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  TextArea,
  TextField,
} from 'react-aria-components';
import { api } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { submitted } from '../forms/submitted.js';
import { reviewerName } from '../session/session.js';
import { readable, words } from '../words/words.js';

type Code = Schemas['RequestCodeName'];

const CODES: readonly Code[] = [
  ...(['unreadable', 'cropped', 'glare', 'wrong_document', 'wrong_side'] as const),
  ...(['expired', 'too_old', 'missing', 'mismatch', 'other'] as const),
];

/** Asks the customer for a better document: which, what was wrong, and a text. */
export function RequestDialog({
  session_id,
  types,
  onDone,
  onClose,
}: {
  session_id: string;
  /** The document types that the case asks for. */
  types: readonly string[];
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (item: Schemas['RequestedItemBody']) => {
      const body = { items: [item], actor: reviewerName() };
      await api.POST('/v1/cases/{session_id}/request-documents', { params: { path: { session_id } }, body });
    },
    onSuccess: onDone,
  });
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    const given = submitted(event);
    const code = CODES.find((one) => one === given('code')) ?? 'other';
    const text = given('text');
    mutate({ document_type: given('document_type'), code, ...(text !== '' && { text }) });
  };
  return (
    <FormDialog
      title={words.decide.request}
      submit={words.decide.send}
      {...{ error, isPending }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Choice name="document_type" label={words.decide.documentType} of={types} />
      <Choice name="code" label={words.decide.code} of={CODES} />
      <TextField name="text" maxLength={1000}>
        <Label>{words.decide.text}</Label>
        <TextArea rows={3} />
      </TextField>
    </FormDialog>
  );
}

function Choice({ name, label, of }: { name: string; label: string; of: readonly string[] }): ReactElement {
  return (
    <Select name={name} isRequired defaultValue={of[0]}>
      <Label>{label}</Label>
      <Button className="button">
        <SelectValue /> <span aria-hidden>▾</span>
      </Button>
      <Popover className="popover">
        <ListBox>
          {of.map((one) => (
            <ListBoxItem key={one} id={one}>
              {readable(one)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
