import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { useKeys } from '../keyboard/useKeys.js';
import { words } from '../words/words.js';
import { decide, dismissDecision, undoDecision, useDecisionState } from './pendingDecision.js';

/** Says what was decided for as long as it can be taken back, and what could not be decided. */
export function PendingDecisionNotice(): ReactElement | null {
  const state = useDecisionState();
  useKeys('review', { ...(state.kind === 'waiting' && { undo: undoDecision }) });
  switch (state.kind) {
    case 'none':
    case 'sending':
      return null;
    case 'waiting':
      return (
        <div className="notice" role="status">
          {words.decide.pending[state.of.decision]}
          <Button className="button" onPress={undoDecision}>
            {words.decide.undo}
            <kbd>u</kbd>
          </Button>
        </div>
      );
    case 'undone':
      return (
        <div className="notice" role="status">
          {words.decide.undone}
          <LookAgain session_id={state.of.session_id} />
        </div>
      );
    case 'failed':
      return (
        <div className="notice" role="alert">
          {state.status === 412 ? words.decide.changed : words.decide.failed(state.detail)}
          <LookAgain session_id={state.of.session_id} />
          {(state.status === 0 || state.status >= 500) && (
            <Button className="button" onPress={() => decide(state.of)}>
              {words.again}
            </Button>
          )}
        </div>
      );
  }
}

function LookAgain({ session_id }: { session_id: string }): ReactElement {
  return (
    <Link to="/cases/$session_id" params={{ session_id }} onClick={dismissDecision}>
      {words.decide.look}
    </Link>
  );
}
