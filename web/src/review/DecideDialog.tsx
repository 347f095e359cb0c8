import type { ReactElement } from 'react';
import { Button, Form, Heading, Label, Text, TextArea, TextField } from 'react-aria-components';
import { submitted } from '../forms/submitted.js';
import { words } from '../words/words.js';
import { ReviewDialog } from './ReviewDialog.js';

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
    <ReviewDialog onClose={onClose}>
      <Form onSubmit={(event) => onDecide(submitted(event)('reason'))}>
        <Heading slot="title">
          {decision === 'approve' ? words.decide.confirmApprove : words.decide.confirmDeny}
        </Heading>
        <TextField name="reason" maxLength={2000} autoFocus>
          <Label>{words.decide.reason}</Label>
          <TextArea
            rows={2}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
          <Text slot="description">{words.decide.reasonHint}</Text>
        </TextField>
        <div className="actions">
          <Button className="button" onPress={onClose}>
            {words.review.cancel}
          </Button>
          <Button type="submit" className="button primary">
            {words.decide[decision]}
            <kbd>↵</kbd>
          </Button>
        </div>
      </Form>
    </ReviewDialog>
  );
}
