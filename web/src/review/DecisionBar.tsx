import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { useKeys } from '../keyboard/useKeys.js';
import { useTakeNext } from '../queue/useTakeNext.js';
import { reviewerName } from '../session/session.js';
import { words } from '../words/words.js';
import { DecideDialog } from './DecideDialog.js';
import { NoteDialog } from './NoteDialog.js';
import { decide } from './pendingDecision.js';
import { RequestDialog } from './RequestDialog.js';
import { readAgain, type SeenCase } from './useCase.js';

type Asked = 'approve' | 'deny' | 'request' | 'note';

/** What can be done with a case: decide, ask for more, note something down. After a decision comes the next case where this one was taken, else the queue. */
export function DecisionBar({ theCase, etag }: SeenCase): ReactElement {
  const [asked, setAsked] = useState<Asked>();
  const next = useTakeNext();
  const { session_id, status, progress, assignee } = theCase;
  const navigate = useNavigate();
  const isOpen = status === 'review';
  const isMine = assignee !== null && assignee === reviewerName();
  const close = (): void => setAsked(undefined);
  const done = (): void => {
    close();
    void readAgain(session_id);
  };
  useKeys('review', {
    ...(isOpen && {
      approve: () => setAsked('approve'),
      deny: () => setAsked('deny'),
      request: () => setAsked('request'),
    }),
    note: () => setAsked('note'),
  });
  return (
    <div className="decide" role="group" aria-label={words.queue.title}>
      {isOpen ? (
        <>
          <Button className="button primary" onPress={() => setAsked('approve')}>
            {words.decide.approve}
            <kbd>a</kbd>
          </Button>
          <Button className="button" onPress={() => setAsked('deny')}>
            {words.decide.deny}
            <kbd>d</kbd>
          </Button>
          <Button className="button" onPress={() => setAsked('request')}>
            {words.decide.request}
            <kbd>r</kbd>
          </Button>
        </>
      ) : (
        <p role="status">{words.review.decided(status)}</p>
      )}
      <Button className="button" onPress={() => setAsked('note')}>
        {words.decide.note}
        <kbd>m</kbd>
      </Button>
      {(asked === 'approve' || asked === 'deny') && (
        <DecideDialog
          decision={asked}
          onClose={close}
          onDecide={(reason) => {
            close();
            decide({ session_id, decision: asked, reason, etag, isMine });
            if (isMine) next.take();
            else void navigate({ to: '/' });
          }}
        />
      )}
      {asked === 'request' && (
        <RequestDialog session_id={session_id} types={typesOf(progress.required)} onDone={done} onClose={close} />
      )}
      {asked === 'note' && <NoteDialog session_id={session_id} onDone={done} onClose={close} />}
    </div>
  );
}

/** The types that are asked for; of alternatives, which are written `a|b`, each. */
const typesOf = (required: readonly string[]): string[] => [...new Set(required.flatMap((one) => one.split('|')))];
