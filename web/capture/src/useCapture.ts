import { useCallback, useEffect, useRef, useState } from 'react';
import { asRefused, askForTime, noteOpening, readCapture, type Refused, submit, type Capture } from './service.js';
import { forgetSubmission, noteSent, submissionKey, whatWasSent, type SentTo } from './submission.js';

/** Milliseconds between two times that a page in front of somebody asks for more time: the service gives it where at most ten minutes are left. */
const ASK_FOR_TIME_MS = 5 * 60_000;

/** Milliseconds after which a page that the service did not answer asks again by itself. */
const RETRY_MS = 5_000;

/** What the page knows of the case: what is needed, why it does not get at it, and whether all was sent. */
export interface CaptureState {
  capture: Capture | undefined;
  refused: Refused | undefined;
  /** To whom all was sent, now or before the page was loaded again; undefined where something is to do. */
  sentTo: SentTo | undefined;
  /** Whether it was sent just now. */
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
  const [sentTo, setSentTo] = useState<SentTo>();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const shown = useRef<Capture>(undefined);
  const show = useCallback((now: Capture) => {
    shown.current = now;
    setCapture(now);
    setRefused(undefined);
    if (now.sent && now.complete) setSentTo(now);
    if (now.sent) return;
    // Something came since, or was asked for.
    forgetSubmission();
    setSentTo(undefined);
    setSent(false);
  }, []);
  const read = useCallback(async () => {
    try {
      show(await readCapture());
    } catch (error) {
      const why = asRefused(error);
      // Its link took its last submission by what was sent.
      setSentTo(why.status === 404 ? whatWasSent() : undefined);
      setRefused(why);
    }
  }, [show]);
  const send = useCallback(async () => {
    setSending(true);
    try {
      await submit(submissionKey());
      if (shown.current) noteSent(shown.current);
      setSentTo(shown.current);
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
    useCallback(() => void readCapture().then(show, () => undefined), [show]),
  );
  useMoreTime();
  useEffect(() => {
    if (!refused || refused.status === 404) return undefined;
    const timer = setTimeout(() => void read(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [refused, read]);
  return { capture, refused, sentTo, isSent, isSending, read, send };
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

/** Asks for more time for as long as somebody has the page in front of them: nobody is to hurry (WCAG 2.2, 2.2.1). */
function useMoreTime(): void {
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible') void askForTime().catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, ASK_FOR_TIME_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
