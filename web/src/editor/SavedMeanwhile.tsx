import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { words } from '../words/words.js';

/** Says that what is written was overtaken by what was saved elsewhere, and lets it go. */
export function SavedMeanwhile({ by, onTake }: { by: 'another' | 'oneself'; onTake: () => void }): ReactElement {
  return (
    <p role="status" className="doubt">
      {by === 'oneself' ? words.editor.overtakenHere : words.editor.overtaken}{' '}
      <Button className="button small" onPress={onTake}>
        {words.editor.takeSaved}
      </Button>
    </p>
  );
}
