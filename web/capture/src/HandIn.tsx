import { useState, type ReactElement } from 'react';
import { LookAtIt } from './LookAtIt.js';
import { readyPicture, type ReadyFile } from './picture/readyPicture.js';
import { handIn, type Capture, type Captured } from './service.js';
import type { Words } from './words/en.js';

/** Takes one thing that is needed: which of several it is, a photograph or a file, and says what came of it. */
export function HandIn({
  need,
  words,
  onHandedIn,
}: {
  need: Capture['needs'][number];
  words: Words;
  onHandedIn: (captured: Captured) => void;
}): ReactElement {
  const [type, setType] = useState(need.choices[0]?.document_type ?? '');
  const [isSending, setSending] = useState(false);
  const [ready, setReady] = useState<ReadyFile>();
  const [wrong, setWrong] = useState<string>();
  const name = need.choices.find((one) => one.document_type === type)?.name ?? type;
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const picture = await readyPicture(file);
    // What cannot be looked at here is sent at once: the service tells what it is.
    if (picture.canvas) setReady(picture);
    else await send(picture);
  };
  const send = async (taken: ReadyFile): Promise<void> => {
    setReady(undefined);
    setSending(true);
    setWrong(undefined);
    try {
      const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
      onHandedIn(await handIn(taken.file, taken.filename, type, key));
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <section>
      <h2>{name}</h2>
      {need.choices.length > 1 && (
        <fieldset>
          <legend>{words.which}</legend>
          {need.choices.map((choice) => (
            <label key={choice.document_type}>
              <input
                type="radio"
                name="type"
                value={choice.document_type}
                checked={choice.document_type === type}
                onChange={() => setType(choice.document_type)}
              />
              {choice.name}
            </label>
          ))}
        </fieldset>
      )}
      {need.asked_again?.text && <p role="note">{need.asked_again.text}</p>}
      {need.advice !== null && <p role="alert">{need.advice}</p>}
      {!ready && <p className="tips">{words.tips}</p>}
      {wrong !== undefined && <p role="alert">{words.wrong(wrong)}</p>}
      {isSending && <p role="status">{words.sending}</p>}
      {ready?.canvas && (
        <LookAtIt
          canvas={ready.canvas}
          words={words}
          onSend={() => void send(ready)}
          onAgain={() => setReady(undefined)}
        />
      )}
      {!isSending && !ready && (
        <div className="takes">
          <Take text={words.photograph} camera onFile={take} />
          <Take text={words.choose} onFile={take} />
        </div>
      )}
    </section>
  );
}

/** A button that has the browser take a picture, or choose a file. */
function Take({
  text,
  camera = false,
  onFile,
}: {
  text: string;
  camera?: boolean;
  onFile: (file: File | undefined) => Promise<void>;
}): ReactElement {
  return (
    <label className={`button${camera ? ' primary' : ''}`}>
      {text}
      <input
        type="file"
        accept={camera ? 'image/*' : 'image/*,application/pdf'}
        {...(camera && { capture: 'environment' as const })}
        onChange={(event) => void onFile(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
