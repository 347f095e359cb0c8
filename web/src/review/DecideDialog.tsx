import type { ReactElement } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { FormDialog } from '../dialogs/FormDialog.js';
import { sendsOnEnter } from '../forms/sendsOnEnter.js';
import { submitted } from '../forms/submitted.js';
import { words } from '../words/words.js';

/** Asks for the reason of a decision, and whether it is meant: Enter decides. */
export function DecideDialog({
  decision,
  onDecide,
  onClose,
}: {
  decision: 'approve' | 'deny';
  onDecide: (reason: string) => void;
  onClose: () => void;
}): ReactElement {
  return (
    <FormDialog
      title={decision === 'approve' ? words.decide.confirmApprove : words.decide.confirmDeny}
      submit={
        <>
          {words.decide[decision]}
          <kbd>↵</kbd>
        </>
      }

      onSubmit={(event) => onDecide(submitted(event)('reason'))}
      onClose={onClose}
    >
      <TextField name="reason" maxLength={2000} autoFocus>
        <Label>{words.decide.reason}</Label>
        <TextArea rows={2} onKeyDown={sendsOnEnter} />
        <Text slot="description">{words.decide.reasonHint}</Text>
      </TextField>
    </FormDialog>
  );
}
