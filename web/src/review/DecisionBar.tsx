import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { KEYS } from '../keyboard/keys.js';
import { useKeys } from '../keyboard/useKeys.js';
import { useTakeNext } from '../queue/takeNext.js';
import { reviewerName } from '../session/session.js';
import { readable, words } from '../words/words.js';
import { BlockDialog } from './BlockDialog.js';
import { DecideDialog } from './DecideDialog.js';
import { NoteDialog } from './NoteDialog.js';
import { decide } from './pendingDecision.js';
import { RequestDialog } from './RequestDialog.js';
import { readAgain, type SeenCase } from './useCase.js';

const DECISIONS = ['approve', 'deny', 'request'] as const;
const ALWAYS = ['note', 'block'] as const;

type Asked = (typeof DECISIONS)[number] | (typeof ALWAYS)[number];

/** What can be done with a case: decide, ask for more, note something down, block what a document says. After a decision comes the next case where this one was taken, else the queue. */
export function DecisionBar({
  theCase,
  etag,
  document,
}: SeenCase & { document: Schemas['CaseDocumentView'] | undefined }): ReactElement {
  const [asked, setAsked] = useState<Asked>();
  const [isBlocked, setBlocked] = useState(false);
  const next = useTakeNext();
  const { session_id, status, progress, assignee } = theCase;
  const navigate = useNavigate();
  const isMine = assignee !== null && assignee === reviewerName();
  const close = (): void => setAsked(undefined);
  const done = (): void => {
    close();
    void readAgain(session_id);
  };
  const offered = [
    ...(status === 'review' ? DECISIONS : []),
    ...ALWAYS.filter((one) => one !== 'block' || document?.status === 'done'),
  ];
  useKeys('review', Object.fromEntries(offered.map((one) => [one, () => setAsked(one)])));
  return (
    <div className="decide" role="group" aria-label={words.queue.title}>
      {status !== 'review' && <p role="status">{words.review.decided(readable(status))}</p>}
      {offered.map((one) => (
        <Button key={one} className={`button${one === 'approve' ? ' primary' : ''}`} onPress={() => setAsked(one)}>
          {words.decide[one]}
          <kbd>{KEYS.review[one]}</kbd>
        </Button>
      ))}
      {isBlocked && <span role="status">{words.block.done}</span>}
      {(asked === 'approve' || asked === 'deny') && (
        <DecideDialog
          decision={asked}
          onClose={close}
          onDecide={(reason) => {
            close();
            decide({ session_id, decision: asked, reason, etag, isMine });
            if (isMine) void next.take(true);
            else void navigate({ to: '/' });
          }}
        />
      )}
      {asked === 'request' && (
        <RequestDialog session_id={session_id} types={typesOf(progress.required)} onDone={done} onClose={close} />
      )}
      {asked === 'note' && <NoteDialog session_id={session_id} onDone={done} onClose={close} />}
      {asked === 'block' && document && (
        <BlockDialog
          {...{ session_id, document }}
          onDone={() => {
            setBlocked(true);
            done();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The types that are asked for; of alternatives, which are written `a|b`, each. */
const typesOf = (required: readonly string[]): string[] => [...new Set(required.flatMap((one) => one.split('|')))];
