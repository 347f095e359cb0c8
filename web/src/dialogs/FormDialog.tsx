import type { ReactElement, ReactNode, SyntheticEvent } from 'react';
import { Button, Form, Heading } from 'react-aria-components';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { PageDialog } from './PageDialog.js';

/** What a form in a dialog asks for. */
export interface FormDialogProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  /** What the button says that sends it. */
  submit: ReactNode;
  isPending?: boolean;
  error?: Error | null;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

/** A form over the page: sent, or left as if nothing had been. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, children, submit, isPending, error, onSubmit, onClose } = props;
  return (
    <PageDialog onClose={onClose}>
      <Form onSubmit={onSubmit}>
        <Heading slot="title">{title}</Heading>
        {children}
        {error && <p role="alert">{said(error)}</p>}
        <div className="actions">
          <Button className="button" onPress={onClose}>
            {words.review.cancel}
          </Button>
          <Button type="submit" className="button primary" isPending={isPending}>
            {submit}
          </Button>
        </div>
      </Form>
    </PageDialog>
  );
}
