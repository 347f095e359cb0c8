import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { onSessionEnded, Refused } from '../api/client.js';
import { words } from '../words/words.js';
import { useSession } from './session.js';
import { SignInForm } from './SignInForm.js';

/**
 * Shows the console to who has signed in. Where a session ends the form comes over the page, which stays as it is: what somebody has typed is there still.
 */
export function SessionGate({ children }: { children: ReactNode }): ReactElement {
  const session = useSession();
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  useEffect(() => {
    if (session.isSuccess) setEnded(false);
  }, [session.isSuccess, session.dataUpdatedAt]);

  if (session.data === undefined) {
    if (session.error instanceof Refused && session.error.status === 401) {
      return (
        <main className="sign-in-page">
          <SignInForm />
        </main>
      );
    }
    return (
      <main className="sign-in-page">
        <p role="status">{session.failureCount > 0 ? words.unreachable : words.loading}</p>
      </main>
    );
  }
  return (
    <>
      {children}
      <ModalOverlay isOpen={ended} className="overlay">
        <Modal className="modal">
          <Dialog aria-label={words.signIn.title}>
            <SignInForm ended />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
