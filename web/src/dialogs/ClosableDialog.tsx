import type { ReactElement, ReactNode } from 'react';
import { Button, Heading } from 'react-aria-components';
import { words } from '../words/words.js';
import { PageDialog } from './PageDialog.js';

/** Something to look at over the page, under a title that names it, until it is closed. */
export function ClosableDialog({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ReactNode;
  onClose: () => void;
}): ReactElement {
  return (
    <PageDialog onClose={onClose}>
      <section>
        <Heading slot="title">{title}</Heading>
        {children}
        <div className="actions">
          <Button className="button primary" onPress={onClose}>
            {words.keys.close}
          </Button>
        </div>
      </section>
    </PageDialog>
  );
}
