import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { Better, picturesHere, type PictureHere } from './Better.js';
import { Consent } from './Consent.js';
import { Frame } from './Frame.js';
import { HandIn } from './HandIn.js';
import { forget, labelKept } from './kept.js';
import { Needs } from './Needs.js';
import { PhoneCode } from './PhoneCode.js';
import type { Capture, Captured } from './service.js';
import { StepHeading } from './StepHeading.js';
import type { SentTo } from './submission.js';
import { isFramed, tellFramer, type Told } from './tellFramer.js';
import { useCapture, type CaptureState } from './useCapture.js';
import { labelOf, nameOfNeed, nextNeed } from '../../../src/api/capture/needs.js';
import { accentColor } from '../../../src/api/capture/accent.js';
import type { Words } from '../../../src/api/capture/words/index.js';
import { whatCame } from '../../../src/api/capture/words/whatCame.js';
import { languageOf, wordsOf } from './wordsOf.js';

/** What a customer is led through: who asks, consent, each thing that is needed, sending it. */
export function App(): ReactElement {
  const state = useCapture();
  const { capture, refused, sentTo: sent, read } = state;
  const isOver = sent !== undefined || refused?.status === 404;
  useEffect(() => {
    // Nothing will take it any more.
    if (isOver) forget();
  }, [isOver]);
  const language = languageOf((sent ?? capture)?.language);
  const words = wordsOf(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = words.direction;
  }, [language, words]);
  const accent = (sent ?? capture)?.look.accent ?? null;
  useEffect(() => {
    if (accent !== null) document.documentElement.style.setProperty('--accent', accentColor(accent));
  }, [accent]);

  useTellFramer(state);

  if (sent) return <Done sent={sent} words={words} />;
  if (refused) {
    return (
      <Frame title={refused.status === 404 ? words.gone : words.away} isEnd>
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
function Done({ sent: { name, look }, words }: { sent: SentTo; words: Words }): ReactElement {
  return (
    <Frame title={words.done} look={look} isEnd>
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
  const [isBusy, setBusy] = useState(false);
  const { consent, needs, begun, sent, look, name } = capture;
  const isAsked = consent !== null && !consent.given;
  const { next, skip, skipNone } = useSkipping(needs);
  const read = useCallback(() => void state.read(), [state.read]);
  const { here, retaken, retake, wrong, onRetaken } = useRetaking(capture);
  const onHandedIn = (captured: Captured): void => {
    setCame(retaken && captured.status === 'failed' ? undefined : whatCame(captured, retaken ?? next, needs, words));
    onRetaken(captured);
    read();
  };
  const onBusy = useCallback((busy: boolean) => {
    setBusy(busy);
    // What is said of the last one is not said of the next.
    if (busy) setCame(undefined);
  }, []);
  const handing = { words, onHandedIn, onBusy, onOver: read };
  const isOnIt = retaken !== undefined || isBusy;
  return (
    <Frame title={words.asks(name)} look={look}>
      {!isBusy && look.intro !== null && (
        <p className="intro" dir="auto">
          {look.intro}
        </p>
      )}
      {!isBusy && <Needs needs={needs} words={words} {...(!isAsked && !retaken && { onRetake: retake })} />}
      <div role="status">{came !== undefined && <p>{came}</p>}</div>
      {!isAsked && !isOnIt && sent && <p>{words.sentSoFar}</p>}
      {isAsked && <Consent consent={consent} words={words} onGiven={read} />}
      {!isAsked && retaken && (
        <HandIn
          key={`again ${labelOf(retaken)}`}
          need={{ kind: 'document', choices: [retaken], asked_again: null, advice: wrong }}
          onStop={() => retake(undefined)}
          {...handing}
        />
      )}
      {!isAsked && !isOnIt && <Better pictures={here} words={words} onRetake={retake} />}
      {!isAsked && !retaken && next && <HandIn key={JSON.stringify(next.choices)} need={next} {...handing} />}
      {!isAsked && !isOnIt && next && (
        <button type="button" onClick={skip}>
          {words.lacking}
        </button>
      )}
      {!isAsked && !isOnIt && !next && (
        <Sending
          missing={missingIn(needs, words)}
          canSend={begun && !sent}
          onMore={skipNone}
          state={state}
          words={words}
        />
      )}
      {next && <PhoneCode words={words} />}
    </Frame>
  );
}

/** What is to be handed in next of what is needed, but for what the customer says they do not have. */
function useSkipping(needs: Capture['needs']) {
  const [skipped, setSkipped] = useState<string[]>([]);
  const nameOf = ({ kind, choices }: Capture['needs'][number]): string =>
    [kind, ...choices.map(({ document_type }) => document_type)].join();
  const next = nextNeed(needs.filter((need) => !skipped.includes(nameOf(need))));
  return {
    next,
    skip: () => next && setSkipped([...skipped, nameOf(next)]),
    skipNone: () => setSkipped([]),
  };
}

/** What is missing, in words; undefined where all is here. */
function missingIn(needs: Capture['needs'], words: Words): string | undefined {
  const names = needs.filter(({ state }) => state !== 'received').map((need) => nameOfNeed(need, words));
  return names.length === 0 ? undefined : words.missing(new Intl.ListFormat(words.locale).format(names));
}

/** Which picture that is here is taken again, and what was wrong with the one that was to take its place. */
function useRetaking(capture: Capture) {
  const here = picturesHere(capture);
  // Loaded again in the middle of it, it is gone on with.
  const [retaken, setRetaken] = useState(() => here.find((one) => labelOf(one) === labelKept()));
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    const label = labelKept();
    const next = nextNeed(capture.needs);
    const wanted = [...picturesHere(capture), ...(next?.kind === 'selfie' ? [undefined] : (next?.choices ?? []))];
    // It has arrived, or is not needed any more.
    if (label !== undefined && !wanted.map(labelOf).includes(label)) forget();
  }, [capture]);
  const retake = (picture: PictureHere | undefined): void => {
    setRetaken(picture);
    setWrong(null);
  };
  const onRetaken = ({ status, advice }: Captured): void => {
    if (status !== 'failed') retake(undefined);
    else setWrong(advice);
  };
  return { here, retaken: retaken && ({ ...retaken, kind: 'document' } as const), retake, wrong, onRetaken };
}

/** The way to send what is here: all that is needed, or what of it the customer has. */
function Sending({
  missing,
  canSend,
  onMore,
  state: { isSending, send },
  words,
}: {
  /** What is missing, in words; undefined where all is here. */
  missing: string | undefined;
  /** Whether there is anything that was not sent. */
  canSend: boolean;
  /** Goes back to what is missing. */
  onMore: () => void;
  state: CaptureState;
  words: Words;
}): ReactElement {
  if (isSending) {
    return (
      <section>
        <StepHeading>{words.sendingAll}</StepHeading>
      </section>
    );
  }
  return (
    <section>
      <StepHeading key={missing}>{missing ?? words.all}</StepHeading>
      {(canSend || missing === undefined) && (
        <button type="button" className="primary" onClick={() => void send()}>
          {missing === undefined ? words.submit : words.sendTheRest}
        </button>
      )}
      {missing !== undefined && (
        <button type="button" onClick={onMore}>
          {words.handIn}
        </button>
      )}
    </section>
  );
}
