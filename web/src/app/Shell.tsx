import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { KeyHelp } from '../keyboard/KeyHelp.js';
import { useKeys } from '../keyboard/useKeys.js';
import { useTakeNext } from '../queue/useTakeNext.js';
import { PendingDecisionNotice } from '../review/PendingDecisionNotice.js';
import { SessionGate } from '../session/SessionGate.js';
import { signOut, useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';

/** What is around every screen. */
export function Shell(): ReactElement {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

function Frame(): ReactElement {
  const [helps, setHelps] = useState(false);
  const navigate = useNavigate();
  const next = useTakeNext();
  const mayWrite = useMayWrite();
  useKeys('everywhere', {
    help: () => setHelps(true),
    queue: () => void navigate({ to: '/' }),
    discover: () => void navigate({ to: '/discover', search: { kind: 'documents' } }),
    ...(mayWrite && { takeNext: () => next.take() }),
  });
  return (
    <div className="shell">
      <header>
        <strong>{words.product}</strong>
        <nav>
          <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
            {words.queue.title}
          </Link>
          <Link to="/discover" search={{ kind: 'documents' }} activeOptions={{ includeSearch: false }}>
            {words.discover.title}
          </Link>
        </nav>
        {mayWrite && (
          <Button className="button" onPress={() => next.take()} isPending={next.isTaking}>
            {words.queue.takeNext}
            <kbd>n</kbd>
          </Button>
        )}
        <Button className="button" onPress={() => setHelps(true)} aria-label={words.keys.title}>
          ?
        </Button>
        <Button className="button" onPress={() => void signOut()}>
          {words.signIn.out}
        </Button>
      </header>
      {next.message !== undefined && <p role="status">{next.message}</p>}
      <Outlet />
      {helps && <KeyHelp onClose={() => setHelps(false)} />}
      <PendingDecisionNotice />
    </div>
  );
}
