import { useState, type ReactElement } from 'react';
import { agree, asRefused, type Capture } from './service.js';
import { StepHeading } from './StepHeading.js';
import type { Words } from '../../../src/api/capture/words/index.js';
import { whyNot } from '../../../src/api/capture/words/whyNot.js';

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
  const [isSending, setSending] = useState(false);
  const give = async (): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setWrong(undefined);
    try {
      await agree(version);
      onGiven();
    } catch (error) {
      const refused = asRefused(error);
      setWrong(whyNot(refused, undefined, words));
      // Another text is to be agreed to by now: it is shown in place of this one.
      if (refused.status === 409 || refused.status === 404) onGiven();
    } finally {
      setSending(false);
    }
  };
  return (
    <section>
      <StepHeading>{words.consent}</StepHeading>
      <p className="consent" dir="auto">
        {text}
      </p>
      {wrong !== undefined && <p role="alert">{wrong}</p>}
      {isSending && <p role="status">{words.sendingAll}</p>}
      <button type="button" className="primary" onClick={() => void give()}>
        {words.agree}
      </button>
    </section>
  );
}
