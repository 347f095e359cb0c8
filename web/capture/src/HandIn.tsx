import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { Camera } from './camera/Camera.js';
import { hasCamera } from './camera/openCamera.js';
import { Choices } from './Choices.js';
import { whatWasKept, type Kept } from './kept.js';
import { LookAtIt } from './LookAtIt.js';
import { readyCanvas, readyPicture } from './picture/readyPicture.js';
import type { Capture, Captured } from './service.js';
import { StepHeading } from './StepHeading.js';
import { Takes } from './Takes.js';
import { useTaking, type Taking } from './useTaking.js';
import { useWayBack } from './useWayBack.js';
import { labelOf, nameOfChoice, offeredFirst } from '../../../src/api/capture/needs.js';
import type { Words } from '../../../src/api/capture/words/index.js';
import { whyNot } from '../../../src/api/capture/words/whyNot.js';

/** What is handed in: something that is needed, or another picture of what is here. */
export type Wanted = Pick<Capture['needs'][number], 'kind' | 'choices' | 'asked_again' | 'advice'>;

/** Takes one thing that is needed: which of several it is, a photograph or a file, and says what came of it. */
export function HandIn({
  need,
  words,
  onHandedIn,
  onBusy,
  onOver,
  onStop,
}: {
  need: Wanted;
  words: Words;
  onHandedIn: (captured: Captured) => void;
  /** Called with whether the customer is in the middle of it: nothing else is to be sent then. The same from one call to the next. */
  onBusy: (isBusy: boolean) => void;
  /** Called where the link is not what it was. */
  onOver: () => void;
  /** Leaves it as it is; absent where it is needed. */
  onStop?: () => void;
}): ReactElement {
  const { choices, kind, asked_again, advice } = need;
  const [type, setType] = useState(offeredFirst(choices)?.document_type);
  const chosen = choices.find((one) => one.document_type === type);
  const taking = useTaking(labelOf(chosen), onHandedIn, onOver);
  const { stage, wrong, choose } = taking;
  const isBusy = stage.name !== 'choosing';
  useWayBack(isBusy, choose);
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  useWhatWasKept(need, setType, taking, labelOf(chosen));
  return (
    <section>
      <StepHeading key={stage.name}>{nameOfChoice(chosen, words)}</StepHeading>
      {asked_again !== null && <p role="note">{asked_again.why}</p>}
      {asked_again?.text && (
        <p role="note" dir="auto">
          {asked_again.text}
        </p>
      )}
      {advice !== null && <p role="alert">{words.unread(advice)}</p>}
      {wrong !== undefined && <p role="alert">{whyNot(wrong, need, words)}</p>}
      {choices.length > 1 && stage.name === 'choosing' && (
        <Choices choices={choices} words={words} type={type} onType={setType} />
      )}
      <AtStage taking={taking} subject={kind === 'selfie' ? 'face' : 'document'} words={words} />
      {onStop && stage.name === 'choosing' && (
        <button type="button" onClick={onStop}>
          {words.camera.stop}
        </button>
      )}
    </section>
  );
}

/** What the customer sees at a stage of it. */
function AtStage({
  taking,
  subject,
  words,
}: {
  taking: Taking;
  subject: 'face' | 'document';
  words: Words;
}): ReactElement {
  const { stage, openCamera, choose, look, send } = taking;
  const onFile = async (file: File | undefined): Promise<void> => {
    if (file) await look(() => readyPicture(file));
  };
  const onTaken = useCallback((canvas: HTMLCanvasElement) => void look(() => readyCanvas(canvas)), [look]);
  switch (stage.name) {
    case 'sending':
      return <p role="status">{words.sending}</p>;
    case 'readying':
      return (
        <>
          <p role="status">{words.loading}</p>
          <button type="button" onClick={choose}>
            {words.camera.stop}
          </button>
        </>
      );
    case 'looking':
      return (
        <LookAtIt
          ready={stage.ready}
          subject={subject}
          words={words}
          onSend={() => void send(stage.ready, stage.key)}
          onAgain={choose}
        />
      );
    case 'camera':
      return <Camera subject={subject} words={words} onTaken={onTaken} onFile={onFile} onStop={choose} />;
    case 'choosing':
      return (
        <>
          <p className="tips">{subject === 'face' ? words.selfieTips : words.tips}</p>
          {!hasCamera() && <p>{words.camera.insecure}</p>}
          <Takes subject={subject} words={words} onFile={onFile} {...(hasCamera() && { onCamera: openCamera })} />
        </>
      );
  }
}

/** Goes on with what was about to be sent when the page was loaded again, where that is what is needed now. */
function useWhatWasKept(need: Wanted, setType: (type: string) => void, { goOn }: Taking, label: string): void {
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    void whatWasKept().then(setKept);
  }, []);
  useEffect(() => {
    if (!kept) return;
    if (kept.label === label) {
      setKept(undefined);
      goOn(kept);
      return;
    }
    const choice = need.choices.find((one) => labelOf(one) === kept.label);
    if (choice) setType(choice.document_type);
    else setKept(undefined);
  }, [kept, label, need, setType, goOn]);
}
