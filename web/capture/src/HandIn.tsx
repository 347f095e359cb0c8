import { useCallback, useState, type ReactElement } from 'react';
import { Camera } from './camera/Camera.js';
import { hasCamera } from './camera/openCamera.js';
import { LookAtIt } from './LookAtIt.js';
import { readyCanvas, readyPicture, type ReadyFile } from './picture/readyPicture.js';
import { handIn, newKey, Refused, type Capture, type Captured } from './service.js';
import { Take } from './Take.js';
import { labelOf, nameOfChoice, offeredFirst } from '../../../src/api/capture/needs.js';
import type { Words } from '../../../src/api/capture/words/index.js';
import { whyNot } from '../../../src/api/capture/words/whyNot.js';

type Need = Capture['needs'][number];

/** Where the customer is with it: choosing how, at the camera, looking at what will be sent, or waiting for what comes of it. */
type Stage =
  | { name: 'choosing' }
  | { name: 'camera' }
  | { name: 'looking'; ready: ReadyFile; canvas: HTMLCanvasElement }
  | { name: 'sending' };

/** Takes one thing that is needed: which of several it is, a photograph or a file, and says what came of it. */
export function HandIn({
  need,
  words,
  onHandedIn,
}: {
  need: Need;
  words: Words;
  onHandedIn: (captured: Captured) => void;
}): ReactElement {
  const [type, setType] = useState(offeredFirst(need.choices)?.document_type);
  const chosen = need.choices.find((one) => one.document_type === type);
  const subject = need.kind === 'selfie' ? 'face' : 'document';
  const { stage, setStage, wrong, take, send } = useTaking(labelOf(chosen), onHandedIn);
  const choose = useCallback(() => setStage({ name: 'choosing' }), [setStage]);
  const onTaken = useCallback(
    (canvas: HTMLCanvasElement) => void readyCanvas(canvas).then((ready) => take(ready, canvas)),
    [take],
  );
  const onFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const ready = await readyPicture(file);
    await take(ready, ready.canvas);
  };
  return (
    <section>
      <h2>{nameOfChoice(chosen, words)}</h2>
      {need.choices.length > 1 && stage.name === 'choosing' && (
        <Choices need={need} words={words} type={type} onType={setType} />
      )}
      {need.asked_again?.text && (
        <p role="note" dir="auto">
          {need.asked_again.text}
        </p>
      )}
      {need.advice !== null && <p role="alert">{need.advice}</p>}
      {wrong !== undefined && <p role="alert">{whyNot(wrong, need, words)}</p>}
      {stage.name === 'sending' && <p role="status">{words.sending}</p>}
      {stage.name === 'looking' && (
        <LookAtIt
          canvas={stage.canvas}
          subject={subject}
          words={words}
          onSend={() => void send(stage.ready)}
          onAgain={choose}
        />
      )}
      {stage.name === 'camera' && <Camera subject={subject} words={words} onTaken={onTaken} onStop={choose} />}
      {stage.name === 'choosing' && (
        <>
          <p className="tips">{need.kind === 'selfie' ? words.selfieTips : words.tips}</p>
          <div className="takes">
            {hasCamera() ? (
              <button type="button" className="primary" onClick={() => setStage({ name: 'camera' })}>
                {words.photograph}
              </button>
            ) : (
              <Take text={words.photograph} camera={subject === 'face' ? 'user' : 'environment'} onFile={onFile} />
            )}
            <Take text={words.choose} onFile={onFile} />
          </div>
        </>
      )}
    </section>
  );
}

/** Which of several documents it is. */
function Choices({
  need,
  words,
  type,
  onType,
}: {
  need: Need;
  words: Words;
  type: string | undefined;
  onType: (type: string) => void;
}): ReactElement {
  return (
    <fieldset>
      <legend>{words.which}</legend>
      {need.choices.map(({ document_type, name }) => (
        <label key={document_type}>
          <input
            type="radio"
            name="type"
            value={document_type}
            checked={document_type === type}
            onChange={() => onType(document_type)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Where the customer is, and the ways on from there. */
function useTaking(label: string, onHandedIn: (captured: Captured) => void) {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' });
  const [wrong, setWrong] = useState<Refused>();
  const send = useCallback(
    async ({ file, filename }: ReadyFile): Promise<void> => {
      setStage({ name: 'sending' });
      setWrong(undefined);
      try {
        onHandedIn(await handIn(file, filename, label, newKey()));
      } catch (error) {
        setWrong(error instanceof Refused ? error : new Refused(0, String(error)));
      } finally {
        setStage({ name: 'choosing' });
      }
    },
    [label, onHandedIn],
  );
  const take = useCallback(
    async (ready: ReadyFile | undefined, canvas: HTMLCanvasElement | undefined): Promise<void> => {
      if (ready && canvas) setStage({ name: 'looking', ready, canvas });
      // What cannot be looked at here is sent at once: the service tells what it is.
      else if (ready) await send(ready);
      else setStage({ name: 'choosing' });
    },
    [send],
  );
  return { stage, setStage, wrong, take, send };
}
