import { useCallback, useEffect, useState } from 'react';
import { newKey, noteOpening, readCapture, Refused, submit, type Capture } from './service.js';

/** One submission has one key, also where the page is loaded again in the middle of it: it is sent once. */
const KEY = 'attest.submission';

function submissionKey(): string {
  const made = newKey();
  try {
    const kept = sessionStorage.getItem(KEY) ?? made;
    sessionStorage.setItem(KEY, kept);
    return kept;
  } catch {
    // In a frame of another origin a browser may keep nothing: the link itself takes no more than its uses.
    return made;
  }
}

function forgetKey(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Milliseconds after which a page that the service did not answer asks again by itself. */
const RETRY_MS = 5_000;

/** What the page knows of the case: what is needed, why it does not get at it, and whether all was sent. */
export interface CaptureState {
  capture: Capture | undefined;
  refused: Refused | undefined;
  isSent: boolean;
  /** Whether it is being sent. */
  isSending: boolean;
  /** Asks again what is needed. */
  read: () => Promise<void>;
  /** Sends what was handed in. */
  send: () => Promise<void>;
}

/** Reads what is needed when the page is opened, and sends it at the end. */
export function useCapture(): CaptureState {
  const [capture, setCapture] = useState<Capture>();
  const [refused, setRefused] = useState<Refused>();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const read = useCallback(async () => {
    try {
      setCapture(await readCapture());
      setRefused(undefined);
    } catch (error) {
      setRefused(asRefused(error));
    }
  }, []);
  const send = useCallback(async () => {
    setSending(true);
    try {
      await submit(submissionKey());
      forgetKey();
      setSent(true);
    } catch (error) {
      setRefused(asRefused(error));
    } finally {
      setSending(false);
    }
  }, []);
  useEffect(() => {
    void noteOpening().catch(() => undefined);
    void read();
  }, [read]);
  useOnReturn(
    // Quietly: what the customer is about to send stays, whatever the network does just then.
    useCallback(() => void readCapture().then(setCapture, () => undefined), []),
  );
  useEffect(() => {
    if (!refused || refused.status === 404) return undefined;
    const timer = setTimeout(() => void read(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [refused, read]);
  return { capture, refused, isSent, isSending, read, send };
}

/** Calls back when the customer comes back to the page: meanwhile it may have gone on in another tab, or on a phone. */
function useOnReturn(onReturn: () => void): void {
  useEffect(() => {
    const onShown = (): void => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [onReturn]);
}

const asRefused = (error: unknown): Refused => (error instanceof Refused ? error : new Refused(0, String(error)));
