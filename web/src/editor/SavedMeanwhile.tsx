import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { words } from '../words/words.js';

/** Says that what is written was overtaken by what somebody else saved, and lets it go. */
export function SavedMeanwhile({ onTake }: { onTake: () => void }): ReactElement {
  return (
    <p role="status" className="doubt">
      {words.editor.overtaken}{' '}
      <Button className="button small" onPress={onTake}>
        {words.editor.takeSaved}
      </Button>
    </p>
  );
}
