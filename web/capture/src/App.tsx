import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { Consent } from './Consent.js';
import { HandIn } from './HandIn.js';
import { Needs } from './Needs.js';
import { noteOpening, readCapture, Refused, submit, type Capture } from './service.js';
import { wordsOf } from './words/words.js';

/** One submission has one key, also where the page is loaded again in the middle of it: it is sent once. */
const KEY = 'attest.submission';

function submissionKey(): string {
  const kept = sessionStorage.getItem(KEY) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  sessionStorage.setItem(KEY, kept);
  return kept;
}

/** What a customer is led through: who asks, consent, each thing that is needed, sending it. */
export function App(): ReactElement {
  const [capture, setCapture] = useState<Capture>();
  const [refused, setRefused] = useState<Refused>();
  const [sent, setSent] = useState(false);
  const read = useCallback(async () => {
    setRefused(undefined);
    try {
      setCapture(await readCapture());
    } catch (error) {
      setRefused(error instanceof Refused ? error : new Refused(0, String(error)));
    }
  }, []);
  useEffect(() => {
    void noteOpening().catch(() => undefined);
    void read();
  }, [read]);
  const words = wordsOf(capture?.language);
  useEffect(() => {
    if (capture) document.documentElement.lang = capture.language;
  }, [capture]);

  if (sent && capture) {
    return (
      <Frame title={words.done}>
        <p role="status">{words.next(capture.name)}</p>
      </Frame>
    );
  }
  if (refused) {
    return (
      <Frame title={refused.status === 404 ? words.gone : words.away}>
        {refused.status !== 404 && (
          <button type="button" onClick={() => void read()}>
            {words.again}
          </button>
        )}
      </Frame>
    );
  }
  if (!capture) return <Frame title={words.loading} />;
  const send = async (): Promise<void> => {
    try {
      await submit(submissionKey());
      sessionStorage.removeItem(KEY);
      setSent(true);
    } catch (error) {
      setRefused(error instanceof Refused ? error : new Refused(0, String(error)));
    }
  };
  const isAsked = capture.consent !== null && !capture.consent.given;
  const next = capture.needs.find(({ state }) => state !== 'received');
  return (
    <Frame title={words.asks(capture.name)}>
      <Needs needs={capture.needs} words={words} />
      {isAsked && capture.consent && <Consent consent={capture.consent} words={words} onGiven={() => void read()} />}
      {!isAsked && next && (
        <HandIn key={next.choices[0]?.document_type} need={next} words={words} onHandedIn={() => void read()} />
      )}
      {!isAsked && !next && (
        <>
          <p role="status">{words.all}</p>
          <button type="button" className="primary" onClick={() => void send()}>
            {words.submit}
          </button>
        </>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children?: React.ReactNode }): ReactElement {
  return (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
