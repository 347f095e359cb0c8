import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { Consent } from './Consent.js';
import { Frame } from './Frame.js';
import { HandIn } from './HandIn.js';
import { Needs } from './Needs.js';
import { PhoneCode } from './PhoneCode.js';
import type { Capture, Captured } from './service.js';
import { isFramed, tellFramer, type Told } from './tellFramer.js';
import { useCapture, type CaptureState } from './useCapture.js';
import { hasBegun, nextNeed } from '../../../src/api/capture/needs.js';
import { accentColor } from '../../../src/api/capture/accent.js';
import type { Words } from '../../../src/api/capture/words/index.js';
import { whatCame } from '../../../src/api/capture/words/whatCame.js';
import { wordsOf } from './wordsOf.js';

/** What a customer is led through: who asks, consent, each thing that is needed, sending it. */
export function App(): ReactElement {
  const state = useCapture();
  const { capture, refused, isSent, read } = state;
  const words = wordsOf(capture?.language);
  useEffect(() => {
    if (!capture) return;
    document.documentElement.lang = capture.language;
    document.documentElement.dir = words.direction;
    const { accent } = capture.look;
    if (accent === null) return;
    document.documentElement.style.setProperty('--accent', accentColor(accent));
  }, [capture, words]);

  useTellFramer(state);

  if (isSent && capture) return <Done capture={capture} words={words} />;
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
  return capture ? <Steps capture={capture} state={state} words={words} /> : <Frame title={words.loading} />;
}

/** What is said at the end, and the way back. */
function Done({ capture: { name, look }, words }: { capture: Capture; words: Words }): ReactElement {
  return (
    <Frame title={words.done} look={look}>
      <p role="status">{words.next(name)}</p>
      {isFramed() ? (
        <button type="button" className="primary" onClick={() => tellFramer(look.framed_by, { type: 'closed' })}>
          {words.close}
        </button>
      ) : (
        look.return_url !== null && (
          <a className="button primary" href={look.return_url}>
            {words.back(name)}
          </a>
        )
      )}
    </Frame>
  );
}

/** Tells the page that shows this one how it goes. */
function useTellFramer({ capture, refused, isSent }: CaptureState): void {
  // A text: it stays the same from answer to answer.
  const origins = capture?.look.framed_by.join(' ');
  const step = capture && stepOf(capture);
  const tell = useCallback(
    (told: Told) => (origins === undefined ? undefined : tellFramer(origins.split(' '), told)),
    [origins],
  );
  useEffect(() => tell({ type: 'ready' }), [tell]);
  useEffect(() => {
    if (isSent) tell({ type: 'submitted' });
    else if (step) tell({ type: 'step', step });
  }, [tell, step, isSent]);
  useEffect(() => {
    if (refused) tell({ type: 'error', status: refused.status });
  }, [tell, refused]);
}

/** What the customer is to do now. */
function stepOf({ consent, needs }: Capture): Extract<Told, { type: 'step' }>['step'] {
  if (consent !== null && !consent.given) return 'consent';
  return nextNeed(needs)?.kind ?? 'submit';
}

/** The step that the customer is at. */
function Steps({ capture, state, words }: { capture: Capture; state: CaptureState; words: Words }): ReactElement {
  const [came, setCame] = useState<string>();
  const { consent, needs, look, name } = capture;
  const isAsked = consent !== null && !consent.given;
  const next = nextNeed(needs);
  const onHandedIn = (captured: Captured): void => {
    setCame(whatCame(captured, next, words));
    void state.read();
  };
  return (
    <Frame title={words.asks(name)} look={look}>
      {look.intro !== null && (
        <p className="intro" dir="auto">
          {look.intro}
        </p>
      )}
      <Needs needs={needs} words={words} />
      {came !== undefined && <p role="status">{came}</p>}
      {isAsked && <Consent consent={consent} words={words} onGiven={() => void state.read()} />}
      {!isAsked && next && (
        <HandIn key={JSON.stringify(next.choices)} need={next} words={words} onHandedIn={onHandedIn} />
      )}
      {!isAsked && !next && (
        <>
          <p role="status">{state.isSending ? words.sendingAll : words.all}</p>
          {!state.isSending && (
            <button type="button" className="primary" onClick={() => void state.send()}>
              {words.submit}
            </button>
          )}
        </>
      )}
      {!isAsked && next && hasBegun(needs) && !state.isSending && (
        <details>
          <summary>{words.lacking}</summary>
          <button type="button" onClick={() => void state.send()}>
            {words.sendTheRest}
          </button>
        </details>
      )}
      {next && <PhoneCode words={words} />}
    </Frame>
  );
}
