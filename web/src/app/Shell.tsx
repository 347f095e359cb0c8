import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { KeyHelp } from '../keyboard/KeyHelp.js';
import { useChord } from '../keyboard/useChord.js';
import { useKeys } from '../keyboard/useKeys.js';
import { useIsLost, useLive } from '../live/useLive.js';
import { useTakeNext } from '../queue/takeNext.js';
import { PendingDecisionNotice } from '../review/PendingDecisionNotice.js';
import { SessionGate } from '../session/SessionGate.js';
import { signOut, useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { SCREENS } from './screens.js';

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.js')).Palette }));

/** What is around every screen. */
export function Shell(): ReactElement {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

function Frame(): ReactElement {
  const [shown, setShown] = useState<'keys' | 'palette'>();
  const navigate = useNavigate();
  const next = useTakeNext();
  const mayWrite = useMayWrite();
  useLive();
  const isLost = useIsLost();
  const close = (): void => setShown(undefined);
  useChord('k', () => setShown(shown === 'palette' ? undefined : 'palette'));
  useKeys('everywhere', {
    help: () => setShown('keys'),
    queue: () => void navigate({ to: '/' }),
    discover: () => void navigate({ to: '/discover', search: { kind: 'documents' } }),
    ...(mayWrite && { takeNext: () => void next.take() }),
  });
  return (
    <div className="shell">
      <header>
        <strong>{words.product}</strong>
        <nav aria-label={words.palette.screens}>
          {SCREENS.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
              {name}
            </Link>
          ))}
        </nav>
        {mayWrite && (
          <Button className="button" onPress={() => void next.take()} isPending={next.isTaking}>
            {words.queue.takeNext}
            <kbd>n</kbd>
          </Button>
        )}
        <Button className="button" onPress={() => setShown('palette')}>
          {words.palette.open}
          <kbd>Ctrl K</kbd>
        </Button>
        <Button className="button" onPress={() => setShown('keys')} aria-label={words.keys.title}>
          ?
        </Button>
        <Button className="button" onPress={() => void signOut()}>
          {words.signIn.out}
        </Button>
      </header>
      {isLost && (
        <p className="said" role="status">
          {words.unreachable}
        </p>
      )}
      {next.message !== undefined && (
        <p className="said" role="status">
          {next.message}
        </p>
      )}
      <Outlet />
      {shown === 'keys' && <KeyHelp onClose={close} />}
      {shown === 'palette' && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
      <PendingDecisionNotice />
    </div>
  );
}
