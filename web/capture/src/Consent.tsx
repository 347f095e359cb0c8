import { useState, type ReactElement } from 'react';
import { agree, type Capture } from './service.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** The text of the agent, to which the customer agrees before anything is taken. */
export function Consent({
  consent: { version, text },
  words,
  onGiven,
}: {
  consent: NonNullable<Capture['consent']>;
  words: Words;
  onGiven: () => void;
}): ReactElement {
  const [wrong, setWrong] = useState<string>();
  const give = async (): Promise<void> => {
    try {
      await agree(version);
      onGiven();
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section>
      <h2>{words.consent}</h2>
      <p className="consent" dir="auto">
        {text}
      </p>
      {wrong !== undefined && <p role="alert">{words.wrong(wrong)}</p>}
      <button type="button" className="primary" onClick={() => void give()}>
        {words.agree}
      </button>
    </section>
  );
}
